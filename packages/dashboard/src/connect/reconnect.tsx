import { Anchor, Button, type ButtonProps, Text } from '@mantine/core'
import type { AccountListItem } from '@postern/sdk'
import { RefreshCw } from 'lucide-react'
import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { accountHandle } from '../parts/visible-name.ts'
import { useMay } from '../session/use-session.ts'
import { reconnectMessages } from './reconnect-messages.ts'

// The QR code and the messages to send are large.
const ReconnectDialog = lazy(() => import('./reconnect-dialog.tsx'))

const Reconnect = createContext<(account: AccountListItem) => void>(() => {})

/** Opens the reconnect dialog for an account, on top of the current page. */
export function useReconnect(): (account: AccountListItem) => void {
  return useContext(Reconnect)
}

/**
 * Provides `useReconnect`. The dialog is above all pages: what offered it disappears when the account
 * is connected again, and the dialog then says so.
 */
export function ReconnectProvider({ children }: { children: ReactNode }) {
  const [account, setAccount] = useState<AccountListItem | null>(null)
  return (
    <Reconnect value={setAccount}>
      {children}
      {account && (
        <Suspense>
          <ReconnectDialog account={account} onClose={() => setAccount(null)} />
        </Suspense>
      )}
    </Reconnect>
  )
}

type Props = ButtonProps & {
  account: AccountListItem
  /** Closes what is above dialogs, such as a popover. */
  onOpen?: (() => void) | undefined
}

/** Opens the reconnect dialog for the account. Members who cannot connect accounts read why. */
export function ReconnectButton({ account, onOpen, ...button }: Props) {
  const t = useMessages(reconnectMessages)
  const open = useReconnect()
  if (!useMay('connect:write')) {
    return (
      <Text size="xs" c="dimmed">
        {t('notAllowed')}
      </Text>
    )
  }
  return (
    <Button
      leftSection={<RefreshCw size={14} aria-hidden />}
      {...button}
      aria-label={t('reconnectName', { name: accountHandle(account) })}
      onClick={() => {
        onOpen?.()
        open(account)
      }}
    >
      {t('reconnect')}
    </Button>
  )
}

/** The same as a link within a sentence. */
export function ReconnectLink({ account }: { account: AccountListItem }) {
  const t = useMessages(reconnectMessages)
  const open = useReconnect()
  if (!useMay('connect:write')) return t('notAllowed')
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      underline="always"
      onClick={() => open(account)}
    >
      {t('reconnect')}
    </Anchor>
  )
}

/** Whether the client has to log in again: access has ended, or a permission is missing. */
export function needsReconnecting({ status, permissions }: AccountListItem): boolean {
  return status !== 'connected' || permissions.missing.length > 0
}
