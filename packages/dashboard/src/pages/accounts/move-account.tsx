import { Modal, Select, Text } from '@mantine/core'
import type { AccountListItem } from '@postern/sdk'
import { client } from '../../api/client.ts'
import { useMessages } from '../../messages/messages.ts'
import { accountMessages } from '../../parts/account-messages.ts'
import { Form, useForm } from '../../parts/form.tsx'
import { accountHandle } from '../../parts/visible-name.ts'
import { useProfiles } from '../../session/use-profiles.ts'
import { ScheduledPostsAlert, scheduledPostsOf, useScheduledPosts } from './scheduled-posts.tsx'

/** Moves an account to another profile; the API refuses while it has scheduled posts. */
export function MoveAccount({
  account,
  onClose,
}: {
  account: AccountListItem
  onClose: () => void
}) {
  const t = useMessages(accountMessages)
  const others = useProfiles().filter(({ id }) => id !== account.profile_id)
  const form = useForm({
    initialValues: { profile_id: null as string | null },
    send: ({ profile_id }) => client.accounts.move(account.id, { profile_id: profile_id! }),
    onError: (error) => scheduledPostsOf(error) && {},
    topics: ['accounts', 'comments', 'insights', 'profiles'],
    successMessage: t('moved'),
    onSuccess: onClose,
  })
  const { scheduled: known } = useScheduledPosts(account.id)
  const scheduled = known ?? scheduledPostsOf(form.failure?.error ?? null)
  return (
    <Modal opened onClose={onClose} title={t('moveTitle', { name: accountHandle(account) })}>
      <Form
        form={form}
        action={t('move')}
        isDisabled={!form.values.profile_id || known !== null}
        onCancel={onClose}
      >
        <Text size="sm">{t('moveText')}</Text>
        <Select
          label={t('moveTo')}
          placeholder={others.length > 0 ? t('chooseProfile') : t('noOtherProfile')}
          data={others.map(({ id, name }) => ({ value: id, label: name }))}
          disabled={others.length === 0}
          limit={100}
          searchable
          data-autofocus
          {...form.field('profile_id')}
        />
        {scheduled && (
          <ScheduledPostsAlert
            scheduled={scheduled}
            accountId={account.id}
            advice={t('scheduledMove')}
          />
        )}
      </Form>
    </Modal>
  )
}
