import type { Context as Call } from 'hono'
import { authenticateKey, expectedOfKey, type GivenKey, givenKey } from '../access/keys.ts'
import { nobody, requirePermission, type Scope } from '../access/scope.ts'
import { readSessionCookie } from '../access/session-cookie.ts'
import { authenticateSession } from '../access/sessions.ts'
import { errorCatalogue } from '../base/error-catalogue.ts'
import { ServiceError } from '../base/errors.ts'
import { hashTokenShort } from '../base/secrets.ts'
import type { Context } from '../context.ts'
import type { Caller } from './caller.ts'
import { requireSameOrigin } from './csrf.ts'
import type { Vars } from './errors.ts'
import { headerOf } from './head.ts'
import { limit, limitHeaders } from './rate-limit.ts'
import type { Route } from './route.ts'
import { countStranger, haveWorked, noteWorked, refuseStranger } from './strangers.ts'

export type Asking = {
  /** Whose request it is, as the database says now; 401 for nobody's. */
  scope: Promise<Scope>
  /** What `scope` will likely be, by the last request like it. */
  expected: Scope | undefined
}

/** Begins to find out who asks. A caller without credentials that hold counts against its address. */
export function whoAsks(ctx: Context, route: Route, call: Call, caller: Caller): Asking {
  try {
    if (route.access === 'public') countStranger(ctx, caller.ip)
    const given = credentialsOf(ctx, route, call)
    const scope = given ? lookUp(ctx, given, caller) : Promise.resolve(nobody)
    return {
      scope: scope.catch((err: unknown) => refuse(ctx, caller, err)),
      expected: given && 'key' in given ? expectedOfKey(ctx, given.key) : undefined,
    }
  } catch (err) {
    return refuse(ctx, caller, err)
  }
}

function refuse(ctx: Context, caller: Caller, err: unknown): never {
  if (isUnauthenticated(err)) countStranger(ctx, caller.ip)
  throw err
}

function isUnauthenticated(err: unknown): boolean {
  return err instanceof ServiceError && errorCatalogue[err.code].status === 401
}

type Credentials = { key: GivenKey } | { token: string; profile: string | undefined }

/** An address over its limit has only credentials looked up that this process has seen work. */
async function lookUp(ctx: Context, given: Credentials, caller: Caller): Promise<Scope> {
  const hash = 'key' in given ? given.key.hash : hashTokenShort(given.token)
  const isKnown = haveWorked(ctx, hash)
  if (!isKnown) refuseStranger(ctx, caller.ip)
  try {
    const scope = await authenticate(ctx, given)
    if (!isKnown) noteWorked(ctx, hash, true)
    return scope
  } catch (err) {
    if (isKnown && isUnauthenticated(err)) noteWorked(ctx, hash, false)
    throw err
  }
}

/** An Authorization header wins over a cookie, which browsers send by themselves. */
function credentialsOf(ctx: Context, route: Route, call: Call): Credentials | null {
  const isRead = route.method === 'get'
  if (route.access === 'public') {
    if (!isRead) requireSameOrigin(ctx.config, call)
    return null
  }
  const authorization = headerOf(call, 'authorization')
  const profile = headerOf(call, 'service-profile')
  const token =
    authorization === undefined ? readSessionCookie(ctx.config, call.req.header('cookie')) : null
  if (!token) return { key: givenKey({ authorization, profile }) }
  if (!isRead) requireSameOrigin(ctx.config, call)
  return { token, profile }
}

async function authenticate(ctx: Context, given: Credentials): Promise<Scope> {
  if ('key' in given) return await authenticateKey(ctx, given.key)
  return await authenticateSession(ctx, given.token, given.profile)
}

/** Counts a request against its key or member and puts the `X-RateLimit-*` headers on its answer. */
export async function countRequest(
  ctx: Context,
  actorId: string,
  call: Call<{ Variables: Vars }>,
): Promise<void> {
  try {
    await limit(ctx, 'request', actorId)
  } finally {
    Object.assign(call.get('headers'), limitHeaders(ctx, 'request', actorId))
  }
}

/** A request that is refused by its `Service-Profile` header counts against its key too. */
export async function countRefused(
  ctx: Context,
  err: unknown,
  call: Call<{ Variables: Vars }>,
): Promise<never> {
  if (err instanceof ServiceError && err.actorId) await countRequest(ctx, err.actorId, call)
  throw err
}

/** 403 for whoever may not do what the route does. */
export function requireAccess(route: Route, scope: Scope): void {
  if (route.access === 'member' && !scope.sessionId) throw new ServiceError('session_required')
  if (route.access === 'owner' && scope.kind !== 'owner') {
    const message = 'Only an owner may do this.'
    throw new ServiceError('owner_key_required', scope.sessionId ? { message } : {})
  }
  if (route.permission) requirePermission(scope, route.permission)
}
