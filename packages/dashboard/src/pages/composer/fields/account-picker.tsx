import { Button, Checkbox, Group, Input, SimpleGrid, Stack, Text } from '@mantine/core'
import type { Account } from '@postern/sdk'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { CreateLink } from '../../../connect/create-link.tsx'
import { ReconnectLink } from '../../../connect/reconnect.tsx'
import { useMessages } from '../../../messages/messages.ts'
import { AccountAvatar } from '../../../parts/account-avatar.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { platformName } from '../../../parts/platform-mark.tsx'
import { useProfileOf } from '../../../session/use-profiles.ts'
import { useMay } from '../../../session/use-session.ts'
import { composerMessages } from '../messages.ts'
import { unavailableReason } from '../remembered-choice.ts'

type Props = {
  /** The accounts of the profile. */
  accounts: readonly Account[]
  chosen: readonly string[]
  error: string | null
  onChange: (ids: string[]) => void
}

/**
 * Selects the accounts to publish to, or connects the first one. Its dialog stays open when the account
 * arrives, because a client can connect several.
 */
export function AccountPicker({ profileId, ...props }: Props & { profileId: string }) {
  const t = useMessages(composerMessages)
  const canConnect = useMay('connect:write')
  const profile = useProfileOf()(profileId)
  const [isConnecting, setIsConnecting] = useState(false)
  return (
    <>
      {props.accounts.length > 0 ? (
        <AccountChoice {...props} />
      ) : (
        <Empty
          icon={Link2}
          title={t('noAccounts')}
          text={t('noAccountsText')}
          action={
            canConnect && <Button onClick={() => setIsConnecting(true)}>{t('toConnect')}</Button>
          }
        />
      )}
      {isConnecting && profile && (
        <CreateLink profile={profile} onClose={() => setIsConnecting(false)} />
      )}
    </>
  )
}

/** The accounts of the profile; says why one is unavailable. */
function AccountChoice({ accounts, chosen, error, onChange }: Props) {
  const t = useMessages(composerMessages)
  // Keep the order of the list, not the order of clicks.
  const choose = (ids: readonly string[]) =>
    onChange(accounts.map(({ id }) => id).filter((id) => ids.includes(id)))
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <Input.Label component="div">{t('accounts')}</Input.Label>
        <Selections accounts={accounts} chosen={chosen} onChange={choose} />
      </Group>
      <Checkbox.Group
        aria-label={t('accounts')}
        error={error}
        value={[...chosen]}
        onChange={choose}
      >
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="xs" mb={error ? 6 : 0}>
          {accounts.map((account) => (
            <AccountToggle
              key={account.id}
              account={account}
              isChosen={chosen.includes(account.id)}
              isWrong={error !== null}
            />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      {accounts.map((account) => (
        <Unavailable key={account.id} account={account} />
      ))}
    </Stack>
  )
}

type SelectionsProps = {
  accounts: readonly Account[]
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}

/** Selects or clears all accounts, or those of a network with several. */
function Selections({ accounts, chosen, onChange }: SelectionsProps) {
  const t = useMessages(composerMessages)
  const available = accounts.filter((account) => unavailableReason(account) === null)
  if (available.length < 2) return null
  const byPlatform = Map.groupBy(available, ({ platform }) => platform)
  const networks = [...byPlatform].filter(
    ([, ofPlatform]) => ofPlatform.length > 1 && ofPlatform.length < available.length,
  )
  const isAll = available.every(({ id }) => chosen.includes(id))
  const toggle = (group: readonly Account[]) => {
    const ids = group.map(({ id }) => id)
    const isOn = ids.every((id) => chosen.includes(id))
    onChange(isOn ? chosen.filter((id) => !ids.includes(id)) : [...chosen, ...ids])
  }
  return (
    <Group gap={4}>
      {networks.map(([platform, ofPlatform]) => (
        <Button
          key={platform}
          size="compact-sm"
          variant="subtle"
          aria-pressed={ofPlatform.every(({ id }) => chosen.includes(id))}
          fw={500}
          onClick={() => toggle(ofPlatform)}
        >
          {t('selectNetwork', { network: platformName(platform) })}
        </Button>
      ))}
      <Button size="compact-sm" variant="subtle" fw={500} onClick={() => toggle(available)}>
        {t(isAll ? 'selectNone' : 'selectAll')}
      </Button>
    </Group>
  )
}

type ToggleProps = { account: Account; isChosen: boolean; isWrong: boolean }

function AccountToggle({ account, isChosen, isWrong }: ToggleProps) {
  const isUnavailable = unavailableReason(account) !== null
  return (
    <Checkbox.Card
      value={account.id}
      py={6}
      px="xs"
      aria-invalid={isWrong || undefined}
      aria-label={`${platformName(account.platform)}: ${account.username}`}
      // A selected account can always be deselected.
      disabled={isUnavailable && !isChosen}
      style={{
        opacity: isUnavailable ? 0.6 : 1,
        ...(isChosen && {
          borderColor: 'var(--mantine-primary-color-filled)',
          background: 'var(--mantine-primary-color-light)',
        }),
      }}
    >
      <Group gap="sm" wrap="nowrap">
        <Checkbox.Indicator aria-hidden />
        <AccountAvatar account={account} size={30} />
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={500} lh={1.3} truncate dir="auto">
            {account.username}
          </Text>
          <Text size="xs" c="dimmed" lh={1.3} truncate>
            {platformName(account.platform)}
          </Text>
        </Stack>
      </Group>
    </Checkbox.Card>
  )
}

function Unavailable({ account }: { account: Account }) {
  const t = useMessages(composerMessages)
  const reason = unavailableReason(account)
  if (reason === null) return null
  return (
    <Text size="xs">
      {platformName(account.platform)} · <bdi>{account.username}</bdi>: {t(reason)}{' '}
      <ReconnectLink account={account} />
    </Text>
  )
}
