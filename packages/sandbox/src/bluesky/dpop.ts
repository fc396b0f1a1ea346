import type { Context } from 'hono'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { hasValidSignature, isPublicP256, parseJwt, sha256, thumbprint } from './jwt.ts'
import { type Issuer, originOf, type Pds } from './servers.ts'
import { settingsOf } from './settings.ts'

/** A nonce works for three minutes: the minute in which it was given and two more (bluesky.md §1.2). */
const NONCE_STEP_MS = 60_000
const NONCE_STEPS = 3
/** The original allows three minutes of clock difference, and ten seconds on the way. */
const TIME_WINDOW_S = 190

/** Why a proof was refused. Nothing has happened yet. */
export class ProofError extends Error {
  readonly error: 'use_dpop_nonce' | 'invalid_dpop_proof'

  constructor(error: ProofError['error'], message: string) {
    super(message)
    this.error = error
  }
}

const invalid = (message: string) => new ProofError('invalid_dpop_proof', message)

/** The server's current nonce; each server has its own (bluesky.md §1.4). */
export function currentNonce(sandbox: Sandbox, server: Pds | Issuer): string {
  return nonceAt(server, Math.floor(sandbox.clock.ms() / NONCE_STEP_MS))
}

function nonceAt(server: string, step: number): string {
  return sha256(`sandbox nonce ${server} ${step}`)
}

/**
 * The time that proofs and assertions are compared with. It is the time without the sandbox's shift:
 * who moves the clock to see tokens expire does not move the app's clock.
 */
export function proofSeconds(sandbox: Sandbox): number {
  const skew = settingsOf(sandbox).bluesky_clock_skew_seconds
  return Math.floor(sandbox.clock.baseNow().getTime() / 1000) - skew
}

/** Checks the request's DPoP proof (RFC 9449). Returns the key's thumbprint; throws ProofError. */
export function checkProof(
  context: Context<Env>,
  sandbox: Sandbox,
  server: Pds | Issuer,
  accessToken?: string,
): string {
  const proof = context.req.header('dpop')
  if (!proof) throw invalid('DPoP proof required')
  const { key, claims } = verified(proof)
  const url = new URL(context.req.url)
  if (claims.htm !== context.req.method) throw invalid('DPoP "htm" mismatch')
  if (claims.htu !== originOf(sandbox, server) + url.pathname) throw invalid('DPoP "htu" mismatch')
  checkTime(sandbox, claims.iat)
  checkNonce(sandbox, server, claims.nonce)
  if (accessToken !== undefined && claims.ath !== sha256(accessToken)) {
    throw invalid('DPoP "ath" mismatch')
  }
  if (accessToken === undefined && claims.ath !== undefined) {
    throw invalid('DPoP "ath" claim not allowed')
  }
  if (typeof claims.jti !== 'string' || claims.jti === '') throw invalid('DPoP "jti" missing')
  if (!sandbox.rates.allow(`${server} proof ${claims.jti}`, 1, 2 * TIME_WINDOW_S * 1000)) {
    throw invalid('DPoP proof replayed')
  }
  return thumbprint(key)
}

function verified(proof: string) {
  try {
    const { header, claims } = parseJwt(proof)
    if (header.typ !== 'dpop+jwt') throw new Error('unexpected "typ" JWT header value')
    if (header.alg !== 'ES256') throw new Error('"alg" (Algorithm) Header Parameter not allowed')
    const { jwk } = header
    if (!isPublicP256(jwk)) throw new Error('"jwk" must be a public key')
    if (!hasValidSignature(proof, jwk)) throw new Error('signature verification failed')
    return { key: jwk, claims }
  } catch (error) {
    throw invalid(`Failed to verify DPoP proof: ${(error as Error).message}`)
  }
}

function checkTime(sandbox: Sandbox, iat: unknown): void {
  const age = typeof iat === 'number' ? proofSeconds(sandbox) - iat : Number.NaN
  if (Math.abs(age) <= TIME_WINDOW_S) return
  const reason = age < 0 ? 'it should be in the past' : 'too far in the past'
  throw invalid(`Failed to verify DPoP proof: "iat" claim timestamp check failed (${reason})`)
}

function checkNonce(sandbox: Sandbox, server: Pds | Issuer, nonce: unknown): void {
  const step = Math.floor(sandbox.clock.ms() / NONCE_STEP_MS)
  for (let back = 0; back < NONCE_STEPS; back += 1) {
    if (nonce === nonceAt(server, step - back)) return
  }
  throw new ProofError(
    'use_dpop_nonce',
    nonce === undefined
      ? 'Authorization server requires nonce in DPoP proof'
      : 'DPoP "nonce" mismatch',
  )
}
