import { impliedProfileId, resolveProfile } from '../../access/reference.ts'
import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import { type Reader, type Tx, wakeAfterCommit } from '../../database/open.ts'
import { lockOwner } from '../../database/quota.ts'
import { type PageInput, readPage } from '../../http/list.ts'
import type { RecordAudit } from '../../http/request.ts'
import type { Webhook, WebhookCreate, WebhookUpdate } from '../../schemas/webhook.ts'
import { seal } from '../../security/secrets.ts'
import { newWebhookSecret } from './delivery/signature.ts'
import { skipAllPending, skipOtherProfiles, skipPageIn } from './delivery/skip.ts'
import { type EndpointRow, findEndpoint, listEndpointsAfter, lockEndpoint } from './queries.ts'
import { secretPurpose } from './secrets.ts'
import { showEndpoint } from './show.ts'
import { acceptWebhookUrl } from './url.ts'

/** The endpoints in scope, the oldest first. */
export async function listWebhooks(ctx: Context, scope: Scope, input: PageInput) {
  return await readPage(input, bindingOf(scope), {
    length: 1,
    valuesOf: (row: EndpointRow) => [row.id],
    show: showEndpoint,
    fetch: (after, rows) => listEndpointsAfter(ctx.db.read, scope, after, rows),
  })
}

function bindingOf(scope: Scope) {
  return ['webhooks', scope.ownerId, scope.profile?.id ?? null]
}

/** The endpoint in scope; else 404 `webhook_not_found`. */
export async function getWebhook(ctx: Context, scope: Scope, id: string): Promise<Webhook> {
  const row = await findEndpoint(ctx.db.read, scope, id)
  if (!row) throw new ServiceError('webhook_not_found')
  return showEndpoint(row)
}

/**
 * Registers an endpoint and answers its secret, this once. Within a profile it is bound to that
 * profile. The eleventh of an owner is 409 `webhook_limit_reached`, also when they come at once.
 */
export async function createWebhook(
  ctx: Context,
  scope: Scope,
  input: WebhookCreate,
  recordAudit: RecordAudit,
): Promise<Webhook & { secret: string }> {
  // Before it counts as a probe: the eleventh is a conflict, however fast it comes.
  await refuseEleventh(ctx.db.read, scope.ownerId)
  const url = await acceptWebhookUrl(ctx, scope, input.url)
  const id = newId('webhook')
  const secret = newWebhookSecret()
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const profileId = input.profile_id
      ? await livingProfileId(tx, scope, input.profile_id)
      : impliedProfileId(scope)
    await lockOwner(tx, scope.ownerId)
    await refuseEleventh(tx, scope.ownerId)
    await tx
      .insertInto('webhook_endpoint')
      .values({
        id,
        owner_id: scope.ownerId,
        profile_id: profileId,
        url,
        events: input.events,
        description: input.description ?? null,
        inactive_reason: null,
        attempt_after: null,
        last_success_at: null,
        last_failure_at: null,
        secret_sealed: seal(ctx.config.keyring, secretPurpose(id), secret),
        previous_secret_sealed: null,
        previous_secret_until: null,
        created_at: now,
        updated_at: now,
      })
      .execute()
    const shown = await show(tx, scope, id)
    await recordAudit(tx, shown)
    return { ...shown, secret }
  })
}

async function refuseEleventh(db: Reader, ownerId: string): Promise<void> {
  const { count } = await db
    .selectFrom('webhook_endpoint')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= limits.webhook.endpointsMax) {
    throw new ServiceError('webhook_limit_reached')
  }
}

/** Held against a deletion of the profile that commits meanwhile. */
async function livingProfileId(tx: Tx, scope: Scope, reference: string): Promise<string> {
  const { id } = await resolveProfile(tx, scope, reference)
  const living = await tx
    .selectFrom('profile')
    .select('id')
    .where('id', '=', id)
    .where('deleting_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!living) throw new ServiceError('profile_not_found')
  return living.id
}

/**
 * Changes what is given. `active: true` ends the count of failures; what was skipped stays skipped.
 * `active: false` skips what is pending in the same commit; of a long backlog the first page, and the
 * dispatchers the rest. Binding it to a profile skips all that is pending of others.
 */
export async function updateWebhook(
  ctx: Context,
  scope: Scope,
  id: string,
  input: WebhookUpdate,
  recordAudit: RecordAudit,
): Promise<Webhook> {
  const now = ctx.clock.now()
  const known = await getWebhook(ctx, scope, id)
  const url = input.url === undefined ? undefined : await acceptWebhookUrl(ctx, scope, input.url)
  // Also when it comes back: what was published while it went inactive is not sent by itself.
  if (input.active && !known.active) await skipAllPending(ctx, [id])
  return await ctx.db.transact(async (tx) => {
    const before = await lockEndpoint(tx, scope, id)
    if (!before) throw new ServiceError('webhook_not_found')
    const profileId = await newBinding(tx, scope, input.profile_id)
    await tx
      .updateTable('webhook_endpoint')
      .set({
        updated_at: now,
        ...(url === undefined ? {} : { url }),
        ...(input.events === undefined ? {} : { events: input.events }),
        ...(profileId === undefined ? {} : { profile_id: profileId }),
        ...(input.description === undefined ? {} : { description: input.description }),
        ...activation(before, input.active),
      })
      .where('owner_id', '=', scope.ownerId)
      .where('id', '=', id)
      .execute()
    const isTurned = input.active === false || (input.active && !before.active)
    if (isTurned) await skipPageIn(tx, id, now)
    if (profileId && profileId !== before.profile_id)
      await skipOtherProfiles(tx, id, profileId, now)
    if (input.active === false) wakeAfterCommit(tx, 'deliveries')
    const shown = await show(tx, scope, id)
    await recordAudit(tx, shown)
    return shown
  })
}

async function newBinding(
  tx: Tx,
  scope: Scope,
  reference: string | null | undefined,
): Promise<string | null | undefined> {
  if (reference === undefined) return undefined
  if (reference !== null) return await livingProfileId(tx, scope, reference)
  if (!scope.profile && !scope.profileIds) return null
  throw new ServiceError('profile_conflict', {
    message: 'Within a profile an endpoint cannot be unbound from it.',
    param: 'profile_id',
  })
}

function activation(before: EndpointRow, active: boolean | undefined) {
  if (active === undefined) return {}
  if (active) {
    return { active, inactive_reason: null, consecutive_failures: 0, attempt_after: null }
  }
  return { active, inactive_reason: before.inactive_reason ?? ('owner' as const) }
}

/** Deletes the endpoint; nothing more is sent to it, and its history can no longer be read. */
export async function deleteWebhook(ctx: Context, scope: Scope, id: string) {
  return await ctx.db.transact(async (tx) => {
    const row = await lockEndpoint(tx, scope, id)
    if (!row) throw new ServiceError('webhook_not_found')
    await skipPageIn(tx, id, ctx.clock.now())
    wakeAfterCommit(tx, 'deliveries')
    await tx
      .deleteFrom('webhook_endpoint')
      .where('owner_id', '=', scope.ownerId)
      .where('id', '=', id)
      .execute()
    const { profile_id } = row
    return { id, object: 'webhook_endpoint' as const, profile_id, deleted: true as const }
  })
}

async function show(db: Reader, scope: Scope, id: string): Promise<Webhook> {
  const row = await findEndpoint(db, scope, id)
  if (!row) throw new ServiceError('webhook_not_found')
  return showEndpoint(row)
}
