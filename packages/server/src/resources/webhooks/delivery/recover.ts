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
 * Has everything that was not delivered since then sent again, one try each: what failed and what
 * was skipped. The order is durable: it is worked in pages by the dispatchers, whoever stops in
 * between. 409 `webhook_inactive` on an inactive endpoint.
 */
export async function recoverWebhook(
  ctx: Context,
  scope: Scope,
  id: string,
  since: Date,
): Promise<Recovery> {
  const now = ctx.clock.now()
  if (since > now) throw invalidField('since', 'It must not lie in the future.', 'in_future')
  if (since < historyStart(now)) {
    throw invalidField(
      'since',
      `Give an instant of the last ${limits.webhook.historyDays} days.`,
      'too_long_ago',
    )
  }
  const profileId = await ctx.db.transact(async (tx) => {
    const endpoint = await lockEndpoint(tx, scope, id)
    if (!endpoint) throw new ServiceError('webhook_not_found')
    if (!endpoint.active) throw new ServiceError('webhook_inactive')
    const waiting = await takeWaiting(tx, id)
    await tx
      .insertInto('webhook_recovery')
      .values({
        endpoint_id: id,
        since: waiting && waiting < since ? waiting : since,
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
 * Orders of the endpoint that nobody has begun are one with the new one: however often it is asked,
 * each delivery is sent once more, and other endpoints do not wait behind a row of equal orders.
 */
async function takeWaiting(tx: Tx, endpointId: string): Promise<Date | null> {
  const orders = await tx
    .deleteFrom('webhook_recovery')
    .where('endpoint_id', '=', endpointId)
    .where('after_id', 'is', null)
    .returning('since')
    .execute()
  return orders.map(({ since }) => since).toSorted((left, right) => +left - +right)[0] ?? null
}

type Order = Selectable<WebhookRecoveryTable>

/**
 * Puts the next page of one ordered recovery into the queue, in one transaction with the place it
 * has come to. Answers how many orders it worked on: 0 or 1.
 */
export async function recoverNextPage(ctx: Context): Promise<number> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const order = await tx
      .selectFrom('webhook_recovery')
      .select(['id', 'endpoint_id', 'since', 'until', 'after_created_at', 'after_id', 'created_at'])
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!order) return 0
    const last = await queuePage(tx, order, now)
    if (last) {
      await tx
        .updateTable('webhook_recovery')
        .set({ after_created_at: last.created_at, after_id: last.id })
        .where('id', '=', order.id)
        .execute()
      wakeAfterCommit(tx, 'deliveries')
    } else {
      await tx.deleteFrom('webhook_recovery').where('id', '=', order.id).execute()
    }
    return 1
  })
}

/**
 * An endpoint that became inactive after the order gets nothing: its order ends. One that was bound to
 * another profile gets the deliveries of that profile only.
 */
async function queuePage(
  tx: Tx,
  order: Order,
  now: Date,
): Promise<{ id: string; created_at: Date } | null> {
  const { rows } = await sql<{ id: string; created_at: Date }>`
    with page as materialized (
      select d.id, d.created_at, d.endpoint_id, d.event_id, d.event_created_at,
        coalesce((select max(number) from attempt
          where attempt.delivery_id = d.id and attempt.created_at = d.created_at), 0) as last_number
      from delivery d join webhook_endpoint e on e.id = d.endpoint_id
      where d.endpoint_id = ${order.endpoint_id} and e.active and d.outcome is not null and not d.test
        and (e.profile_id is null or e.profile_id = d.profile_id)
        and d.created_at >= ${order.since} and d.created_at <= ${order.until}
        and (${order.after_id}::uuid is null
          or (d.created_at, d.id) > (${order.after_created_at}::timestamptz, ${order.after_id}::uuid))
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
