import { Modal, Text, TextInput } from '@mantine/core'
import type { Target } from '@postern/sdk'
import { useMessages } from '../../messages/messages.ts'
import { Form, useForm } from '../../parts/form.tsx'
import { detailMessages } from '../detail-messages.ts'
import { platformIdIn } from './platform-id.ts'

type Props = { postId: string; target: Target; onClose: () => void }

/** Records the platform post of a target with status `unknown`. */
export function ResolveDialog({ postId, target, onClose }: Props) {
  const t = useMessages(detailMessages)
  const form = useForm({
    initialValues: { platform_post_id: '' },
    check: ({ platform_post_id }) => ({
      platform_post_id: !platformIdIn(platform_post_id) && t('resolveWrong'),
    }),
    send: ({ platform_post_id }, client) =>
      client.posts.resolve(postId, target.id, {
        platform_post_id: platformIdIn(platform_post_id)!,
      }),
    topics: ['posts'],
    successMessage: t('resolved'),
    onSuccess: onClose,
  })
  return (
    <Modal opened onClose={onClose} title={t('resolveTitle')}>
      <Form form={form} action={t('resolve')} onCancel={onClose}>
        <Text size="sm">{t('resolveText')}</Text>
        <TextInput
          label={t('resolveLabel')}
          required
          data-autofocus
          {...form.field('platform_post_id')}
        />
      </Form>
    </Modal>
  )
}
