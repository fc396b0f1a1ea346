import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import type { Target } from '@postern/sdk'
import { useState } from 'react'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { ErrorNotice, fieldError } from '../../parts/error-notice.tsx'
import { shownInForm } from '../../parts/form-error.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { detailMessages } from '../detail-messages.ts'
import { platformIdIn } from './platform-id.ts'

type Props = { postId: string; target: Target; onClose: () => void }

/** Records the platform post of a target with status `unknown`. */
export function ResolveDialog({ postId, target, onClose }: Props) {
  const t = useMessages(detailMessages)
  const tw = useMessages(commonMessages)
  const [input, setInput] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const resolve = useAction(
    (client, id: string) => client.posts.resolve(postId, target.id, { platform_post_id: id }),
    { topics: ['posts'], successMessage: t('resolved'), onSuccess: onClose, onError: shownInForm },
  )
  const error = fieldError(resolve.error, 'platform_post_id')
  return (
    <Modal opened onClose={onClose} title={t('resolveTitle')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const id = platformIdIn(input)
          setIsWrong(id === null)
          if (id) resolve.mutate(id)
        }}
      >
        <Stack>
          <Text size="sm">{t('resolveText')}</Text>
          <TextInput
            label={t('resolveLabel')}
            required
            data-autofocus
            value={input}
            error={isWrong ? t('resolveWrong') : error}
            onChange={(event) => {
              setInput(event.currentTarget.value)
              setIsWrong(false)
            }}
          />
          {resolve.error && error === null && <ErrorNotice error={resolve.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {tw('cancel')}
            </Button>
            <Button type="submit" loading={resolve.isPending}>
              {t('resolve')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
