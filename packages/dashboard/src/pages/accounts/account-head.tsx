import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core'
import type { AccountListItem } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { ChartLine, ExternalLink, ListOrdered, MessageSquare, Send } from 'lucide-react'
import { useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { AccountAvatar } from '../../parts/account-avatar.tsx'
import { accountMessages } from '../../parts/account-messages.ts'
import { platformName } from '../../parts/platform-mark.tsx'
import { ProfileLabel } from '../../parts/profile-mark.tsx'
import { safeUrl } from '../../parts/safe-url.ts'
import { Status } from '../../parts/status.tsx'
import { useProfileOf } from '../../session/use-profiles.ts'
import { Followers } from './followers.tsx'

const pages = [
  { to: '/posts', param: 'account', name: 'posts', icon: Send },
  { to: '/queue', param: 'account', name: 'queue', icon: ListOrdered },
  { to: '/inbox', param: 'account', name: 'inbox', icon: MessageSquare },
  { to: '/insights', param: 'account', name: 'insightsLink', icon: ChartLine },
] as const

/** Who the account is, its followers, and links to its posts, comments and insights. */
export function AccountHead({ account }: { account: AccountListItem }) {
  const t = useMessages(accountMessages)
  const profile = useProfileOf()(account.profile_id)
  const url = safeUrl(account.profile_url)
  const { data: insights } = useData(
    'insights',
    ['followers', account.id],
    (client, signal) =>
      client.insights.account(account.id, { metrics: 'followers_count' }, { signal }),
    { scope: 'all' },
  )
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" gap="md">
        <Group wrap="nowrap" gap="md" miw={0}>
          <AccountAvatar account={account} size={56} />
          <Stack gap={2} miw={0}>
            <Group gap="xs">
              <Text fw={600}>{platformName(account.platform)}</Text>
              <Status value={account.status} label={t(account.status)} />
              {account.display_name && account.display_name !== profile?.name && (
                <Text size="sm" c="dimmed" className="untrusted" dir="auto" lineClamp={1}>
                  {account.display_name}
                </Text>
              )}
            </Group>
            <Group gap="4px 16px">
              {profile && (
                <Anchor
                  component={Link}
                  to={`/profiles/${profile.id}`}
                  display="flex"
                  miw={0}
                  maw="100%"
                >
                  <ProfileLabel profile={profile} markSize={18} size="sm" c="inherit" />
                </Anchor>
              )}
              <Followers metric={insights?.metrics.followers_count} />
            </Group>
          </Stack>
        </Group>
        <Group gap="xs">
          {pages.map(({ to, param, name, icon: Icon }) => (
            <Button
              key={to}
              component={Link}
              to={to}
              search={{ [param]: account.id } as never}
              variant="default"
              size="xs"
              leftSection={<Icon size={14} aria-hidden />}
            >
              {t(name)}
            </Button>
          ))}
          {url && (
            <Button
              component="a"
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              variant="default"
              size="xs"
              leftSection={<ExternalLink size={14} aria-hidden />}
            >
              {t('open', { platform: platformName(account.platform) })}
            </Button>
          )}
        </Group>
      </Group>
    </Paper>
  )
}
