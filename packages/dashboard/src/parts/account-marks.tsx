import { Anchor, Group, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import type { AccountListItem } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../messages/messages.ts'
import classes from './account-marks.module.css'
import { clientMessages } from './client-messages.ts'
import { PlatformMark } from './platform-mark.tsx'
import { accountHandle } from './visible-name.ts'

const shownMax = 6

type Props = {
  accounts: readonly AccountListItem[]
  /** How many there are, of which `accounts` may be the first. */
  count: number
}

/**
 * The platforms of a client's accounts; a red dot marks those that must be reconnected. A mouse opens
 * the account. A finger, for which they are too small, and the keyboard open the client.
 */
export function AccountMarks({ accounts, count }: Props) {
  const t = useMessages(clientMessages)
  const shown = accounts.slice(0, shownMax)
  if (count === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('noAccounts')}
      </Text>
    )
  }
  return (
    <Group gap={8} wrap="nowrap">
      {shown.map((account) => {
        const isExpired = account.status === 'expired'
        const label = `${accountHandle(account)}${isExpired ? ` · ${t('expired')}` : ''}`
        return (
          <Tooltip key={account.id} label={label}>
            <Anchor
              component={Link}
              to={`/accounts/${account.id}`}
              className={`mouse-link ${classes.mark}`}
              tabIndex={-1}
            >
              <PlatformMark platform={account.platform} size={20} />
              <VisuallyHidden>{label}</VisuallyHidden>
              {isExpired && <span className={classes.expired} />}
            </Anchor>
          </Tooltip>
        )
      })}
      {count > shown.length && (
        <Text size="sm" c="dimmed">
          +{count - shown.length}
        </Text>
      )}
    </Group>
  )
}
