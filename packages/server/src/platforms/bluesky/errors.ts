import { kindOfStatus, PlatformError, type PlatformErrorKind } from '../contract/errors.ts'
import type { PlatformRequest, PlatformResponse } from '../contract/platform.ts'
import type { PublishReason } from '../contract/publish.ts'
import { type Usage, usageOfCalls } from '../contract/usage.ts'
import { parseJson } from '../wire/json.ts'
import { scrub } from '../wire/scrub.ts'

const codeShape = /^[A-Za-z_]{1,64}$/
const waitSecondsMax = 24 * 3_600

type Meaning = { kind: PlatformErrorKind; reason?: PublishReason | 'token_revoked' | 'deactivated' }

/** Codes of the account's server and of its authorization server (bluesky.md §7). */
const meanings: Readonly<Record<string, Meaning>> = {
  invalid_token: { kind: 'access_expired', reason: 'token_revoked' },
  invalid_grant: { kind: 'access_expired', reason: 'token_revoked' },
  AccountDeactivated: { kind: 'access_expired', reason: 'deactivated' },
  AccountTakedown: { kind: 'access_expired', reason: 'token_revoked' },
  ScopeMissingError: { kind: 'permission_missing' },
  InvalidRequest: { kind: 'rejected', reason: 'content_invalid' },
  InvalidSwap: { kind: 'rejected', reason: 'duplicate' },
  BlobTooLarge: { kind: 'rejected', reason: 'media_invalid' },
  InvalidMimeType: { kind: 'rejected', reason: 'media_invalid' },
  PayloadTooLarge: { kind: 'rejected', reason: 'media_invalid' },
  BlobNotFound: { kind: 'not_ready' },
  // Our clock, our client document or a defect of ours, never the account's access.
  use_dpop_nonce: { kind: 'unavailable' },
  invalid_dpop_proof: { kind: 'unavailable' },
  invalid_client: { kind: 'unavailable' },
  invalid_client_metadata: { kind: 'unavailable' },
  server_error: { kind: 'unavailable' },
  temporarily_unavailable: { kind: 'unavailable' },
}

/** The error of a response, or `null` if it is a success. */
export function blueskyFailure(
  request: PlatformRequest,
  response: PlatformResponse,
  now: Date,
): PlatformError | null {
  const { status } = response
  if (status >= 200 && status < 300) return null
  const { code, message } = readError(response.text)
  const meaning = code && Object.hasOwn(meanings, code) ? meanings[code]! : null
  const kind = meaning?.kind ?? kindWithoutCode(status)
  return new PlatformError(kind, {
    platformCode: code ?? `http_${status}`,
    platformMessage: scrub(request, message),
    reason: meaning?.reason ?? (status === 413 ? 'media_invalid' : null),
    retryAfterSeconds: status === 429 ? secondsUntilReset(response, now) : null,
  })
}

/** Whether the record or post of a refused call does not exist. */
export function isGone(err: unknown): boolean {
  if (!(err instanceof PlatformError)) return false
  return err.platformCode === 'RecordNotFound' || err.platformCode === 'NotFound'
}

function kindWithoutCode(status: number): PlatformErrorKind {
  return status === 401 ? 'access_expired' : kindOfStatus(status)
}

/** XRPC servers send `message`, authorization servers `error_description` (RFC 6749 §5.2). */
function readError(text: string): { code: string | null; message: string | null } {
  const body = parseJson(text)
  const members = body !== null && typeof body === 'object' ? (body as Record<string, unknown>) : {}
  const { error, message, error_description } = members
  const description = message ?? error_description
  return {
    code: typeof error === 'string' && codeShape.test(error) ? error : null,
    message: typeof description === 'string' ? description : null,
  }
}

/** What is left of the server's limit for our address (bluesky.md §3.7). */
export function blueskyUsage(response: PlatformResponse, now: Date): Usage | null {
  const { 'ratelimit-limit': allowed, 'ratelimit-remaining': left } = response.headers
  return usageOfCalls(allowed, left, secondsUntilReset(response, now))
}

/** bluesky.md §3.7; `null` if the server does not say. */
function secondsUntilReset({ headers }: PlatformResponse, now: Date): number | null {
  const reset = Number(headers['ratelimit-reset']) - now.getTime() / 1_000
  const wait = Number.isFinite(reset) ? reset : Number(headers['retry-after'])
  return Number.isFinite(wait) ? Math.min(Math.max(Math.ceil(wait), 1), waitSecondsMax) : null
}
