import { impliedProfileId, resolveProfile } from '../../access/reference.ts'
import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import { type Queries, type Tx, wakeAfterCommit } from '../../database/open.ts'
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
import { checkWebhookUrl } from './url.ts'

/** The endpoints in scope, the oldest first. */
export async function listWebhooks(ctx: Context, scope: Scope, input: PageInput) {
  return await readPage(input, bindingOf(scope), {
    length: 1,
    valuesOf: (row: EndpointRow) => [row.id],
    show: (row) => showEndpoint(row, ctx.clock.now()),
    fetch: (after, rows) => listEndpointsAfter(ctx.db.query, scope, after, rows),
  })
}

function bindingOf(scope: Scope) {
  return ['webhooks', scope.ownerId, scope.profile?.id ?? null]
}

/** 404 `webhook_not_found` outside the scope. */
export async function getWebhook(ctx: Context, scope: Scope, id: string): Promise<Webhook> {
  const row = await findEndpoint(ctx.db.query, scope, id)
  if (!row) throw new ServiceError('webhook_not_found')
  return showEndpoint(row, ctx.clock.now())
}

/**
 * Registers an endpoint and returns its secret, this once. Within a profile it is bound to that
 * profile. An owner's eleventh endpoint, or the fourth of a profile with its own
 * key, is 409 `webhook_limit_reached`, also under concurrent calls.
 */
export async function createWebhook(
  ctx: Context,
  scope: Scope,
  input: WebhookCreate,
  recordAudit: RecordAudit,
): Promise<Webhook & { secret: string }> {
  // Before the URL check counts, so that the eleventh is a conflict even beyond the rate limit.
  await enforceEndpointLimit(ctx.db.query, scope)
  const url = await checkWebhookUrl(ctx, scope, input.url)
  const id = newId('webhook')
  const secret = newWebhookSecret()
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const profileId = input.profile_id
      ? await lockProfileId(tx, scope, input.profile_id)
      : impliedProfileId(scope)
    await lockOwner(tx, scope.ownerId)
    await enforceEndpointLimit(tx, scope)
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
    const endpoint = await show(tx, scope, id, now)
    await recordAudit(tx, endpoint)
    return { ...endpoint, secret }
  })
}

/** The keys of one profile have a share, so that they do not use up the endpoints of all. */
async function enforceEndpointLimit(db: Queries, scope: Scope): Promise<void> {
  const { endpointsMax, endpointsPerProfileMax } = limits.webhook
  const profileId = scope.kind === 'profile' ? scope.profile!.id : null
  const { total, ofProfile } = await db
    .selectFrom('webhook_endpoint')
    .select((eb) => [
      eb.fn.countAll<string>().as('total'),
      eb.fn.countAll<string>().filterWhere('profile_id', '=', profileId).as('ofProfile'),
    ])
    .where('owner_id', '=', scope.ownerId)
    .executeTakeFirstOrThrow()
  if (Number(total) >= endpointsMax) throw new ServiceError('webhook_limit_reached')
  if (profileId !== null && Number(ofProfile) >= endpointsPerProfileMax) {
    const message = `Limit reached (${endpointsPerProfileMax} webhook endpoints with keys of a profile). Delete one first.`
    throw new ServiceError('webhook_limit_reached', { message })
  }
}

/** Locks the profile, so that it is not deleted before this transaction commits. */
async function lockProfileId(tx: Tx, scope: Scope, reference: string): Promise<string> {
  const { id } = await resolveProfile(tx, scope, reference)
  const profile = await tx
    .selectFrom('profile')
    .select('id')
    .where('id', '=', id)
    .where('deleting_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!profile) throw new ServiceError('profile_not_found')
  return profile.id
}

/**
 * Changes the fields in `input`. `active: true` resets the count of failures; skipped deliveries stay
 * skipped. `active: false` skips the first page of pending deliveries in the same commit, and the
 * dispatchers skip the rest. Binding to a profile skips pending deliveries of other profiles.
 */
export async function updateWebhook(
  ctx: Context,
  scope: Scope,
  id: string,
  input: WebhookUpdate,
  recordAudit: RecordAudit,
): Promise<Webhook> {
  const now = ctx.clock.now()
  const current = await getWebhook(ctx, scope, id)
  const url = input.url === undefined ? undefined : await checkWebhookUrl(ctx, scope, input.url)
  // Events published while it became inactive are skipped too, not sent on re-enabling.
  if (input.active && !current.active) await skipAllPending(ctx, [id])
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
    const isSwitched = input.active === false || (input.active && !before.active)
    if (isSwitched) await skipPageIn(tx, id, now)
    if (profileId && profileId !== before.profile_id)
      await skipOtherProfiles(tx, id, profileId, now)
    if (input.active === false) wakeAfterCommit(tx, 'deliveries')
    const endpoint = await show(tx, scope, id, now)
    await recordAudit(tx, endpoint)
    return endpoint
  })
}

async function newBinding(
  tx: Tx,
  scope: Scope,
  reference: string | null | undefined,
): Promise<string | null | undefined> {
  if (reference === undefined) return undefined
  if (reference !== null) return await lockProfileId(tx, scope, reference)
  if (!scope.profile && !scope.profileIds) return null
  throw new ServiceError('profile_conflict', {
    message:
      'An endpoint of a profile cannot be unbound from it. Use an owner key without the Service-Profile header.',
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

/** Deletes the endpoint: nothing more is sent to it, and its history can no longer be read. */
export async function deleteWebhook(
  ctx: Context,
  scope: Scope,
  id: string,
  recordAudit: RecordAudit,
) {
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
    const { profile_id, url } = row
    await recordAudit(tx, { id, object: 'webhook_endpoint', profile_id, url })
    return { id, object: 'webhook_endpoint' as const, profile_id, deleted: true as const }
  })
}

async function show(db: Queries, scope: Scope, id: string, now: Date): Promise<Webhook> {
  const row = await findEndpoint(db, scope, id)
  if (!row) throw new ServiceError('webhook_not_found')
  return showEndpoint(row, now)
}
