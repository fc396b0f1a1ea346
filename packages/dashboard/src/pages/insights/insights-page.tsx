import '@mantine/dates/styles.css'
import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core'
import { type AccountInsights, type AccountListItem, PosternError } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { ChartLine, CircleSlash, LockKeyhole, TriangleAlert } from 'lucide-react'
import { platformOf, useLabel } from '../../api/platforms.ts'
import { useData } from '../../api/use-data.ts'
import {
  useProfileParam,
  useSearchParam,
  useSearchParamsSetter,
} from '../../api/use-search-param.ts'
import { ReconnectButton } from '../../connect/reconnect.tsx'
import { useMessages } from '../../messages/messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { Empty } from '../../parts/empty.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { LoadingLines } from '../../parts/list-states.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { platformName } from '../../parts/platform-mark.tsx'
import { accountHandle } from '../../parts/visible-name.ts'
import { ReportButton } from '../../report/report-button.tsx'
import { belongsToProfile, useAccounts } from '../../session/use-accounts.ts'
import { useMay } from '../../session/use-session.ts'
import { AcrossAccounts } from './across-accounts.tsx'
import { insightsMessages } from './messages.ts'
import { MetricCards } from './metric-cards.tsx'
import { MetricChart } from './metric-chart.tsx'
import { PostMetrics } from './post-metrics.tsx'
import { periodBefore, type Range, rangeOf, today } from './range.ts'
import { RangeChoice } from './range-choice.tsx'
import { SyncBar } from './sync-bar.tsx'

/** Metrics of one account over a date range. */
export function Page() {
  const t = useMessages(insightsMessages)
  const query = useAccounts()
  const [profile] = useProfileParam()
  const [account] = useSearchParam('account')
  const profileOfAccount = query.data?.find(({ id }) => id === account)?.profile_id ?? null
  return (
    <PageFrame
      title={t('title')}
      text={t('text')}
      actions={<ReportButton profileId={profile ?? profileOfAccount} />}
    >
      <DataState query={query} rows={6}>
        {(every) => {
          const accounts = every.filter(
            (each) => belongsToProfile(each, profile) && each.status !== 'disconnected',
          )
          return accounts.length === 0 ? (
            <NoAccounts />
          ) : (
            <AccountInsightsView accounts={accounts} />
          )
        }}
      </DataState>
    </PageFrame>
  )
}

function NoAccounts() {
  const t = useMessages(insightsMessages)
  const canConnect = useMay('connect:write')
  return (
    <Empty
      icon={ChartLine}
      title={t('noAccounts')}
      text={t('noAccountsText')}
      action={
        canConnect && (
          <Button component={Link} to="/connect-links" search={{ new: '1' } as never}>
            {t('connect')}
          </Button>
        )
      }
    />
  )
}

function AccountInsightsView({ accounts }: { accounts: AccountListItem[] }) {
  const t = useMessages(insightsMessages)
  const change = useSearchParamsSetter()
  const [id] = useSearchParam('account')
  const [preset] = useSearchParam('range')
  const [from] = useSearchParam('from')
  const [to] = useSearchParam('to')
  const account =
    accounts.find((each) => each.id === id) ?? (accounts.length === 1 ? accounts[0] : undefined)
  const range = rangeOf({ range: preset, from, to }, today())
  return (
    <Stack gap="lg">
      <Group gap="sm" align="flex-end">
        <Select
          label={t('account')}
          w={{ base: '100%', xs: 280 }}
          allowDeselect={false}
          searchable
          data={[
            ...(accounts.length > 1 ? [{ value: '', label: t('allAccounts') }] : []),
            ...accounts.map(({ id: value, username, platform }) => ({
              value,
              label: `${username} · ${platformName(platform)}`,
            })),
          ]}
          value={account?.id ?? ''}
          onChange={(value) => change({ account: value, metric: null })}
        />
        <RangeChoice range={range} preset={preset} isCustom={Boolean(from && to)} />
      </Group>
      {account ? (
        <AccountMetrics key={account.id} account={account} range={range} />
      ) : (
        <AcrossAccounts accounts={accounts} range={range} />
      )}
    </Stack>
  )
}

