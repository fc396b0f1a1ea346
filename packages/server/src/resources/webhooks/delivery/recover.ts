import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { limits } from '../../../core/limits.ts'
import { type Tx, wakeAfterCommit } from '../../../database/open.ts'
import type { WebhookRecoveryTable } from '../../../database/tables.ts'

/** Which deliveries of an endpoint a recovery sends again. */
export type RecoveryFilter = Pick<
  Selectable<WebhookRecoveryTable>,
  'since' | 'until' | 'event_types' | 'statuses'
>

/**
 * Whether the delivery `d` of the endpoint `e` is to be sent again. An endpoint bound to a profile gets
 * the deliveries of that profile only. Undelivered ones are found by a partial index.
 */
export function isRecoverable(endpointId: string, filter: RecoveryFilter): RawBuilder<boolean> {
  const { since, until, statuses, event_types: types } = filter
  const isUndelivered = sql`(d.outcome is not null and d.outcome = any(${statuses}))`
  const hasStatus = statuses.includes('succeeded')
    ? sql`(d.outcome is null or ${isUndelivered})`
    : isUndelivered
  return sql<boolean>`(d.endpoint_id = ${endpointId} and e.active and not d.test and ${hasStatus}
    and d.created_at >= ${since} and d.created_at < ${until}
    and (${types}::text[] is null or d.event_type = any(${types}))
    and (e.profile_id is null or e.profile_id = d.profile_id)
    and not exists (select 1 from delivery_queue q where q.delivery_id = d.id))`
}

type RecoveryJob = RecoveryFilter &
  Pick<Selectable<WebhookRecoveryTable>, 'endpoint_id' | 'after_created_at' | 'after_id'>

/**
 * Queues the next page of the oldest recovery job whose endpoint has little due, and stores its position
 * in the same transaction, so that new events of the endpoint wait for a page at most. Returns the number
 * of jobs worked on: 0 or 1.
 */
export async function recoverNextPage(ctx: Context): Promise<number> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const job = await tx
      .selectFrom('webhook_recovery')
      .select(['id', 'endpoint_id', 'since', 'until', 'event_types', 'statuses'])
      .select(['after_created_at', 'after_id'])
      .where(sql<boolean>`(select count(*) from (
        select 1 from delivery_queue q
        where q.endpoint_id = webhook_recovery.endpoint_id and q.due_at <= ${now}
        limit ${limits.webhook.recoveryWaitsAtDue}) due) < ${limits.webhook.recoveryWaitsAtDue}`)
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!job) return 0
    const last = await queuePage(tx, job, now)
    if (last) {
      await tx
        .updateTable('webhook_recovery')
        .set({ after_created_at: last.created_at, after_id: last.id })
        .where('id', '=', job.id)
        .execute()
      wakeAfterCommit(tx, 'deliveries')
    } else {
      await tx.deleteFrom('webhook_recovery').where('id', '=', job.id).execute()
    }
    return 1
  })
}

/**
 * Returns the last row of the page, or `null` when the job is done, as for an endpoint that became
 * inactive.
 */
async function queuePage(
  tx: Tx,
  job: RecoveryJob,
  now: Date,
): Promise<{ id: string; created_at: Date } | null> {
  const { rows } = await sql<{ id: string; created_at: Date }>`
    with page as materialized (
      select d.id, d.created_at, d.endpoint_id, d.event_id, d.event_created_at,
        coalesce((select max(number) from attempt
          where attempt.delivery_id = d.id and attempt.created_at = d.created_at), 0) as last_number
      from delivery d join webhook_endpoint e on e.id = d.endpoint_id
      where ${isRecoverable(job.endpoint_id, job)} and (${job.after_id}::uuid is null
          or (d.created_at, d.id) > (${job.after_created_at}::timestamptz, ${job.after_id}::uuid))
      order by d.created_at, d.id limit ${limits.webhook.recoveryPageRows}
    ), queued as (
      insert into delivery_queue (delivery_id, delivery_created_at, endpoint_id, event_id,
        event_created_at, due_at, attempt, once)
      select page.id, page.created_at, page.endpoint_id, page.event_id, page.event_created_at, ${now},
        page.last_number + 1, true
      from page where page.last_number < ${limits.webhook.attemptsWithResendsMax}
      on conflict (delivery_id) do nothing
    )
    select id, created_at from page order by created_at desc, id desc limit 1`.execute(tx)
  return rows[0] ?? null
}
