import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { newUuid } from '../../core/ids.ts'
import type { Queries } from '../../database/open.ts'
import type { RecordAudit } from '../../http/request.ts'
import type { Delivery } from '../../schemas/delivery.ts'
import { type EventType, exampleEvent } from '../../schemas/event.ts'
import { requireDelivery, showWithAttempts } from './deliveries.ts'
import { type SendResult, sendDelivery } from './delivery/send.ts'
import { writeEnvelope } from './envelope.ts'
import { type EndpointRow, findEndpoint, findSealedSecrets } from './queries.ts'
import { openSigningKeys } from './secrets.ts'
import { countUrlCheck } from './url.ts'

const message = 'This is a test of your webhook endpoint.'

/**
 * Sends a `webhook.test` event, or a sample of another type, immediately and returns the finished delivery.
 * Allowed while the endpoint is inactive; never retried, and not counted as a failure or success. The
 * delivery belongs to the endpoint's profile, or to the default profile.
 */
export async function testWebhook(
  ctx: Context,
  scope: Scope,
  id: string,
  type: EventType,
  recordAudit: RecordAudit,
): Promise<Delivery> {
  const endpoint = await findEndpoint(ctx.db.query, scope, id)
  const sealed = await findSealedSecrets(ctx.db.query, scope, id)
  if (!endpoint || !sealed) throw new ServiceError('webhook_not_found')
  await countUrlCheck(ctx, scope)
  const profile = await profileOf(ctx.db.query, endpoint)
  const now = ctx.clock.now()
  const event =
    type === 'webhook.test'
      ? writeEnvelope({
          ownerId: endpoint.owner_id,
          profileId: profile.id,
          profileExternalId: profile.external_id,
          type,
          data: { webhook_id: id, message },
          now,
        })
      : writeSample(type, now)
  const deliveryId = newUuid()
  const sent = await sendDelivery(ctx, {
    deliveryId,
    eventType: type,
    url: new URL(endpoint.url),
    body: event.body,
    keys: openSigningKeys(ctx.config.keyring, id, sealed, now),
  })
  await recordDelivery(ctx, endpoint, profile.id, {
    deliveryId,
    event,
    type,
    now,
    sent,
    recordAudit,
  })
  const row = await requireDelivery(ctx.db.query, scope, id, deliveryId, now)
  return await showWithAttempts(ctx.db.query, scope, row)
}

/**
 * The example of an event with a new ID. None of its other IDs exists, not even that of the profile, so that
 * a receiver that ignores the mark cannot change the data of a real client.
 */
function writeSample(type: EventType, now: Date): { id: string; body: Buffer } {
  const id = newUuid()
  const { data, ...example } = exampleEvent(type)
  const sample = { ...example, id, created_at: now.toISOString(), test: true, data }
  return { id, body: Buffer.from(JSON.stringify(sample)) }
}

async function profileOf(db: Queries, endpoint: EndpointRow) {
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
    type: EventType
    now: Date
    sent: SendResult
    recordAudit: RecordAudit
  },
): Promise<void> {
  const { deliveryId, event, type, now, sent, recordAudit } = trial
  const owned = { owner_id: endpoint.owner_id, profile_id: profileId, created_at: now }
  await ctx.db.transact(async (tx) => {
    await tx
      .insertInto('event')
      .values({ id: event.id, type, resource_id: endpoint.id, body: event.body, ...owned })
      .execute()
    await tx
      .insertInto('delivery')
      .values({
        id: deliveryId,
        endpoint_id: endpoint.id,
        event_id: event.id,
        event_created_at: now,
        event_type: type,
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
        signature: sent.signature,
        error_code: sent.errorCode,
        response_headers: sent.responseHeaders && JSON.stringify(sent.responseHeaders),
      })
      .execute()
    const { url, profile_id } = endpoint
    await recordAudit(tx, { object: 'webhook_delivery', id: deliveryId, profile_id, url })
  })
}