function AccountMetrics({ account, range }: { account: AccountListItem; range: Range }) {
  const query = useInsights(account, range)
  const before = useInsights(account, periodBefore(range))
  if (query.isPending) return <LoadingLines rows={4} height={96} />
  if (!query.data) {
    const isNotSupported =
      query.error instanceof PosternError && query.error.code === 'insights_not_supported'
    if (isNotSupported) return <NotSupported account={account} />
    return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
  }
  return (
    <LoadedMetrics
      account={account}
      range={range}
      insights={query.data}
      before={before.data ?? null}
    />
  )
}

function useInsights(account: AccountListItem, range: Range) {
  return useData(
    'insights',
    ['account', account.id, range],
    (client, signal) => client.insights.account(account.id, range, { signal }),
    { scope: 'all' },
  )
}

type LoadedProps = {
  account: AccountListItem
  range: Range
  insights: AccountInsights
  before: AccountInsights | null
}

function LoadedMetrics({ account, range, insights, before }: LoadedProps) {
  const t = useMessages(insightsMessages)
  const [requestedMetric, choose] = useSearchParam('metric')
  const names = Object.keys(insights.metrics)
  const chosen =
    names.find((name) => name === requestedMetric) ?? firstWithData(insights) ?? names[0]!
  const safeUsername = account.username.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 60)
  const fileName = `insights-${account.platform}-${safeUsername}-${range.from}-${range.to}`
  const permission = insights.missing_permission
  const needsReconnect = permission !== null || account.status !== 'connected'
  if (needsReconnect && firstWithData(insights) === undefined) {
    return <NoAccess account={account} permission={permission} />
  }
  return (
    <>
      {needsReconnect && <AccessEnded account={account} permission={permission} />}
      {!insights.synced_at && !needsReconnect && (
        <Alert color="blue" variant="light">
          {t('notSynced')}
        </Alert>
      )}
      <SyncBar account={account} insights={insights} range={range} fileName={fileName} />
      <MetricCards insights={insights} chosen={chosen} onChoose={choose} />
      <MetricChart
        name={chosen}
        metric={insights.metrics[chosen]!}
        before={before}
        settled={insights.data_through}
        fileName={`${fileName}-${chosen}`}
      />
      <PostMetrics account={account} range={range} />
    </>
  )
}

function firstWithData({ metrics }: AccountInsights): string | undefined {
  const rank = ['views', ...Object.keys(metrics)]
  return rank.find((name) => metrics[name]?.series.some(({ value }) => value !== null))
}

type AccessProps = { account: AccountListItem; permission: string | null }

/** Why no metrics arrive: the account's access ended, or the client did not allow reading them. */
function useAccessText({ account, permission }: AccessProps): { title: string; text: string } {
  const t = useMessages(insightsMessages)
  const label = useLabel()
  const name = accountHandle(account)
  if (account.status !== 'connected') {
    return { title: t('expiredTitle', { account: name }), text: t('expiredText') }
  }
  const known = platformOf(account.platform)?.permissions.find((each) => each.scope === permission)
  return {
    title: t('missingTitle', { account: name }),
    text: t('missing', { permission: known ? label(known.label) : (permission ?? '') }),
  }
}

/** Instead of empty charts. */
function NoAccess(props: AccessProps) {
  const { title, text } = useAccessText(props)
  return (
    <Empty
      icon={LockKeyhole}
      title={title}
      text={text}
      action={<ReconnectButton account={props.account} />}
    />
  )
}

/** Above the metrics of earlier days. */
function AccessEnded(props: AccessProps) {
  const t = useMessages(insightsMessages)
  const { title, text } = useAccessText(props)
  return (
    <Alert color="yellow" variant="light" title={title} icon={<TriangleAlert aria-hidden />}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {t('noNewNumbers')} {text}
        </Text>
        <ReconnectButton account={props.account} size="xs" />
      </Stack>
    </Alert>
  )
}

function NotSupported({ account }: { account: AccountListItem }) {
  const t = useMessages(insightsMessages)
  return (
    <Empty
      icon={CircleSlash}
      title={t('notSupported', { platform: platformName(account.platform) })}
      text={t('notSupportedText')}
    />
  )
}
