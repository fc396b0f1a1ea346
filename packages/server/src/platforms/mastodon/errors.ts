import { z } from 'zod'
import { kindOfStatus, PlatformError, type PlatformErrorKind } from '../contract/errors.ts'
import type { PlatformRequest, PlatformResponse } from '../contract/platform.ts'
import { type Usage, usageOfCalls } from '../contract/usage.ts'
import { parseJson } from '../wire/json.ts'
import { scrub } from '../wire/scrub.ts'

/** mastodon.md §0: the HTTP status decides, as texts differ between programs. */
const errorBody = z.object({
  error: z.string().nullish().catch(null),
  error_description: z.string().nullish().catch(null),
})

type Meaning = { kind: PlatformErrorKind; reason?: string }

/** The values of `error` that one status does not tell apart, compared as a whole (mastodon.md §7). */
const meanings: Readonly<Record<string, Meaning>> = {
  invalid_client: { kind: 'rejected' },
  invalid_grant: { kind: 'rejected' },
  insufficient_scope: { kind: 'permission_missing' },
  'This action is outside the authorized scopes': { kind: 'permission_missing' },
  'Your login is currently disabled': { kind: 'access_expired', reason: 'suspended' },
  'Your login is missing a confirmed e-mail address': {
    kind: 'access_expired',
    reason: 'checkpoint_required',
  },
  'Your login is currently pending approval': {
    kind: 'access_expired',
    reason: 'checkpoint_required',
  },
  'Cannot attach files that have not finished processing. Try again in a moment!': {
    kind: 'not_ready',
  },
}

/** Proxies in front of a server send their own pages with these. */
const statusesWithoutJson = new Set([404, 413])
const retrySecondsMax = 3_600

/** The error in a server's response, or `null` on success. */
export function mastodonFailure(
  request: PlatformRequest,
  response: PlatformResponse,
  now: Date,
): PlatformError | null {
  const { status, text } = response
  if (status >= 200 && status < 300) return null
  const body = errorBody.safeParse(parseJson(text)).data ?? null
  const { kind, reason } = meaningOf(status, text, body)
  const code = body?.error && /^[a-z_]{1,64}$/.test(body.error) ? body.error : `http_${status}`
  return new PlatformError(kind, {
    platformCode: code,
    platformMessage: scrub(request, body?.error_description || body?.error),
    reason: reason ?? null,
    retryAfterSeconds: kind === 'rate_limited' ? secondsUntilReset(response, now) : null,
  })
}

function meaningOf(status: number, text: string, body: z.infer<typeof errorBody> | null): Meaning {
  const known = body?.error ? meanings[body.error] : undefined
  if (known) return known
  const isRefusal = status >= 400 && status < 500 && status !== 429
  // Some programs answer an unknown token with 422 and no body.
  if (status === 422 && text === '') return { kind: 'disconnected' }
  if (isRefusal && !body && !statusesWithoutJson.has(status)) return { kind: 'unavailable' }
  if (status === 401 || status === 410) return { kind: 'disconnected' }
  return { kind: kindOfStatus(status) }
}

/** The fullest of the limits that the call counts against, per account and address (mastodon.md §3.5). */
export function mastodonUsage(response: PlatformResponse, now: Date): Usage | null {
  const { 'x-ratelimit-limit': allowed, 'x-ratelimit-remaining': left } = response.headers
  return usageOfCalls(allowed, left, secondsUntilReset(response, now))
}

/** `X-RateLimit-Reset` is a date (mastodon.md §3.5); `Retry-After` is in seconds. */
function secondsUntilReset({ headers }: PlatformResponse, now: Date): number | null {
  const resetMs = Date.parse(`${headers['x-ratelimit-reset'] ?? ''}`) - now.getTime()
  const seconds = Number.isNaN(resetMs) ? Number(headers['retry-after']) : resetMs / 1_000
  return seconds > 0 ? Math.min(Math.ceil(seconds), retrySecondsMax) : null
}

/** Whether the server does not have the object, or does not show it to this account. */
export function isNotFound(err: unknown): boolean {
  return err instanceof PlatformError && err.platformCode === 'http_404'
}
