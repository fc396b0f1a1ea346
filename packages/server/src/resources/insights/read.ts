import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { utcDay } from '../../core/day.ts'
import { ServiceError } from '../../core/errors.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { Metric } from '../../platforms/contract/insights.ts'
import type { AccountInsights } from '../../schemas/insight.ts'
import { compareDays, type MetricValues, selectMetrics, totalOf } from './metrics.ts'
import { findAccountWithSchedule, findMetricsByDay } from './queries.ts'
import { daysInRange, parseRange, previousRange } from './range.ts'
import { type InsightState, missingPermission } from './state.ts'

export type InsightsQuery = {
  from?: string | undefined
  to?: string | undefined
  metrics?: readonly string[] | undefined
}

/** The insights of an account over a range; see `readInsights`. Never calls a platform. */
export async function readAccountInsights(
  ctx: Context,
  scope: Scope,
  id: string,
  query: InsightsQuery,
): Promise<AccountInsights> {
  return (await readInsights(ctx, scope, id, query)).insights
}

/**
 * The insights with the username of their account. 404 `account_not_found`, 422
 * `insights_not_supported`, 400 `invalid_metric`, `invalid_range`, `range_too_long`.
 */
export async function readInsights(
  ctx: Context,
  scope: Scope,
  id: string,
  query: InsightsQuery,
): Promise<{ username: string; insights: AccountInsights }> {
  const account = await findAccountWithSchedule(ctx.db.query, scope, id)
  if (!account) throw new ServiceError('account_not_found')
  const platform = ctx.platforms.get(account.platform as PlatformValue)
  const ability = platform?.insights
  if (!ability) throw new ServiceError('insights_not_supported')
  const metrics = selectMetrics(query.metrics, ability.accountMetrics, platform.name)
  const range = parseRange(query, utcDay(ctx.clock.now()))
  const previous = previousRange(range)
  const byDay = await findMetricsByDay(ctx.db.query, id, previous.from, range.to)

  const missing = missingPermission(ability.permission, account, account.state)
  const days = daysInRange(range)
  const previousDays = daysInRange(previous)
  const finalThrough = account.state.known_to ?? null
  const visibleMetrics = metrics
    .map((metric) => showMetric(metric, days, previousDays, byDay, finalThrough))
    .map((metric) =>
      missing ? { ...metric, total: null, previous_total: null, comparison: null } : metric,
    )
  const reason = missing ? 'missing_permission' : account.state.synced_at ? 'no_data' : 'not_synced'
  const insights: AccountInsights = {
    object: 'account_insights',
    account_id: account.id,
    platform: platform.value,
    from: range.from,
    to: range.to,
    metrics: Object.fromEntries(visibleMetrics.map(({ name, ...rest }) => [name, rest])),
    missing_permission: missing,
    unavailable_metrics: visibleMetrics
      .filter(({ series }) => missing || series.every(({ value }) => value === null))
      .map(({ name }) => ({ metric: name, reason })),
    data_through: dataThrough(account.state, range.to),
    synced_at: account.state.synced_at ?? null,
    next_sync_at: nextSyncAt(account.state, account.due_at),
  }
  return { username: account.username, insights }
}

/** A metric over a range, with the total of the range before and both over the days to compare. */
export function showMetric(
  { name, kind }: Metric,
  days: readonly string[],
  previousDays: readonly string[],
  byDay: Readonly<Record<string, MetricValues>>,
  finalThrough: string | null,
) {
  const valueOn = (day: string) => byDay[day]?.[name] ?? null
  const series = days.map((date) => ({ date, value: valueOn(date) }))
  const before = previousDays.map(valueOn)
  const final = series.map(({ date, value }) =>
    finalThrough !== null && date <= finalThrough ? value : null,
  )
  return {
    name,
    kind,
    total: totalOf(
      kind,
      series.map(({ value }) => value),
    ),
    previous_total: totalOf(kind, before),
    comparison: kind === 'sum' ? compareDays(final, before) : null,
    series,
  }
}

/** The last day of a range whose values are final. */
export function dataThrough({ known_to: day }: InsightState, to: string): string | null {
  if (!day) return null
  return day > to ? to : day
}

/** The next cycle, or the row's due time if that is later; backfills make the row due earlier. */
export function nextSyncAt(state: InsightState, dueAt: Date | null): string | null {
  if (!dueAt) return null
  const due = dueAt.toISOString()
  return state.next_cycle_at && state.next_cycle_at > due ? state.next_cycle_at : due
}
