import { sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { invalidField, ServiceError } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'
import { type Tx, wakeAfterCommit } from '../../database/open.ts'
import { limitReached } from '../../database/quota.ts'
import type { Recovery, WebhookRecover } from '../../schemas/webhook.ts'
import { isRecoverable, type RecoveryFilter } from './delivery/recover.ts'
import { historyStart } from './delivery-queries.ts'
import { type EndpointRow, findEndpoint, lockEndpoint } from './queries.ts'

const defaultStatuses = ['failed', 'skipped']

/**
 * Sends deliveries of an endpoint again, one attempt each: those of a time range in the background, page
 * by page and across restarts, or up to 100 chosen ones. Pending deliveries are left out of a time range;
 * chosen ones that wait for a retry are sent now. 409 `webhook_inactive` on an inactive endpoint.
 */
export async function recoverWebhook(
  ctx: Context,
  scope: Scope,
  id: string,
  input: WebhookRecover,
): Promise<Recovery> {
  const now = ctx.clock.now()
  const range = parseRange(input, now)
  return await ctx.db.transact(async (tx) => {
    requireActive(await findEndpoint(tx, scope, id))
    // Counted before the lock, which results of deliveries wait for: a million rows take a second.
    const inRange = range && (await countRecoverable(tx, id, range))
    const endpoint = requireActive(await lockEndpoint(tx, scope, id))
    if (range) await startRecovery(tx, id, range, now)
    const count = inRange ?? (await queueChosen(tx, scope, endpoint, input.delivery_ids!, now))
    wakeAfterCommit(tx, 'deliveries', [{ endpointId: id, ownerId: scope.ownerId }])
    return {
      object: 'webhook_recovery',
      webhook_id: id,
      profile_id: endpoint.profile_id,
      since: range?.since.toISOString() ?? null,
      until: range && new Date(input.until ?? now).toISOString(),
      count,
      created_at: now.toISOString(),
    }
  })
}

/** The range and filters of the request; `null` if it names deliveries. */
function parseRange(input: WebhookRecover, now: Date): RecoveryFilter | null {
  const { delivery_ids: ids, ...rangeInput } = input
  if (ids) {
    if (Object.values(rangeInput).every((value) => value === undefined)) return null
    throw invalidField('delivery_ids', 'Send it alone, without a time range.', 'not_allowed')
  }
  if (!input.since) throw invalidField('since', 'Send since or delivery_ids.', 'required')
  const since = new Date(input.since)
  // `until` is excluded, and what is created at this moment is not.
  const end = new Date(now.getTime() + 1)
  const until = input.until ? new Date(input.until) : end
  if (since > now) throw invalidField('since', 'It must not be in the future.', 'in_future')
  if (until <= since) throw invalidField('until', 'It must be after since.', 'range_reversed')
  if (since < historyStart(now)) {
    throw invalidField(
      'since',
      `It must be within the last ${limits.webhook.historyDays} days. Older deliveries are not kept.`,
      'too_long_ago',
    )
  }
  return {
    since,
    until: until < end ? until : end,
    event_types: input.event_types ?? null,
    statuses: [...new Set(input.statuses ?? defaultStatuses)],
  }
}

function requireActive(endpoint: EndpointRow | undefined): EndpointRow {
  if (!endpoint) throw new ServiceError('webhook_not_found')
  if (!endpoint.active) throw new ServiceError('webhook_inactive')
  return endpoint
}

async function countRecoverable(tx: Tx, id: string, filter: RecoveryFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from delivery d join webhook_endpoint e on e.id = d.endpoint_id
    where ${isRecoverable(id, filter)}`.execute(tx)
  return rows[0]!.count
}

/** Stores the job; the dispatchers do it. */
async function startRecovery(tx: Tx, id: string, filter: RecoveryFilter, now: Date): Promise<void> {
  const since = await mergeUnstarted(tx, id, filter)
  await requireFreeRecovery(tx, id)
  await tx
    .insertInto('webhook_recovery')
    .values({
      ...filter,
      since,
      endpoint_id: id,
      after_created_at: null,
      after_id: null,
      created_at: now,
    })
    .execute()
}

/**
 * Merges the endpoint's unstarted jobs with the same filters into the new one, so that repeated requests
 * send each delivery once and do not delay other endpoints. Returns the earliest `since`.
 */
async function mergeUnstarted(tx: Tx, endpointId: string, filter: RecoveryFilter): Promise<Date> {
  const { rows } = await sql<{ since: Date }>`
    delete from webhook_recovery
    where endpoint_id = ${endpointId} and after_id is null
      and event_types is not distinct from ${filter.event_types}::text[]
      and statuses = ${filter.statuses}::text[]
      and since <= ${filter.until} and until >= ${filter.since} and until <= ${filter.until}
    returning since`.execute(tx)
  return new Date(Math.min(+filter.since, ...rows.map(({ since }) => +since)))
}

async function requireFreeRecovery(tx: Tx, endpointId: string): Promise<void> {
  const { open } = await tx
    .selectFrom('webhook_recovery')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirstOrThrow()
  const { recoveriesOpenMax: max } = limits.webhook
  const recoveries = Number(open) + 1
  if (recoveries > max) throw limitReached('recoveries of the endpoint at a time', max, recoveries)
}

/**
 * Queues the deliveries; those that wait for a retry get an extra attempt now, and their schedule stays.
 * Returns how many are sent, without those that are due anyway.
 */
async function queueChosen(
  tx: Tx,
  scope: Scope,
  endpoint: EndpointRow,
  ids: readonly string[],
  now: Date,
): Promise<number> {
  const chosen = [...new Set(ids)]
  const { rows } = await sql<{ id: string; profile_id: string; queued: boolean }>`
    with found as materialized (
      select delivery.id, delivery.created_at, delivery.event_id, delivery.event_created_at,
        delivery.profile_id,
        coalesce((select max(number) from attempt where attempt.delivery_id = delivery.id
          and attempt.created_at = delivery.created_at), 0) as last_number
      from delivery
      where ${inScope(scope, 'delivery')} and delivery.endpoint_id = ${endpoint.id}
        and delivery.id = any(${chosen}::uuid[]) and delivery.created_at >= ${historyStart(now)}
    ), queued as (
      insert into delivery_queue (delivery_id, delivery_created_at, endpoint_id, event_id,
        event_created_at, due_at, attempt, once)
      select id, created_at, ${endpoint.id}, event_id, event_created_at, ${now}, last_number + 1, true
      from found where last_number < ${limits.webhook.attemptsWithResendsMax}
      on conflict (delivery_id) do update set resends = 1
        where delivery_queue.attempt > 1 and not delivery_queue.once and delivery_queue.resends = 0
      returning delivery_id
    )
    select id, profile_id, exists (select 1 from queued where delivery_id = id) as queued
    from found`.execute(tx)
  const found = new Set(rows.map(({ id }) => id))
  const missing = ids.findIndex((id) => !found.has(id))
  if (missing >= 0) {
    throw new ServiceError('delivery_not_found', { param: `delivery_ids.${missing}` })
  }
  if (endpoint.profile_id && rows.some((row) => row.profile_id !== endpoint.profile_id)) {
    throw new ServiceError('profile_conflict', {
      message:
        'The endpoint is bound to a profile other than that of a delivery. Bind it to that profile or to none.',
    })
  }
  return rows.filter(({ queued }) => queued).length
}
