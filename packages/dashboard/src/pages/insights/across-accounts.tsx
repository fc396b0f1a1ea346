import { Anchor, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { AccountInsightsSummary, AccountListItem } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAllItems } from '../../api/use-data.ts'
import { ReconnectLink } from '../../connect/reconnect.tsx'
import { useMessages } from '../../messages/messages.ts'
import { AccountAvatar } from '../../parts/account-avatar.tsx'
import { DataState } from '../../parts/data-state.tsx'
import { platformName } from '../../parts/platform-mark.tsx'
import { ProfileLabel } from '../../parts/profile-mark.tsx'
import { type Column, StackTable } from '../../parts/stack-table.tsx'
import { accountHandle } from '../../parts/visible-name.ts'
import { When } from '../../parts/when.tsx'
import { useProfileOf, useProfiles } from '../../session/use-profiles.ts'
import { BestPosts } from './best-posts.tsx'
import { type Compared, comparedTotals } from './compared-totals.ts'
import classes from './insights.module.css'
import { insightsMessages } from './messages.ts'
import { PeriodChange } from './period-change.tsx'
import { addDays, type Range } from './range.ts'
import { Sparkline } from './sparkline.tsx'

type Props = { accounts: readonly AccountListItem[]; range: Range }

/** Totals that can honestly be added, every account with its change, and the best posts. */
export function AcrossAccounts({ accounts, range }: Props) {
  const query = useAllItems('insights', ['across', range], (client) =>
    client.insights.accounts({ ...range, limit: 100 }),
  )
  return (
    <Stack gap="lg">
      <DataState query={query} rows={4}>
        {(summaries) => (
          <>
            <Totals summaries={summaries} />
            <AccountTable summaries={summaries} accounts={accounts} />
          </>
        )}
      </DataState>
      <BestPosts accounts={accounts} range={range} />
    </Stack>
  )
}

/** `count` accounts are in the total, `compared` of them in the change. */
type Total = {
  total: number | null
  change: Compared | null
  hasPrevious: boolean
  count: number
  compared: number
}

/** Adds a metric; the change counts only the accounts that can be compared. */
function totalOf(summaries: readonly AccountInsightsSummary[], metric: string): Total {
  const metrics = summaries.flatMap((each) => each.metrics[metric] ?? [])
  const known = metrics.filter(({ total }) => total !== null)
  const both = known.flatMap((each) => comparedTotals(each, each.values.length) ?? [])
  return {
    total: known.length > 0 ? known.reduce((sum, { total }) => sum + total!, 0) : null,
    change:
      both.length > 0
        ? {
            total: both.reduce((sum, { total }) => sum + total, 0),
            before: both.reduce((sum, { before }) => sum + before, 0),
          }
        : null,
    hasPrevious: known.some(({ previous_total }) => previous_total !== null),
    count: known.length,
    compared: both.length,
  }
}

/** Followers of all accounts; views within each platform, because each counts them differently. */
function Totals({ summaries }: { summaries: readonly AccountInsightsSummary[] }) {
  const t = useMessages(insightsMessages)
  const platforms = [...new Set(summaries.map(({ platform }) => platform))]
  const views = platforms.flatMap((platform) => {
    const ofPlatform = summaries.filter((each) => each.platform === platform)
    return ofPlatform.some(({ metrics }) => metrics.views)
      ? [{ platform, ...totalOf(ofPlatform, 'views') }]
      : []
  })
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm">
        <TotalCard label={t('allFollowers')} {...totalOf(summaries, 'followers_count')} />
        {views.map(({ platform, ...total }) => (
          <TotalCard
            key={platform}
            label={t('viewsOn', { platform: platformName(platform) })}
            {...total}
          />
        ))}
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {t('addedUp')}
      </Text>
    </Stack>
  )
}

type TotalCardProps = Total & { label: string }

function TotalCard({ label, total, change, hasPrevious, count, compared }: TotalCardProps) {
  const t = useMessages(insightsMessages)
  const { i18n } = useTranslation()
  return (
    <div className={classes.card}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <div className={classes.total} data-none={total === null}>
        {total === null ? t('noData') : new Intl.NumberFormat(i18n.language).format(total)}
      </div>
      <Text size="xs" c="dimmed" component="div">
        {change === null ? (
          t(hasPrevious ? 'tooFewDays' : 'noPreviousValue')
        ) : (
          <>
            <PeriodChange {...change} /> {t('vsBefore')}
          </>
        )}
        <div>
          {change === null || compared === count
            ? t('ofAccounts', { count })
            : t('ofThese', { count: compared, total: count })}
        </div>
      </Text>
    </div>
  )
}

