import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { Account } from '@postern/sdk'
import { client } from '../../api/client.ts'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { FormError, shownInForm } from '../../parts/form-error.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { accountHandle } from '../../parts/visible-name.ts'
import { accountMessages } from './messages.ts'
import { ScheduledPostsAlert, scheduledPostsOf } from './scheduled-posts.tsx'

/** Disconnects an account; its scheduled posts are canceled only after a second confirmation. */
export function DisconnectAccount({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useMessages(accountMessages)
  const common = useMessages(commonMessages)
  const disconnect = useAction(
    (_, force: 'true' | 'false') => client.accounts.disconnect(account.id, { force }),
    {
      topics: ['accounts', 'posts', 'profiles'],
      successMessage: t('disconnectDone'),
      onError: shownInForm,
      onSuccess: onClose,
    },
  )
  const scheduled = scheduledPostsOf(disconnect.error)
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
        <FormError error={scheduled ? null : disconnect.error} fields={[]} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {common('cancel')}
          </Button>
          <Button
            color="red"
            // The label wraps on phones.
            h="auto"
            mih={36}
            styles={{ label: { whiteSpace: 'normal', overflow: 'visible' } }}
            loading={disconnect.isPending}
            onClick={() => disconnect.mutate(scheduled ? 'true' : 'false')}
          >
            {scheduled ? t('cancelAndDisconnect') : t('disconnect')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
