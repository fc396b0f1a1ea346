import { createHash } from 'node:crypto'
import type { Context as Call } from 'hono'
import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import type { Context } from '../context.ts'
import { type ErrorCode, errorCatalog } from '../core/error-catalog.ts'
import { ServiceError } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { inOneTransaction } from '../database/nested-transaction.ts'
import type { Tx } from '../database/open.ts'
import { seal, unseal } from '../security/secrets.ts'
import type { OnRecorded } from './request.ts'
import type { RouteResponse, ShownOnce } from './route.ts'
import type { Vars } from './vars.ts'

const inProgress = { retryAfterSeconds: 1 }
const keyShape = /^[\x21-\x7e]{1,255}$/

/**
 * Runs a POST once per `Idempotency-Key` and API key or member for 24 hours. A repeated request gets
 * the stored response (`Idempotent-Replayed: true`); another request with the key is 422
 * `idempotency_key_reused`; one that is still running is 409 `idempotency_in_progress`. A rejected
 * request frees the key. A request with an unknown outcome at a platform (5xx, or
 * `unknownOutcomeCode`) does not, since repeating it could act twice. Secrets are not stored: the
 * repetition is 409 `secret_already_shown`. Responses contain clients' texts, so they are sealed.
 */
export async function runIdempotent(
  ctx: Context,
  scope: Scope,
  call: Call<{ Variables: Vars }>,
  request: {
    body: Buffer
    lockMs: number
    isAtomic: boolean
    /** See `unknownOutcomeCode` of a route. */
    unknownOutcomeCode?: ErrorCode | undefined
    /** See `shownOnce` of a route. */
    shownOnce?: ShownOnce | undefined
    /** Whether a stored response belongs to this request, for uploads, which `body` lacks. */
    isSame(response: unknown): Promise<boolean>
  },
  run: Run,
): Promise<RouteResponse> {
  const key = call.req.header('idempotency-key')
  if (key === undefined) return await run(ctx)
  if (!keyShape.test(key)) {
    throw new ServiceError('validation_failed', {
      details: [
        {
          path: 'Idempotency-Key',
          code: 'invalid',
          message: `It must have 1 to ${limits.idempotency.keyCharsMax} visible ASCII characters.`,
        },
      ],
    })
  }
  const url = new URL(call.req.url)
  const requestHash = createHash('sha256')
    .update(`${call.req.method} ${url.pathname}${url.search}\n`)
    // Staff who lost access to a profile must not get its responses replayed.
    .update(`${scope.profile?.id ?? scope.profileIds?.join() ?? ''}\n`)
    .update(request.body)
    .digest()
  const now = ctx.clock.now()
  const lockedUntil = new Date(now.getTime() + request.lockMs)
  const { unknownOutcomeCode, shownOnce } = request
  const lock: Lock = {
    ownerId: scope.ownerId,
    profileId: scope.profile?.id ?? null,
    keyId: scope.actor.id,
    key,
    lockedUntil,
  }
  if (request.isAtomic) return await atomically(ctx, call, lock, requestHash, shownOnce, run)
  const stored = await claim(ctx, lock, requestHash, unknownOutcomeCode)
  if (stored) {
    const isDone = stored.status < 400
    if (isDone && !(await request.isSame(stored.body))) {
      throw new ServiceError('idempotency_key_reused')
    }
    return replay(call, stored)
  }
  try {
    const response = await run(ctx, async (db, profileId) => {
      lock.profileId ??= profileId
      // In the transaction of the change, so that deleting the profile deletes this row too.
      await whereLocked(db.updateTable('idempotency'), lock)
        .set({ profile_id: lock.profileId, begun_at: unknownOutcomeCode ? now : null })
        .execute()
    })
    await storeResponse(ctx, lock, toStored(response, shownOnce))
    return response
  } catch (err) {
    if (err instanceof ServiceError && errorCatalog[err.code].status >= 500) {
      await storeResponse(ctx, lock, toStoredError(err))
      throw err
    }
    const free = whereLocked(ctx.db.query.deleteFrom('idempotency'), lock)
    const isRefused = err instanceof ServiceError
    await (isRefused ? free : free.where('begun_at', 'is', null)).execute()
    throw err
  }
}

/**
 * Runs the request and stores its response in one transaction, under an advisory lock for the key.
 * PostgreSQL releases the lock with the connection, so a request whose process died can be repeated
 * immediately and finds either the stored response or no effect.
 */
