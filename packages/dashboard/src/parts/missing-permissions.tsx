import { Badge } from '@mantine/core'
import type { AccountListItem } from '@postern/sdk'
import { TriangleAlert } from 'lucide-react'
import { useMessages } from '../messages/messages.ts'
import { accountMessages } from './account-messages.ts'

/** How many permissions a connected account lacks; nothing if it lacks none. */
export function MissingPermissions({ account }: { account: AccountListItem }) {
  const t = useMessages(accountMessages)
  const { length: count } = account.permissions.missing
  if (account.status !== 'connected' || count === 0) return null
  return (
    <Badge
      color="orange"
      variant="light"
      tt="none"
      leftSection={<TriangleAlert size={12} aria-hidden />}
    >
      {t('missing', { count })}
    </Badge>
  )
}