function AccountTable({
  summaries,
  accounts,
}: {
  summaries: readonly AccountInsightsSummary[]
  accounts: readonly AccountListItem[]
}) {
  const t = useMessages(insightsMessages)
  const sorted = summaries.toSorted(
    (left, right) =>
      followersOf(right) - followersOf(left) || (left.account_id < right.account_id ? -1 : 1),
  )
  const columns: Column<AccountInsightsSummary>[] = [
    {
      key: 'account',
      label: t('account'),
      role: 'title',
      cell: (each) => (
        <AccountCell summary={each} account={accounts.find(({ id }) => id === each.account_id)} />
      ),
    },
    {
      key: 'followers',
      label: t('followers'),
      cell: (each) => <Value summary={each} name="followers_count" />,
    },
    { key: 'views', label: t('views'), cell: (each) => <Value summary={each} name="views" /> },
    {
      key: 'course',
      label: t('course'),
      cell: (each) => <Sparkline values={finalValues(each)} />,
    },
  ]
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {t('accounts')}
      </Title>
      <StackTable
        label={t('accounts')}
        columns={columns}
        items={sorted}
        keyOf={({ account_id }) => account_id}
      />
    </section>
  )
}

/** Views up to the last final day, because the days after it are incomplete; otherwise followers. */
function finalValues({ metrics, from, data_through: through }: AccountInsightsSummary) {
  const { views, followers_count: followers } = metrics
  if (!views) return followers?.values ?? []
  return views.values.filter((_, index) => through !== null && addDays(from, index) <= through)
}

function followersOf({ metrics }: AccountInsightsSummary): number {
  return metrics.followers_count?.total ?? -1
}

type CellProps = { summary: AccountInsightsSummary; account: AccountListItem | undefined }

function AccountCell({ summary, account }: CellProps) {
  const t = useMessages(insightsMessages)
  const isOneOfMany = useProfiles().length > 1
  const profile = useProfileOf()(summary.profile_id)
  const shown = account ?? { ...summary, avatar_url: null }
  return (
    <Group gap="sm" wrap="nowrap">
      <AccountAvatar account={shown} size={34} />
      <Stack gap={2} miw={0} align="flex-start">
        <Anchor
          component={Link}
          to="/insights"
          search={((before: object) => ({ ...before, account: summary.account_id })) as never}
          size="sm"
          fw={600}
          c="inherit"
          dir="auto"
          className="untrusted"
          lineClamp={1}
        >
          {account ? accountHandle(account) : summary.username}
        </Anchor>
        {isOneOfMany && profile && <ProfileLabel profile={profile} />}
        {account && account.status !== 'connected' ? (
          <Text size="xs" c="dimmed">
            {t('accessEnded')} <ReconnectLink account={account} />
          </Text>
        ) : (
          account &&
          summary.missing_permission && (
            <Text size="xs" c="dimmed">
              {t('reason_missing_permission')} <ReconnectLink account={account} />
            </Text>
          )
        )}
      </Stack>
    </Group>
  )
}

type ValueProps = { summary: AccountInsightsSummary; name: 'followers_count' | 'views' }

/** The total of the period with its change, or why there is none. */
function Value({ summary, name }: ValueProps) {
  const { i18n } = useTranslation()
  const metric = summary.metrics[name]
  if (!metric || metric.total === null) {
    return (
      <Text size="sm" c="dimmed" component="div">
        <WhyNone summary={summary} isOffered={metric !== undefined} />
      </Text>
    )
  }
  const compared = comparedTotals(metric, metric.values.length)
  return (
    <Group gap={6}>
      <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {new Intl.NumberFormat(i18n.language).format(metric.total)}
      </Text>
      {compared && <PeriodChange {...compared} size="xs" />}
    </Group>
  )
}

function WhyNone({ summary, isOffered }: { summary: AccountInsightsSummary; isOffered: boolean }) {
  const t = useMessages(insightsMessages)
  const { missing_permission: permission, synced_at: synced, next_sync_at: next } = summary
  if (!isOffered) return t('notOffered', { platform: platformName(summary.platform) })
  if (permission) return t('permissionNeeded')
  if (synced) return t('noDataHere')
  return (
    <>
      <div>{t('notFetched')}</div>
      {next && (
        <div>
          {t('fetchedAt')} <When at={next} />
        </div>
      )}
    </>
  )
}