async function atomically(
  ctx: Context,
  call: Call<{ Variables: Vars }>,
  lock: Lock,
  requestHash: Buffer,
  shownOnce: ShownOnce | undefined,
  run: Run,
): Promise<RouteResponse> {
  return await inOneTransaction(ctx, async (txCtx) => {
    const { rows } = await sql<{ is_ours: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`${lock.keyId} ${lock.key}`}, 0)) as is_ours
    `.execute(txCtx.db.query)
    if (!rows[0]?.is_ours) throw new ServiceError('idempotency_in_progress', inProgress)
    const stored = await claim(txCtx, lock, requestHash)
    if (stored) return replay(call, stored)
    const response = await run(txCtx, async (_db, profileId) => {
      lock.profileId ??= profileId
    })
    await storeResponse(txCtx, lock, toStored(response, shownOnce))
    return response
  })
}

/** The lock of a running request; after `lockedUntil` a repetition may take it over. */
type Lock = {
  ownerId: string
  /** The profile that the request is about, once known. */
  profileId: string | null
  keyId: string
  key: string
  lockedUntil: Date
}

type Run = (ctx: Context, onRecorded?: OnRecorded) => Promise<RouteResponse>

type StoredResponse = { status: number; body: unknown; headers?: Record<string, string> }

/** What a repetition gets: the response, or an error if the response shows a secret once. */
function toStored(
  { status, body, headers }: RouteResponse,
  shownOnce: ShownOnce | undefined,
): StoredResponse {
  if (!shownOnce) return { status, body, ...(headers ? { headers } : {}) }
  const { id } = body as { id?: string }
  const code = 'secret_already_shown'
  const detail = { path: shownOnce.field, code, message: shownOnce.advice, ...(id ? { id } : {}) }
  const message =
    'The first request with this Idempotency-Key succeeded. Its response is not shown again. See details for what to do.'
  return toStoredError(new ServiceError(code, { message, details: [detail] }))
}

/** An error in the stored form, from which `replay` throws it again. */
function toStoredError({ code, message, details, param, platform }: ServiceError): StoredResponse {
  return { status: errorCatalog[code].status, body: { code, message, details, param, platform } }
}

function replay(call: Call<{ Variables: Vars }>, stored: StoredResponse): RouteResponse {
  call.get('headers')['idempotent-replayed'] = 'true'
  if (stored.status < 400) return stored as RouteResponse
  const { code, ...options } = stored.body as { code: ErrorCode }
  throw new ServiceError(code, options)
}

async function claim(
  ctx: Context,
  lock: Lock,
  requestHash: Buffer,
  unknownOutcomeCode?: ErrorCode,
): Promise<StoredResponse | null> {
  const { ownerId, profileId, keyId, key, lockedUntil } = lock
  const now = ctx.clock.now()
  const since = new Date(now.getTime() - limits.idempotency.keptHours * 3_600_000)
  const newRow = {
    profile_id: profileId,
    request_hash: requestHash,
    status: null,
    headers: null,
    body: null,
    locked_until: lockedUntil,
    begun_at: null,
    created_at: now,
  }
  const claimed = await ctx.db.query
    .insertInto('idempotency')
    .values({ owner_id: ownerId, key_id: keyId, key, ...newRow })
    .onConflict((conflict) =>
      conflict
        .columns(['key_id', 'key'])
        .doUpdateSet(newRow)
        .where((eb) =>
          eb.or([
            eb('idempotency.created_at', '<', since),
            eb.and([
              eb('idempotency.status', 'is', null),
              eb('idempotency.locked_until', '<=', now),
              eb('idempotency.begun_at', 'is', null),
              eb('idempotency.request_hash', '=', requestHash),
            ]),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst()
  if (claimed) return null

  const row = await ctx.db.query
    .selectFrom('idempotency')
    .select(['request_hash', 'status', 'headers', 'body', 'begun_at', 'locked_until'])
    .where('key_id', '=', keyId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (row && !row.request_hash.equals(requestHash)) {
    throw new ServiceError('idempotency_key_reused')
  }
  if (!row?.status || !row.body) {
    const isLost = row?.begun_at && row.locked_until <= now
    if (isLost && unknownOutcomeCode) throw new ServiceError(unknownOutcomeCode)
    throw new ServiceError('idempotency_in_progress', inProgress)
  }
  const body = JSON.parse(unseal(ctx.config.keyring, responsePurpose(keyId, key), row.body))
  return { status: row.status, body, headers: row.headers ?? {} }
}

async function storeResponse(ctx: Context, lock: Lock, response: StoredResponse): Promise<void> {
  await whereLocked(ctx.db.query.updateTable('idempotency'), lock)
    .set({
      profile_id: lock.profileId,
      status: response.status,
      headers: JSON.stringify(response.headers ?? {}),
      body: seal(
        ctx.config.keyring,
        responsePurpose(lock.keyId, lock.key),
        JSON.stringify(response.body),
      ),
    })
    .execute()
}

/** Limits a query to the row while this request still has its lock. */
function whereLocked<Query extends { where(column: never, op: '=', value: unknown): Query }>(
  query: Query,
  lock: Lock,
): Query {
  return query
    .where('key_id' as never, '=', lock.keyId)
    .where('key' as never, '=', lock.key)
    .where('locked_until' as never, '=', lock.lockedUntil)
}

/** Deletes the responses about a profile. Requests that still run can no longer store theirs. */
export async function deleteStoredResponsesOf(tx: Tx, profileId: string): Promise<void> {
  await tx.deleteFrom('idempotency').where('profile_id', '=', profileId).execute()
}

/** The sealing purpose of a stored response. */
export function responsePurpose(keyId: string, key: string): string {
  return `idempotency:${keyId}:${key}`
}

/** Deletes responses that are older than 24 hours, whose keys can be used again. */
export async function deleteOldResponses(ctx: Context): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - limits.idempotency.keptHours * 3_600_000)
  await ctx.db.query.deleteFrom('idempotency').where('created_at', '<', since).execute()
}
