import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import type { PlatformValue } from '../../core/networks.ts'
import { clientName } from '../connect/flow/open.ts'
import { listAccounts, listMetrics } from '../insights/compare.ts'
import { dataThrough, showMetric } from '../insights/read.ts'
import { missingPermission } from '../insights/state.ts'
import { dayIn, daysBefore, daysUntil, type Month } from './month.ts'

/** The main metrics, the most important first. Unique counts have no total for a month. */
export const reportMetrics = [
  'followers_count',
  'views',
  'total_interactions',
  'likes',
  'comments',
  'replies',
  'reposts',
  'shares',
  'saves',
  'clicks',
] as const
export type ReportMetricName = (typeof reportMetrics)[number]

export type ReportMetric = {
  name: ReportMetricName
  kind: 'sum' | 'level'
  total: number
  /** `null` without data for both months. */
  change: { now: number; before: number; days: number } | null
  series: { date: string; value: number | null }[]
}

export type ReportAccount = {
  id: string
  platform: PlatformValue
  name: string
  /** Why it has no metrics; `null` if it has some. */
  without: 'not_supported' | 'missing_permission' | 'no_data' | null
  /** Those that have data in the month. */
  metrics: ReportMetric[]
  /** The last day of the month whose values are final. */
  dataThrough: string | null
}

export type ReportTotal = {
  /** Views are counted differently by each network, so they are added up within one only. */
  platform: PlatformValue | null
  name: 'followers_count' | 'views'
  total: number
  /** How many accounts have a value. */
  accounts: number
  /** Of the accounts that have data for both months. */
  change: { now: number; before: number; accounts: number; days: number } | null
}

export type MetricsView = {
  accounts: ReportAccount[]
  hasMoreAccounts: boolean
  totals: ReportTotal[]
}

/** The metrics of the accounts of the profile in a month, in two statements, from the stored history. */
export async function readMetrics(
  ctx: Context,
  scope: Scope,
  month: Month,
  timeZone: string,
): Promise<MetricsView> {
  const { accountsMax } = limits.report
  const platforms = [...ctx.platforms.keys()]
  const rows = await listAccounts(ctx.db.query, scope, platforms, null, accountsMax + 1)
  const shown = rows.slice(0, accountsMax)
  const days = daysUntil(month.days, dayIn(timeZone, ctx.clock.now()))
  const previousDays = daysBefore(month.name, 31)
  const ids = shown.map(({ id }) => id)
  const [first, last] = [previousDays[0]!, month.days.at(-1)!]
  const byAccount = await listMetrics(ctx.db.query, ids, reportMetrics, first, last)
  const accounts = shown.map((row): ReportAccount => {
    const platform = row.platform as PlatformValue
    const common = { id: row.id, platform, name: clientName(row) }
    const ability = ctx.platforms.get(platform)?.insights
    if (!ability) return { ...common, without: 'not_supported', metrics: [], dataThrough: null }
    const missing = missingPermission(ability.permission, row, row.state)
    const byDay = missing ? {} : (byAccount.get(row.id) ?? {})
    const metrics = reportMetrics
      .flatMap((name) => ability.accountMetrics.filter((metric) => metric.name === name))
      .map((metric) => showMetric(metric, days, previousDays, byDay, row.state.known_to ?? null))
      .flatMap((metric) => visibleMetric(metric))
      .slice(0, limits.report.metricsPerAccountMax)
    const reason = missing ? 'missing_permission' : 'no_data'
    return {
      ...common,
      without: metrics.length > 0 ? null : reason,
      metrics,
      dataThrough: dataThrough(row.state, last),
    }
  })
  return { accounts, hasMoreAccounts: rows.length > accountsMax, totals: totalsOf(accounts) }
}

function visibleMetric(metric: ReturnType<typeof showMetric>): ReportMetric[] {
  const { kind, total, previous_total, comparison, series } = metric
  if (total === null || kind === 'unique') return []
  const name = metric.name as ReportMetricName
  if (kind === 'level') {
    const change =
      previous_total === null ? null : { now: total, before: previous_total, days: series.length }
    return [{ name, kind, total, change, series }]
  }
  const change = comparison && {
    now: comparison.total,
    before: comparison.previous_total,
    days: comparison.days,
  }
  return [{ name, kind, total, change, series }]
}

function totalsOf(accounts: readonly ReportAccount[]): ReportTotal[] {
  const followers = totalOf(accounts, 'followers_count', null)
  const platforms = [...new Set(accounts.map(({ platform }) => platform))]
  return [
    ...followers,
    ...platforms.flatMap((platform) =>
      totalOf(
        accounts.filter((account) => account.platform === platform),
        'views',
        platform,
      ),
    ),
  ]
}

function totalOf(
  accounts: readonly ReportAccount[],
  name: ReportTotal['name'],
  platform: PlatformValue | null,
): ReportTotal[] {
  const found = accounts.flatMap(({ metrics }) => metrics.filter((metric) => metric.name === name))
  if (found.length === 0) return []
  const changes = found.flatMap(({ change }) => (change ? [change] : []))
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return [
    {
      platform,
      name,
      total: sum(found.map(({ total }) => total)),
      accounts: found.length,
      change:
        changes.length === 0
          ? null
          : {
              now: sum(changes.map(({ now }) => now)),
              before: sum(changes.map(({ before }) => before)),
              accounts: changes.length,
              days: Math.min(...changes.map(({ days }) => days)),
            },
    },
  ]
}
