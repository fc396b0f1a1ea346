import { Alert, Stack, Text } from '@mantine/core'
import type { AccountListItem } from '@postern/sdk'
import { TriangleAlert } from 'lucide-react'
import { ReconnectButton } from '../connect/reconnect.tsx'
import { useMessages } from '../messages/messages.ts'
import { accountMessages } from '../parts/account-messages.ts'
import { accountHandle } from '../parts/visible-name.ts'
import { postMessages } from './messages.ts'

type Props = { account: AccountListItem; onReconnect?: () => void }

/** Why a post will not be published on an account, and the button that reconnects the account. */
export function ExpiredAlert({ account, onReconnect }: Props) {
  const t = useMessages(postMessages)
  const ta = useMessages(accountMessages)
  return (
    <Alert
      color="red"
      variant="light"
      icon={<TriangleAlert aria-hidden />}
      title={
        <span className="untrusted" dir="auto">
          {t('accessExpired', { account: accountHandle(account) })}
        </span>
      }
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {/* The title says that access has expired. */}
          {account.status_reason && account.status_reason !== 'token_expired'
            ? `${ta(account.status_reason)} `
            : ''}
          {t('reconnectFirst')}
        </Text>
        <ReconnectButton account={account} size="xs" onOpen={onReconnect} />
      </Stack>
    </Alert>
  )
}
