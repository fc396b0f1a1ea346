import { type Selectable, sql } from 'kysely'
import type { Scope } from '../../../access/scope.ts'
import type { Context } from '../../../context.ts'
import { invalidField, ServiceError } from '../../../core/errors.ts'
import { limits } from '../../../core/limits.ts'
import { type Tx, wakeAfterCommit } from '../../../database/open.ts'
import type { WebhookRecoveryTable } from '../../../database/tables.ts'
import type { Recovery } from '../../../schemas/webhook.ts'
import { historyStart } from '../delivery-queries.ts'
import { lockEndpoint } from '../queries.ts'

/**
 * Sends all failed and skipped deliveries since `since` again, one attempt each. The job is stored: the
 * dispatchers process it by page and resume after a restart. 409 `webhook_inactive` on an inactive
 * endpoint.
 */
export async function recoverWebhook(
  ctx: Context,
  scope: Scope,
  id: string,
  since: Date,
): Promise<Recovery> {
  const now = ctx.clock.now()
  if (since > now) throw invalidField('since', 'It must not be in the future.', 'in_future')
  if (since < historyStart(now)) {
    throw invalidField(
      'since',
      `It must be within the last ${limits.webhook.historyDays} days.`,
      'too_long_ago',
    )
  }
  const profileId = await ctx.db.transact(async (tx) => {
    const endpoint = await lockEndpoint(tx, scope, id)
    if (!endpoint) throw new ServiceError('webhook_not_found')
    if (!endpoint.active) throw new ServiceError('webhook_inactive')
    const earlierSince = await removeUnstarted(tx, id)
    await tx
      .insertInto('webhook_recovery')
      .values({
        endpoint_id: id,
        since: earlierSince && earlierSince < since ? earlierSince : since,
        until: now,
        after_created_at: null,
        after_id: null,
        created_at: now,
      })
      .execute()
    wakeAfterCommit(tx, 'deliveries')
    return endpoint.profile_id
  })
  return {
    object: 'webhook_recovery',
    webhook_id: id,
    profile_id: profileId,
    since: since.toISOString(),
    created_at: now.toISOString(),
  }
}

/**
 * Merges the endpoint's unstarted jobs into the new one, so that repeated requests send each delivery
 * once and do not delay other endpoints. Returns the earliest `since` of the removed jobs.
 */
async function removeUnstarted(tx: Tx, endpointId: string): Promise<Date | null> {
  const jobs = await tx
    .deleteFrom('webhook_recovery')
    .where('endpoint_id', '=', endpointId)
    .where('after_id', 'is', null)
    .returning('since')
    .execute()
  return jobs.map(({ since }) => since).toSorted((left, right) => +left - +right)[0] ?? null
}

type RecoveryJob = Selectable<WebhookRecoveryTable>

/**
 * Queues the next page of the oldest recovery job and stores its position in the same transaction.
 * Returns the number of jobs worked on: 0 or 1.
 */
export async function recoverNextPage(ctx: Context): Promise<number> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const job = await tx
      .selectFrom('webhook_recovery')
      .select(['id', 'endpoint_id', 'since', 'until', 'after_created_at', 'after_id', 'created_at'])
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
 * inactive. An endpoint bound to a profile gets the deliveries of that profile only.
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
      where d.endpoint_id = ${job.endpoint_id} and e.active and d.outcome is not null and not d.test
        and (e.profile_id is null or e.profile_id = d.profile_id)
        and d.created_at >= ${job.since} and d.created_at <= ${job.until}
        and (${job.after_id}::uuid is null
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
