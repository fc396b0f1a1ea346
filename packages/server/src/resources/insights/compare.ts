import { sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import type { CursorValue } from '../../core/cursor.ts'
import { utcDay } from '../../core/day.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { Queries } from '../../database/open.ts'
import { rowLimit } from '../../database/statements.ts'
import { type PageInput, readPage } from '../../http/list.ts'
import type { AccountSummary } from '../../schemas/insight-list.ts'
import { type MetricValues, selectMetrics } from './metrics.ts'
import { daysInRange, parseRange, previousRange } from './range.ts'
import { dataThrough, type InsightsQuery, nextSyncAt, showMetric } from './read.ts'
import { type InsightState, missingPermission } from './state.ts'

const defaultMetrics = ['followers_count', 'views']

type CompareInput = PageInput & InsightsQuery & { platform?: string[] | undefined }

/**
 * The accounts in scope with some metrics over a range, in two statements per page, from the stored
 * history. Disconnected accounts and platforms without insights are not listed. Errors as `readInsights`.
 */
export async function compareAccounts(ctx: Context, scope: Scope, input: CompareInput) {
  const abilities = [...ctx.platforms.values()].flatMap(({ value, insights }) =>
    insights ? [{ value, insights }] : [],
  )
  const available = abilities.flatMap(({ insights }) => insights.accountMetrics)
  const names = selectMetrics(input.metrics ?? defaultMetrics, available, 'No platform').map(
    ({ name }) => name,
  )
  const range = parseRange(input, utcDay(ctx.clock.now()))
  const previous = previousRange(range)
  const supported = abilities.map(({ value }): string => value)
  const platforms = supported.filter((value) => input.platform?.includes(value) ?? true)
  const binding = ['insights-accounts', scope.ownerId, scope.profile?.id ?? null, platforms]
  const page = await readPage(input, binding, {
    length: 1,
    valuesOf: (row: AccountRow) => [row.id],
    show: (row) => row,
    fetch: (after, rows) => listAccounts(ctx.db.query, scope, platforms, after, rows),
  })
  const ids = page.data.map(({ id }) => id)
  const metricsByAccount = await listMetrics(ctx.db.query, ids, names, previous.from, range.to)
  const days = daysInRange(range)
  const previousDays = daysInRange(previous)
  const data = page.data.map((account): AccountSummary => {
    const ability = ctx.platforms.get(account.platform as PlatformValue)!.insights!
    const missing = missingPermission(ability.permission, account, account.state)
    const byDay = missing ? {} : (metricsByAccount.get(account.id) ?? {})
    const metrics = ability.accountMetrics
      .filter(({ name }) => names.includes(name))
      .map((metric) =>
        showMetric(metric, days, previousDays, byDay, account.state.known_to ?? null),
      )
    return {
      object: 'account_insights_summary',
      account_id: account.id,
      profile_id: account.profile_id,
      platform: account.platform as PlatformValue,
      username: account.username,
      from: range.from,
      to: range.to,
      metrics: Object.fromEntries(
        metrics.map(({ name, series, ...rest }) => [
          name,
          { ...rest, values: series.map(({ value }) => value) },
        ]),
      ),
      missing_permission: missing,
      data_through: dataThrough(account.state, range.to),
      synced_at: account.state.synced_at ?? null,
      next_sync_at: nextSyncAt(account.state, account.due_at),
    }
  })
  return { ...page, data }
}

type AccountRow = Awaited<ReturnType<typeof listAccounts>>[number]

/** One page of the accounts in scope, in the order of their ids, with their insights state. */
export async function listAccounts(
  db: Queries,
  scope: Scope,
  platforms: readonly string[],
  after: CursorValue[] | null,
  rows: number,
) {
  let query = db
    .selectFrom('account')
    .leftJoin('account_poll as schedule', (join) =>
      join.onRef('schedule.account_id', '=', 'account.id').on('schedule.kind', '=', 'insights'),
    )
    .select([
      'account.id',
      'account.profile_id',
      'account.platform',
      'account.username',
      'account.display_name',
      'account.profile_url',
      'account.connected_at',
      'account.permissions_missing',
      'schedule.state',
      'schedule.due_at',
    ])
    .where(inScope(scope, 'account'))
    .where('account.status', '<>', 'disconnected')
    .where(sql<boolean>`account.platform = any(${platforms}::text[])`)
  if (after) query = query.where('account.id', '>', String(after[0]))
  const accounts = await query.orderBy('account.id').limit(rowLimit(rows)).execute()
  return accounts.map((row) => ({ ...row, state: (row.state ?? {}) as InsightState }))
}

type MetricsByDay = Readonly<Record<string, MetricValues>>

/** The named metrics by day of accounts that the caller found in scope, by account. */
export async function listMetrics(
  db: Queries,
  accountIds: readonly string[],
  names: readonly string[],
  from: string,
  to: string,
): Promise<Map<string, MetricsByDay>> {
  if (accountIds.length === 0) return new Map()
  const { rows } = await sql<{ account_id: string; days: Record<string, (number | null)[]> }>`
    select account_id, json_object_agg(to_char(day, 'YYYY-MM-DD'),
      json_build_array(${sql.join(names.map((name) => sql`metrics -> ${name}::text`))})) as days
    from insight_day
    where account_id = any(${accountIds}::text[]) and day between ${from}::date and ${to}::date
    group by account_id`.execute(db)
  return new Map(rows.map(({ account_id, days }) => [account_id, namedValues(days, names)]))
}

function namedValues(days: Record<string, (number | null)[]>, names: readonly string[]) {
  return Object.fromEntries(
    Object.entries(days).map(([day, values]) => [
      day,
      Object.fromEntries(
        names.flatMap((name, index) => {
          const value = values[index]
          return value == null ? [] : [[name, value]]
        }),
      ),
    ]),
  )
}
