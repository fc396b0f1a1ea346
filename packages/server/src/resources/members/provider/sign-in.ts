import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { limits } from '../../../core/limits.ts'
import type { ProviderSettings } from '../../../core/sign-in-settings.ts'
import { insertAuditEntry } from '../../../http/audit.ts'
import type { Caller } from '../../../http/request.ts'
import { OutboundError } from '../../../outbound/outbound.ts'
import { equalsSecret, seal, unseal } from '../../../security/secrets.ts'
import { insertSession } from '../sign-in/sessions.ts'
import { recordFailure } from '../sign-in/sign-in.ts'
import { linkMember, type ProviderRefusal } from './member.ts'
import {
  buildProviderUrl,
  discoverProvider,
  isCanceled,
  type ProviderIdentity,
  providerErrorOf,
  readIdentity,
} from './provider.ts'

/** Why a sign-in at the provider ended without a session; the sign-in page explains each. */
export type ProviderProblem = 'unavailable' | 'canceled' | 'expired' | 'failed' | ProviderRefusal

/** A sign-in that ended: with a session token, or with a problem. `next` is a page of the dashboard. */
export type ProviderOutcome =
  | { problem: null; token: string; next: string }
  | { problem: ProviderProblem; next: string }

/** The seal is not bound to a row: the value is only ever in the browser's cookie. */
const cookiePurpose = 'provider_sign_in'

const cookieShape = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  expires_at: z.number(),
})

/**
 * Starts a sign-in at the provider. Nothing is stored here: state, nonce and PKCE verifier are encrypted
 * in a cookie, which binds the sign-in to this browser.
 */
export async function beginProviderSignIn(
  ctx: Context,
  settings: ProviderSettings,
  input: { next: string; chooseAccount: boolean },
): Promise<{ url: string; cookie: string } | { problem: ProviderProblem }> {
  try {
    const provider = await discoverProvider(ctx, settings)
    const { url, request } = await buildProviderUrl(ctx, provider, input.chooseAccount)
    const expiresAt = ctx.clock.now().getTime() + limits.signIn.providerLifetimeMs
    const kept = JSON.stringify({ ...request, next: input.next, expires_at: expiresAt })
    const cookie = seal(ctx.config.keyring, cookiePurpose, kept).toString('base64url')
    return { url: url.href, cookie }
  } catch (err) {
    logFailure(ctx, err)
    return { problem: 'unavailable' }
  }
}

/** Handles the provider's callback. The person needs an enabled member; none is created. */
export async function finishProviderSignIn(
  ctx: Context,
  settings: ProviderSettings,
  query: URLSearchParams,
  cookie: string | undefined,
  caller: Caller,
): Promise<ProviderOutcome> {
  const request = readCookie(ctx, cookie)
  if (!request || !equalsSecret(request.state, query.get('state') ?? '')) {
    return { problem: 'expired', next: '/' }
  }
  const { next } = request
  let identity: ProviderIdentity
  try {
    const provider = await discoverProvider(ctx, settings)
    identity = await readIdentity(ctx, settings, provider, { query, request })
  } catch (err) {
    logFailure(ctx, err)
    return { problem: problemOf(err), next }
  }
  return { ...(await openSession(ctx, identity, caller)), next }
}

function readCookie(ctx: Context, cookie: string | undefined) {
  if (!cookie) return null
  try {
    const text = unseal(ctx.config.keyring, cookiePurpose, Buffer.from(cookie, 'base64url'))
    const request = cookieShape.parse(JSON.parse(text))
    return request.expires_at > ctx.clock.now().getTime() ? request : null
  } catch {
    return null
  }
}

async function openSession(
  ctx: Context,
  identity: ProviderIdentity,
  caller: Caller,
): Promise<{ problem: null; token: string } | { problem: ProviderRefusal }> {
  const result = await ctx.db.transact(async (tx) => {
    const found = await linkMember(tx, identity)
    if ('refusal' in found) return found
    const { member } = found
    const session = await insertSession(tx, member.id, caller, ctx.clock.now(), 'provider')
    await insertAuditEntry(ctx, tx, caller, {
      ownerId: member.owner_id,
      actor: { kind: 'member', id: member.id, name: member.name },
      action: 'signInWithProvider',
      resource: { type: 'session', id: session.id },
      profileId: null,
      status: 201,
    })
    return session
  })
  if ('token' in result) return { problem: null, token: result.token }
  await recordFailure(ctx, result.member ? [result.member] : [], caller)
  return { problem: result.refusal }
}

function problemOf(err: unknown): ProviderProblem {
  if (isUnanswered(err)) return 'unavailable'
  return isCanceled(err) ? 'canceled' : 'failed'
}

function isUnanswered(err: unknown): boolean {
  return err instanceof Error && (err instanceof OutboundError || isUnanswered(err.cause))
}

/** Without the cause of the library's errors, which contains tokens and claims. */
function logFailure(ctx: Context, err: unknown): void {
  const { name, message, code } = err as { name?: string; message?: string; code?: string }
  const reason = isUnanswered(err) ? 'no_response' : (code ?? name)
  const providerError = providerErrorOf(err)
  ctx.log.warn({ reason, detail: message, error: providerError }, 'provider_sign_in.failed')
}
