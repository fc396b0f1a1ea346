import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { AccountListItem } from '@postern/sdk'
import { client } from '../../api/client.ts'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { accountMessages } from '../../parts/account-messages.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { shownInForm } from '../../parts/form-error.tsx'
import { accountHandle } from '../../parts/visible-name.ts'
import { ScheduledPostsAlert, scheduledPostsOf, useScheduledPosts } from './scheduled-posts.tsx'

/** Disconnects an account. Its scheduled posts are canceled only after they have been shown. */
export function DisconnectAccount({
  account,
  onClose,
}: {
  account: AccountListItem
  onClose: () => void
}) {
  const t = useMessages(accountMessages)
  const disconnect = useAction(
    (_, force: 'true' | 'false') => client.accounts.disconnect(account.id, { force }),
    {
      topics: ['accounts', 'posts', 'profiles'],
      successMessage: t('disconnectDone'),
      onError: shownInForm,
      onSuccess: onClose,
    },
  )
  const known = useScheduledPosts(account.id)
  const scheduled = scheduledPostsOf(disconnect.error) ?? known.scheduled
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('disconnectTitle', { name: accountHandle(account) })}
    >
      <Stack>
        <Text size="sm">{t('disconnectText')}</Text>
        {scheduled && <ScheduledPostsAlert scheduled={scheduled} accountId={account.id} />}
        {disconnect.error && !scheduledPostsOf(disconnect.error) && (
          <ErrorNotice error={disconnect.error} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('keepConnected')}
          </Button>
          <Button
            color="red"
            // The label wraps on phones.
            h="auto"
            mih={36}
            styles={{ label: { whiteSpace: 'normal', overflow: 'visible' } }}
            // So that what the button does never changes under the pointer.
            loading={disconnect.isPending || known.isLoading}
            onClick={() => disconnect.mutate(scheduled ? 'true' : 'false')}
          >
            {scheduled ? t('cancelAndDisconnect', { count: scheduled.count }) : t('disconnect')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
