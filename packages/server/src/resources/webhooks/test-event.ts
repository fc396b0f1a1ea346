import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { newUuid } from '../../core/ids.ts'
import type { Reader } from '../../database/open.ts'
import { countUse } from '../../http/rate-limit.ts'
import type { RecordAudit } from '../../http/request.ts'
import type { Delivery } from '../../schemas/delivery.ts'
import { requireDelivery, showWithAttempts } from './deliveries.ts'
import { type SendResult, sendDelivery } from './delivery/send.ts'
import { writeEnvelope } from './envelope.ts'
import { type EndpointRow, findEndpoint, findSealedSecrets } from './queries.ts'
import { openSigningKeys } from './secrets.ts'

const message = 'This is a test of your webhook endpoint.'

/**
 * Sends a `webhook.test` event immediately and returns the finished delivery. Allowed while the endpoint is
 * inactive; never retried, and not counted as a failure or success. The event belongs to the endpoint's
 * profile, or to the default profile.
 */
export async function testWebhook(
  ctx: Context,
  scope: Scope,
  id: string,
  recordAudit: RecordAudit,
): Promise<Delivery> {
  const endpoint = await findEndpoint(ctx.db.read, scope, id)
  const sealed = await findSealedSecrets(ctx.db.read, scope, id)
  if (!endpoint || !sealed) throw new ServiceError('webhook_not_found')
  await countUse(ctx, 'url_check', scope.ownerId)
  const profile = await profileOf(ctx.db.read, endpoint)
  const now = ctx.clock.now()
  const event = writeEnvelope({
    ownerId: endpoint.owner_id,
    profileId: profile.id,
    profileExternalId: profile.external_id,
    type: 'webhook.test',
    data: { webhook_id: id, message },
    now,
  })
  const deliveryId = newUuid()
  const sent = await sendDelivery(ctx, {
    deliveryId,
    eventType: 'webhook.test',
    url: new URL(endpoint.url),
    body: event.body,
    keys: openSigningKeys(ctx.config.keyring, id, sealed, now),
  })
  await recordDelivery(ctx, endpoint, profile.id, { deliveryId, event, now, sent, recordAudit })
  const row = await requireDelivery(ctx.db.read, scope, id, deliveryId, now)
  return await showWithAttempts(ctx.db.read, row)
}

async function profileOf(db: Reader, endpoint: EndpointRow) {
  const query = db
    .selectFrom('profile')
    .select(['id', 'external_id'])
    .where('owner_id', '=', endpoint.owner_id)
  return await (endpoint.profile_id
    ? query.where('id', '=', endpoint.profile_id)
    : query.where('is_default', '=', true)
  ).executeTakeFirstOrThrow()
}

async function recordDelivery(
  ctx: Context,
  endpoint: EndpointRow,
  profileId: string,
  trial: {
    deliveryId: string
    event: { id: string; body: Buffer }
    now: Date
    sent: SendResult
    recordAudit: RecordAudit
  },
): Promise<void> {
  const { deliveryId, event, now, sent, recordAudit } = trial
  const owned = { owner_id: endpoint.owner_id, profile_id: profileId, created_at: now }
  await ctx.db.transact(async (tx) => {
    await tx
      .insertInto('event')
      .values({ id: event.id, type: 'webhook.test', body: event.body, ...owned })
      .execute()
    await tx
      .insertInto('delivery')
      .values({
        id: deliveryId,
        endpoint_id: endpoint.id,
        event_id: event.id,
        event_created_at: now,
        event_type: 'webhook.test',
        test: true,
        outcome: sent.error ? 'failed' : null,
        outcome_at: sent.error ? sent.completedAt : null,
        ...owned,
      })
      .execute()
    await tx
      .insertInto('attempt')
      .values({
        delivery_id: deliveryId,
        created_at: now,
        number: 1,
        started_at: sent.startedAt,
        duration_ms: sent.durationMs,
        url: sent.url,
        status_code: sent.statusCode,
        error: sent.error,
        response: sent.response,
      })
      .execute()
    await recordAudit(tx, { object: 'webhook_delivery', id: deliveryId, profile_id: profileId })
  })
}
