import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Queries } from '../database/open.ts'

/** The kinds of work that can be overdue: deliveries, posts, and the tables of `due.ts`. */
export const workKinds = [
  'deliveries',
  'posts',
  'polls',
  'profile_deletions',
  'mails',
  'imports',
  'notices',
  'chores',
] as const
export type WorkKind = (typeof workKinds)[number]

/** When the oldest due row of each kind that no process has leased became due; `null` without one. */
export type Backlog = Record<WorkKind, Date | null>

const isFree = sql`(lease_until is null or lease_until < now())`

/**
 * Finds the oldest work of each kind that is due and unclaimed. Work of paused accounts and of
 * endpoints that are backing off does not count. Uses indexes, so the queue's length does not matter.
 */
export async function readBacklog(ctx: Pick<Context, 'db' | 'clock'>): Promise<Backlog> {
  const now = ctx.clock.now()
  const oldest = (table: string) => sql`
    (select due_at from ${sql.table(table)} where due_at <= ${now} and ${isFree}
     order by due_at limit 1)`
  const { rows } = await sql<Backlog>`
    with recursive e as (
      (select endpoint_id from delivery_queue order by endpoint_id limit 1)
      union all
      select (select q.endpoint_id from delivery_queue q where q.endpoint_id > e.endpoint_id
        order by q.endpoint_id limit 1)
      from e where e.endpoint_id is not null)
    select
      (select min(q.due_at) from e
        join webhook_endpoint w on w.id = e.endpoint_id and w.active
          and (w.attempt_after is null or w.attempt_after <= ${now})
        cross join lateral (select greatest(due_at, w.attempt_after) as due_at
          from delivery_queue where endpoint_id = w.id and due_at <= ${now} and ${isFree}
          order by due_at limit 1) q) as deliveries,
      (select t.due_at from post_target t left join account a on a.id = t.account_id
        where t.due_at <= ${now} and not t.held and (t.lease_until is null or t.lease_until < now())
          and (a.paused_until is null or a.paused_until <= ${now})
        order by t.due_at limit 1) as posts,
      ${oldest('account_poll')} as polls,
      ${oldest('profile')} as profile_deletions,
      ${oldest('mail_outbox')} as mails,
      ${oldest('post_import')} as imports,
      ${oldest('member_notices')} as notices,
      ${oldest('chore')} as chores`.execute(ctx.db.query)
  return rows[0]!
}

/** How many deliveries are queued or in progress. Reads the whole queue. */
export async function countQueue(db: Queries): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from delivery_queue`.execute(db)
  return rows[0]!.count
}
