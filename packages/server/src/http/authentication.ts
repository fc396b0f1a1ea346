import type { Context as Call } from 'hono'
import type { ReadAhead } from '../access/key-statement.ts'
import { authenticateKey, keyOf } from '../access/keys.ts'
import { requirePermission, type Scope, unauthenticatedScope } from '../access/scope.ts'
import { readSessionCookie } from '../access/session-cookie.ts'
import { authenticateSession } from '../access/sessions.ts'
import type { Context } from '../context.ts'
import { errorCatalog } from '../core/error-catalog.ts'
import { ServiceError, type UsedKey } from '../core/errors.ts'
import { hashTokenShort } from '../security/secrets.ts'
import { requireSameOrigin } from './csrf.ts'
import { parse } from './input.ts'
import { countUse, limitHeaders } from './rate-limit.ts'
import type { Caller } from './request.ts'
import type { Route } from './route.ts'
import {
  areKnownCredentials,
  countUnauthenticated,
  refuseUnauthenticated,
  rememberCredentials,
} from './unauthenticated.ts'
import type { Vars } from './vars.ts'

/** Returns the scope of a request; 401 without valid credentials, which counts against the address. */
export async function authenticate(
  ctx: Context,
  route: Route,
  call: Call,
  caller: Caller,
): Promise<Scope> {
  if (route.access === 'public') countUnauthenticated(ctx, caller.ip)
  try {
    const credentials = credentialsOf(ctx, route, call)
    return credentials
      ? await authenticateCredentials(ctx, credentials, caller, readAheadOf(route, call))
      : unauthenticatedScope
  } catch (err) {
    if (isUnauthenticated(err)) countUnauthenticated(ctx, caller.ip)
    throw err
  }
}

function isUnauthenticated(err: unknown): boolean {
  return err instanceof ServiceError && errorCatalog[err.code].status === 401
}

type Credentials = { kind: 'key' | 'session'; token: string; profile: string | undefined }

/** The Authorization header takes precedence over the cookie, which browsers add automatically. */
function credentialsOf(ctx: Context, route: Route, call: Call): Credentials | null {
  const isRead = route.method === 'get'
  if (route.access === 'public') {
    if (!isRead) requireSameOrigin(ctx.config, call)
    return null
  }
  const authorization = call.req.header('authorization')
  const profile = call.req.header('service-profile')
  const session =
    authorization === undefined ? readSessionCookie(ctx.config, call.req.header('cookie')) : null
  if (!session) return { kind: 'key', token: keyOf(authorization), profile }
  if (!isRead) requireSameOrigin(ctx.config, call)
  return { kind: 'session', token: session, profile }
}

/** The first statement of the route. Invalid parameters are refused later, after the credentials. */
function readAheadOf(route: Route, call: Call): ReadAhead | undefined {
  if (!route.readAhead) return undefined
  try {
    return route.readAhead(parse(route.params, call.req.param()) as never)
  } catch (err) {
    if (err instanceof ServiceError) return undefined
    throw err
  }
}

/** For an address over its limit, checks only credentials that have authenticated here before. */
async function authenticateCredentials(
  ctx: Context,
  credentials: Credentials,
  caller: Caller,
  read: ReadAhead | undefined,
): Promise<Scope> {
  const { kind, token, profile } = credentials
  const hash = hashTokenShort(token)
  const isKnown = areKnownCredentials(ctx, hash)
  if (!isKnown) refuseUnauthenticated(ctx, caller.ip)
  try {
    const scope =
      kind === 'key'
        ? await authenticateKey(ctx, token, profile, read)
        : await authenticateSession(ctx, token, profile)
    if (!isKnown) rememberCredentials(ctx, hash, true)
    return scope
  } catch (err) {
    if (isKnown && isUnauthenticated(err)) rememberCredentials(ctx, hash, false)
    throw err
  }
}

/** The API key of a request; `undefined` for a member. */
export function usedKeyOf({ ownerId, actor, kind, profile }: Scope): UsedKey | undefined {
  if (actor.kind !== 'api_key' || kind === 'staff') return undefined
  return { ownerId, id: actor.id, name: actor.name, kind, profileId: profile?.id ?? null }
}

/** Counts a request against its key or member and adds the `X-RateLimit-*` headers. */
export async function countRequest(
  ctx: Context,
  actorId: string,
  call: Call<{ Variables: Vars }>,
): Promise<void> {
  try {
    await countUse(ctx, 'request', actorId)
  } finally {
    Object.assign(call.get('headers'), limitHeaders(ctx, 'request', actorId))
  }
}

/**
 * Counts a request that was refused for its `Service-Profile` header against its key; rethrows. One with
 * a key that no longer works was counted against its address.
 */
export async function countRejected(
  ctx: Context,
  err: unknown,
  call: Call<{ Variables: Vars }>,
): Promise<never> {
  if (err instanceof ServiceError && err.key) {
    call.set('usedKey', err.key)
    if (!isUnauthenticated(err)) await countRequest(ctx, err.key.id, call)
  }
  throw err
}

/** Throws 403 when the scope may not call the route. */
export function requireAccess(route: Route, scope: Scope): void {
  if (scope.mustSetUpSecondFactor && !route.path.startsWith('/v1/session')) {
    throw new ServiceError('second_factor_setup_required')
  }
  if (route.access === 'member' && !scope.sessionId) throw new ServiceError('session_required')
  if (route.access === 'owner' && scope.kind !== 'owner') {
    const message = 'Only owners can do this. Ask an owner.'
    throw new ServiceError('owner_key_required', scope.sessionId ? { message } : {})
  }
  if (route.permission) requirePermission(scope, route.permission)
}
