import { sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'
import { wakeAfterCommit } from '../../database/open.ts'
import { limitReached } from '../../database/quota.ts'
import type { RecordAudit } from '../../http/request.ts'
import type { Delivery } from '../../schemas/delivery.ts'
import { findEventBody } from './attempts.ts'
import { requireDelivery, showWithAttempts } from './deliveries.ts'
import { lockEndpoint } from './queries.ts'

/**
 * Queues one extra attempt of a delivery: the same event, the next attempt number, the endpoint's
 * current URL and secret. A pending delivery keeps its schedule. 409 `webhook_inactive` on an inactive
 * endpoint, 400 `profile_conflict` on one bound to another profile.
 */
export async function resendDelivery(
  ctx: Context,
  scope: Scope,
  endpointId: string,
  id: string,
  recordAudit: RecordAudit,
): Promise<Delivery> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const endpoint = await lockEndpoint(tx, scope, endpointId)
    const row = await requireDelivery(tx, scope, endpointId, id, now)
    if (!endpoint?.active) throw new ServiceError('webhook_inactive')
    if (endpoint.profile_id !== null && endpoint.profile_id !== row.profile_id) {
      throw new ServiceError('profile_conflict', {
        message:
          'The endpoint is bound to a profile other than that of the delivery. Bind it to that profile or to none.',
      })
    }
    const { attemptsWithResendsMax: max } = limits.webhook
    if (!(await findEventBody(tx, row))) {
      throw new ServiceError('delivery_not_found', {
        message: 'The content of this delivery was deleted with its profile. It cannot be resent.',
      })
    }
    const { attempt, resends } = await tx
      .insertInto('delivery_queue')
      .values({
        delivery_id: row.id,
        delivery_created_at: row.created_at,
        endpoint_id: endpointId,
        event_id: row.event_id,
        event_created_at: row.event_created_at,
        due_at: now,
        attempt: (row.last_number ?? 0) + 1,
        once: true,
        resends: 1,
        lease_until: null,
        lease_token: null,
      })
      .onConflict((conflict) =>
        conflict.column('delivery_id').doUpdateSet({ resends: sql`delivery_queue.resends + 1` }),
      )
      .returning(['attempt', 'resends'])
      .executeTakeFirstOrThrow()
    const attempts = attempt + resends - 1
    if (attempts > max) throw limitReached('attempts of the delivery', max, attempts)
    wakeAfterCommit(tx, 'deliveries', [{ endpointId, ownerId: scope.ownerId }])
    // A test belongs to its endpoint, which may be for all profiles.
    const { profile_id } = row.test ? endpoint : row
    await recordAudit(tx, { object: 'webhook_delivery', id, profile_id, url: endpoint.url })
    return await showWithAttempts(tx, scope, await requireDelivery(tx, scope, endpointId, id, now))
  })
}
