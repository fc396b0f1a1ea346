import { sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import { scopedStatement } from '../../access/scoped-statement.ts'
import { fixedStatement } from '../../database/fixed-statement.ts'
import type { Queries } from '../../database/open.ts'
import type { MetricValues } from './metrics.ts'
import type { InsightState } from './state.ts'

export const accountWithSchedule = scopedStatement((db, scope, { id }: { id: string }) =>
  db
    .selectFrom('account')
    .leftJoin('account_poll as schedule', (join) =>
      join.onRef('schedule.account_id', '=', 'account.id').on('schedule.kind', '=', 'insights'),
    )
    .select([
      'account.id',
      'account.platform',
      'account.username',
      'account.connected_at',
      'account.permissions_missing',
      'schedule.state',
      'schedule.due_at',
    ])
    .where(inScope(scope, 'account'))
    .where('account.id', '=', id),
)

/** The account with its insights schedule, if it is in scope. */
export async function findAccountWithSchedule(db: Queries, scope: Scope, id: string) {
  const row = await accountWithSchedule.first(db, scope, { id })
  return row && { ...row, state: (row.state ?? {}) as InsightState }
}

/** The metrics of an account by day, from `from` to `to`, both included. */
export async function findMetricsByDay(
  db: Queries,
  accountId: string,
  from: string,
  to: string,
): Promise<Readonly<Record<string, MetricValues>>> {
  const [row] = await metricsByDay.run(db, { accountId, from, to })
  return row?.days ?? {}
}

const metricsByDay = fixedStatement(
  (_db, { accountId, from, to }: { accountId: string; from: string; to: string }) =>
    sql<{ days: Readonly<Record<string, MetricValues>> | null }>`
      select json_object_agg(to_char(day, 'YYYY-MM-DD'), metrics) as days from insight_day
      where account_id = ${accountId} and day between ${from}::date and ${to}::date`,
)

/** The post's id, if it is in scope. */
export async function findPostId(db: Queries, scope: Scope, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('post')
    .select('post.id')
    .where(inScope(scope, 'post'))
    .where('post.id', '=', id)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The metrics of a public part; without `metrics` it was not read yet. */
type PartMetrics = { number: number; metrics: MetricValues | null; synced_at: string | null }

/** The targets of a post in order, with the metrics of their parts and their account's insights state. */
export async function listTargetMetrics(db: Queries, postId: string) {
  const rows = await db
    .selectFrom('post_target as target')
    .leftJoin('account', 'account.id', 'target.account_id')
    .leftJoin('account_poll as schedule', (join) =>
      join
        .onRef('schedule.account_id', '=', 'target.account_id')
        .on('schedule.kind', '=', 'insights'),
    )
    .select([
      'target.id',
      'target.account_id',
      'target.platform',
      'account.permissions_missing',
      'account.connected_at',
      'schedule.state',
      sql<PartMetrics[] | null>`(
        select jsonb_agg(jsonb_build_object(
          'number', part.number, 'metrics', insight.metrics, 'synced_at', insight.synced_at)
          order by part.number)
        from post_part part left join insight_post insight
          on insight.target_id = part.target_id and insight.number = part.number
        where part.target_id = target.id)`.as('parts'),
    ])
    .where('target.post_id', '=', postId)
    .orderBy('target.position')
    .execute()
  return rows.map((row) => ({
    ...row,
    parts: row.parts ?? [],
    state: (row.state ?? {}) as InsightState,
  }))
}

export type TargetMetrics = Awaited<ReturnType<typeof listTargetMetrics>>[number]
