import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import type { AccountListItem, ProfileStatistics } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../messages/messages.ts'
import { AccountMarks } from './account-marks.tsx'
import { Change } from './change.tsx'
import { clientMessages } from './client-messages.ts'
import { commonMessages } from './messages.ts'
import { ProfileMark } from './profile-mark.tsx'
import { type Column, StackTable } from './stack-table.tsx'
import { visibleName } from './visible-name.ts'
import { When } from './when.tsx'

/** Comments are counted up to this number. */
const unansweredMax = LIMITS.statistics.unansweredMax

type Props = {
  label: string
  clients: readonly ProfileStatistics[]
  accounts: readonly AccountListItem[]
  colorOf: (profileId: string) => string | null
  menu?: (client: ProfileStatistics) => ReactNode
}

/** Clients with their accounts and numbers, each with a link to what it counts. */
export function ClientTable({ label, clients, accounts, colorOf, menu }: Props) {
  const t = useMessages(clientMessages)
  const common = useMessages(commonMessages)
  const accountsOf = (id: string) =>
    accounts.filter((each) => each.profile_id === id && each.status !== 'disconnected')
  const columns: Column<ProfileStatistics>[] = [
    {
      key: 'client',
      label: t('client'),
      role: 'title',
      cell: (client) => <Client client={client} color={colorOf(client.profile_id)} />,
    },
    {
      key: 'accounts',
      label: t('accounts'),
      cell: ({ profile_id, account_count }) => (
        <AccountMarks accounts={accountsOf(profile_id)} count={account_count} />
      ),
    },
    { key: 'next', label: t('nextPost'), cell: (client) => <NextPost client={client} /> },
    {
      key: 'scheduled',
      label: t('scheduled'),
      cell: (client) => (
        <Count
          value={client.scheduled_posts}
          to="/posts"
          search={{ profile: client.profile_id, status: 'scheduled', to: client.to }}
        />
      ),
    },
    {
      key: 'failed',
      label: t('failed'),
      cell: (client) => (
        <Count
          value={client.failed_posts}
          isAlert
          to="/posts"
          search={{
            profile: client.profile_id,
            status: 'failed,partially_published',
            from: client.from,
          }}
        />
      ),
    },
    {
      key: 'unanswered',
      label: t('unanswered'),
      cell: ({ profile_id, unanswered_comments: value }) => (
        <Count
          value={value}
          isMore={value >= unansweredMax}
          to="/inbox"
          search={{ profile: profile_id }}
        />
      ),
    },
    {
      key: 'followers',
      label: t('followers'),
      cell: (client) => <Followers client={client} />,
    },
    ...(menu
      ? [{ key: 'menu', label: common('actions'), role: 'corner' as const, width: 1, cell: menu }]
      : []),
  ]
  return (
    <StackTable
      label={label}
      columns={columns}
      items={clients}
      keyOf={({ profile_id }) => profile_id}
    />
  )
}

function Client({ client, color }: { client: ProfileStatistics; color: string | null }) {
  const t = useMessages(clientMessages)
  const { profile_id: id, external_id, expired_accounts: expired } = client
  const name = visibleName(client.name, external_id ?? id)
  return (
    <Group gap="sm" wrap="nowrap">
      <ProfileMark profile={{ id, name, color }} size={26} />
      <Stack gap={2} miw={0} align="flex-start">
        <Group gap="2px 8px" maw="100%">
          <Anchor
            component={Link}
            to={`/profiles/${id}`}
            fw={600}
            size="sm"
            c="inherit"
            className="untrusted row-link"
            dir="auto"
            lineClamp={2}
          >
            {name}
          </Anchor>
          {client.is_default && (
            <Badge variant="default" tt="none" fw={500} size="sm" style={{ flexShrink: 0 }}>
              {t('default')}
            </Badge>
          )}
        </Group>
        {expired > 0 && (
          <Anchor
            component={Link}
            to="/accounts"
            search={{ profile: id, status: 'expired' } as never}
            size="xs"
            lh="24px"
            c="var(--mantine-color-error)"
          >
            {t('expiredAccounts', { count: expired })}
          </Anchor>
        )}
      </Stack>
    </Group>
  )
}

function NextPost({ client: { profile_id, next_post_at } }: { client: ProfileStatistics }) {
  const t = useMessages(clientMessages)
  if (!next_post_at) {
    return (
      <Text size="sm" c="dimmed">
        {t('nothingScheduled')}
      </Text>
    )
  }
  return (
    <Anchor component={Link} to="/calendar" search={{ profile: profile_id } as never} size="sm">
      <When at={next_post_at} day />
    </Anchor>
  )
}

type CountProps = {
  value: number
  to: string
  search: Record<string, string>
  isAlert?: boolean
  isMore?: boolean
}

/** A number that links to its list; zero is no link. */
function Count({ value, to, search, isAlert = false, isMore = false }: CountProps) {
  const { i18n } = useTranslation()
  const text = `${new Intl.NumberFormat(i18n.language).format(value)}${isMore ? '+' : ''}`
  if (value === 0) {
    return (
      <Text size="sm" c="dimmed" data-none>
        {text}
      </Text>
    )
  }
  return (
    <Anchor
      component={Link}
      to={to}
      search={search as never}
      size="sm"
      fw={600}
      style={{ fontVariantNumeric: 'tabular-nums' }}
      {...(isAlert ? { c: 'var(--mantine-color-error)' } : {})}
    >
      {text}
    </Anchor>
  )
}

function Followers({ client }: { client: ProfileStatistics }) {
  const { i18n } = useTranslation()
  if (client.followers === null) {
    return (
      <Text size="sm" c="dimmed" data-none>
        –
      </Text>
    )
  }
  return (
    <Group gap={6} wrap="nowrap">
      <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {new Intl.NumberFormat(i18n.language).format(client.followers)}
      </Text>
      <Change value={client.followers_change_7_days} size="xs" />
    </Group>
  )
}
