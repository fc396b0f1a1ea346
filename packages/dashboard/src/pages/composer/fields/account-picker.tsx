import { Button, Checkbox, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import type { Account } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { Link2 } from 'lucide-react'
import { ReconnectLink } from '../../../connect/reconnect.tsx'
import { useMessages } from '../../../messages/messages.ts'
import { AccountAvatar } from '../../../parts/account-avatar.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { platformName } from '../../../parts/platform-mark.tsx'
import { composerMessages } from '../messages.ts'

type Props = {
  /** The accounts of the profile. */
  accounts: readonly Account[]
  chosen: readonly string[]
  error: string | null
  onChange: (ids: string[]) => void
}

/** Selects the accounts to publish to and shows why an account is unavailable. */
export function AccountPicker({ accounts, chosen, error, onChange }: Props) {
  const t = useMessages(composerMessages)
  if (accounts.length === 0) {
    return (
      <Empty
        icon={Link2}
        title={t('noAccounts')}
        text={t('noAccountsText')}
        action={
          <Button component={Link} to="/connect-links">
            {t('toConnect')}
          </Button>
        }
      />
    )
  }
  return (
    <Checkbox.Group
      label={t('accounts')}
      error={error}
      value={[...chosen]}
      onChange={(ids) =>
        // Keep the order of the list, not the order of clicks.
        onChange(accounts.map(({ id }) => id).filter((id) => ids.includes(id)))
      }
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6} mb={error ? 6 : 0}>
        {accounts.map((account) => (
          <AccountOption
            key={account.id}
            account={account}
            isChosen={chosen.includes(account.id)}
          />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}

function AccountOption({ account, isChosen }: { account: Account; isChosen: boolean }) {
  const t = useMessages(composerMessages)
  const reason = unavailableReason(account)
  return (
    <Stack gap={2}>
      <Checkbox.Card
        value={account.id}
        p="xs"
        aria-label={`${platformName(account.platform)}: ${account.username}`}
        // A selected account can always be deselected.
        disabled={reason !== null && !isChosen}
        style={
          isChosen
            ? { borderColor: 'var(--mantine-primary-color-filled)' }
            : { opacity: reason ? 0.75 : 1 }
        }
      >
        <Group gap="sm" wrap="nowrap">
          <Checkbox.Indicator aria-hidden />
          <AccountAvatar account={account} size={28} />
          <Stack gap={0} miw={0}>
            <Text size="sm" fw={600} truncate dir="auto" className="untrusted">
              {account.username}
            </Text>
            <Text size="xs" c="dimmed">
              {platformName(account.platform)}
            </Text>
          </Stack>
        </Group>
      </Checkbox.Card>
      {reason && (
        <Text size="xs">
          {t(reason)} <ReconnectLink account={account} />
        </Text>
      )}
    </Stack>
  )
}

/** Why the account cannot publish; `null` if it can. */
function unavailableReason({
  status,
  capabilities,
}: Account): 'expired' | 'disconnected' | 'noPermission' | null {
  if (status !== 'connected') return status
  return capabilities.publish ? null : 'noPermission'
}
