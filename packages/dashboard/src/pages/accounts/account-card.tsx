import { Anchor, Group, Paper, Stack, Text } from '@mantine/core'
import type { AccountInsightsSummary, AccountListItem } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { platformOf } from '../../api/platforms.ts'
import { needsReconnecting, ReconnectButton } from '../../connect/reconnect.tsx'
import { useMessages } from '../../messages/messages.ts'
import { AccountAvatar } from '../../parts/account-avatar.tsx'
import { accountMessages } from '../../parts/account-messages.ts'
import { MissingPermissions } from '../../parts/missing-permissions.tsx'
import { platformName } from '../../parts/platform-mark.tsx'
import { ProfileLabel } from '../../parts/profile-mark.tsx'
import { Status } from '../../parts/status.tsx'
import { accountHandle } from '../../parts/visible-name.ts'
import { When } from '../../parts/when.tsx'
import { useProfileOf } from '../../session/use-profiles.ts'
import { expiryToActOn } from './access-expiry.ts'
import { Followers } from './followers.tsx'

type Metric = AccountInsightsSummary['metrics'][string] | undefined
type Props = {
  account: AccountListItem
  followers: Metric
  /** Its client is named above. */
  isGrouped: boolean
}

/** Summary of an account with a link to its page. */
export function AccountCard({ account, followers, isGrouped }: Props) {
  const t = useMessages(accountMessages)
  const profile = useProfileOf()(account.profile_id)
  return (
    <Paper withBorder p="md" component="li" style={{ listStyle: 'none', minWidth: 0 }}>
      <Stack gap="sm">
        <Group wrap="nowrap" gap="md">
          <AccountAvatar account={account} size={42} />
          <Stack gap={0} miw={0} flex={1}>
            <Anchor
              component={Link}
              to={`/accounts/${account.id}`}
              fw={600}
              c="inherit"
              truncate
              dir="auto"
            >
              {accountHandle(account)}
            </Anchor>
            <Text size="sm" c="dimmed" truncate dir="auto">
              {platformName(account.platform)}
              {otherName(account, profile?.name)}
            </Text>
          </Stack>
        </Group>
        <Group gap="xs">
          <Status value={account.status} label={t(account.status)} />
          <MissingPermissions account={account} />
        </Group>
        <Stack gap={2}>
          {account.status_reason && <Text size="sm">{t(account.status_reason)}</Text>}
          {profile && !isGrouped && <ProfileLabel profile={profile} markSize={18} size="sm" />}
          <Followers metric={followers} />
          {expiryToActOn(account) && (
            <Text size="sm" c="dimmed">
              {t('expiresAt')} <When at={expiryToActOn(account)} />
            </Text>
          )}
        </Stack>
        {needsReconnecting(account) && (
          <ReconnectButton
            account={account}
            size="xs"
            variant={account.status === 'connected' ? 'default' : 'filled'}
          />
        )}
      </Stack>
    </Paper>
  )
}

/**
 * The second name of the account. Facebook Pages are titled by display name and other accounts by user
 * name; this is the other one. A display name that repeats the profile's name is left out.
 */
function otherName(
  { platform, username, display_name: name }: AccountListItem,
  profileName: string | undefined,
): string {
  if (platformOf(platform)?.accounts === 'pages') return ` · @${username}`
  return name && name !== profileName ? ` · ${name}` : ''
}
