import { z } from 'zod'
import { kindOfStatus, PlatformError, type PlatformErrorKind } from '../contract/errors.ts'
import type { PlatformRequest, PlatformResponse } from '../contract/platform.ts'
import { parseJson } from '../wire/json.ts'
import { scrub } from '../wire/scrub.ts'
import { publishReason } from './graph-reasons.ts'
import { graphUsage } from './graph-usage.ts'

/** The error object of all Graph hosts (threads.md §7, instagram.md §7, facebook.md §7). */
const envelope = z.object({
  error: z.object({
    code: z.int(),
    error_subcode: z.int().nullish(),
    is_transient: z.boolean().nullish(),
    message: z.string().nullish(),
    error_user_msg: z.string().nullish(),
  }),
})

/** The error shape of the Threads and Instagram code exchange (threads.md §1.4). */
const exchangeError = z.object({
  error_type: z.string(),
  code: z.int().nullish(),
  error_message: z.string().nullish(),
})

/** Subcodes of 190 → the account's status_reason (threads.md §7, facebook.md §7). */
const statusReasons: Readonly<Record<number, string>> = {
  0: 'token_expired',
  459: 'checkpoint_required',
  460: 'password_changed',
  463: 'token_expired',
  464: 'checkpoint_required',
  467: 'token_revoked',
  492: 'permission_revoked',
  493: 'token_expired',
}
const appRemoved = 458

/** Server errors at Meta, including every other subcode of −1 (instagram.md §7). */
const serverErrorCodes = new Set([-1, 1, 2])
const rateLimitCodes = new Set([4, 9, 17, 32, 341, 613])
/** Spam blocks; one of them is sent with rate limit code 4 (instagram.md §7, threads.md §7). */
const blockSubcodes = new Set([2207051, 4279013])
/** Failures that are documented as retryable (instagram.md §7, facebook.md §7). */
const transientSubcodes = new Set([2207001, 2207003, 2207032, 2207053, 2207082, 1363047, 1609010])
/** Meta discarded an uploaded file after too long; a new container fetches it again. */
const expiredMedia = 2207020
/** The container does not exist yet, or its file has expired (threads.md §7, instagram.md §7). */
const notReadySubcodes = new Set([4279009, 2207006, 2207008, expiredMedia, 2207027])
/** Threads cannot make a card of a link; sent as a server error (threads.md §7). */
const invalidLink = 4279047
/**
 * Caused by a file, an option or a link, although sent with code 1 or −1 (threads.md §7,
 * instagram.md §7). `prepare` decides whether to retry once.
 */
const refusalSubcodes = new Set([2207052, 2207057, invalidLink])
/** Threads: the app has no review, or the person is no accepted tester (threads.md §1.5). */
const permissionSubcode = 10

type ErrorFacts = { code: number; subcode: number | null; isTransient: boolean; status: number }

/**
 * Returns the error in a Graph response, or `null` on success. Uses error codes only, or the HTTP
 * status if the response has no code.
 */
export function graphFailure(
  request: PlatformRequest,
  response: PlatformResponse,
): PlatformError | null {
  const body = parseJson(response.text)
  const graph = envelope.safeParse(body)
  if (graph.success) {
    const { code, error_subcode, is_transient, message, error_user_msg } = graph.data.error
    const subcode = error_subcode ?? null
    const facts = { code, subcode, isTransient: is_transient ?? false, status: response.status }
    const kind = graphKind(facts)
    return new PlatformError(kind, {
      platformCode: subcode === null ? `${code}` : `${code}/${subcode}`,
      // Without words of its own, such as "Fatal" for a link, the message for people is clearer.
      platformMessage: scrub(request, code < 0 ? (error_user_msg ?? message) : message),
      reason: reasonOf(kind, facts),
      retryAfterSeconds: kind === 'rate_limited' ? graphUsage(response).regainSeconds : null,
    })
  }
  const exchange = exchangeError.safeParse(body)
  const isSuccess = response.status >= 200 && response.status < 300
  if (isSuccess && !exchange.success) return null
  const kind = kindOfStatus(response.status)
  return new PlatformError(kind, {
    platformCode: exchange.data?.code ? `${exchange.data.code}` : `http_${response.status}`,
    platformMessage: scrub(request, exchange.data?.error_message),
    retryAfterSeconds: kind === 'rate_limited' ? graphUsage(response).regainSeconds : null,
  })
}

/** The error of a failed container, which reports only a subcode (instagram.md §3.2). */
export function graphSubcodeFailure(subcode: number, platformMessage: string): PlatformError {
  const isTemporary = transientSubcodes.has(subcode) || expiredMedia === subcode
  return new PlatformError(isTemporary ? 'unavailable' : 'rejected', {
    platformCode: `${subcode}`,
    platformMessage,
    reason: isTemporary ? null : (publishReason(null, subcode) ?? 'media_invalid'),
  })
}

/** Code and subcode → kind (the table of threads.md §7 with instagram.md §7 and facebook.md §7). */
function graphKind({ code, subcode, isTransient, status }: ErrorFacts): PlatformErrorKind {
  if (code === 190) return subcode === appRemoved ? 'disconnected' : 'access_expired'
  if (code === 102) return 'access_expired'
  if (subcode !== null && blockSubcodes.has(subcode)) return 'rejected'
  if (rateLimitCodes.has(code) || (code >= 80_000 && code <= 80_999)) return 'rate_limited'
  if (code === 10 || (code >= 200 && code <= 299)) return 'permission_missing'
  if (code === 100 && subcode === permissionSubcode) return 'permission_missing'
  if (subcode !== null && transientSubcodes.has(subcode)) return 'unavailable'
  if (subcode !== null && notReadySubcodes.has(subcode)) return 'not_ready'
  if (subcode !== null && refusalSubcodes.has(subcode)) return 'rejected'
  if (serverErrorCodes.has(code) || isTransient) return 'unavailable'
  // Threads refuses with code 100 and HTTP 500 (threads.md §7).
  return status >= 500 && code !== 100 ? 'unavailable' : 'rejected'
}

function reasonOf(kind: PlatformErrorKind, facts: ErrorFacts): string | null {
  if (kind === 'access_expired') return statusReason(facts)
  const isRefusal = kind === 'rejected' || kind === 'rate_limited'
  return isRefusal ? publishReason(facts.code, facts.subcode) : null
}

/** Code 102 is an expired session; 190 without a known subcode is a revoked token. */
function statusReason({ code, subcode }: ErrorFacts): string {
  if (code === 102) return 'token_expired'
  return (subcode === null ? null : statusReasons[subcode]) ?? 'token_revoked'
}
