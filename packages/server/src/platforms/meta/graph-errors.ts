import { z } from 'zod'
import { kindOfStatus, PlatformError, type PlatformErrorKind } from '../errors.ts'
import { parseJson } from '../json.ts'
import type { PlatformAnswer, PlatformRequest } from '../platform.ts'
import { scrub } from '../scrub.ts'
import { publishReason } from './graph-reasons.ts'
import { graphUsage } from './graph-usage.ts'

/** Meta's envelope of every Graph host (threads.md §7, instagram.md §7, facebook-pages.md §7). */
const envelope = z.object({
  error: z.object({
    code: z.int(),
    error_subcode: z.int().nullish(),
    is_transient: z.boolean().nullish(),
    message: z.string().nullish(),
  }),
})

/** The other shape, of the Threads and Instagram code exchange only (threads.md §1.4). */
const exchangeError = z.object({
  error_type: z.string(),
  code: z.int().nullish(),
  error_message: z.string().nullish(),
})

/** Subcodes of 190 → the account's status_reason (threads.md §7, facebook-pages.md §7). */
const endReasons: Readonly<Record<number, string>> = {
  459: 'checkpoint_required',
  460: 'password_changed',
  463: 'token_expired',
  464: 'checkpoint_required',
  467: 'token_revoked',
  492: 'permission_revoked',
  493: 'token_expired',
}
const appRemoved = 458

/** Meta's own failures; every subcode of −1 is one (instagram.md §7). */
const metasOwn = new Set([-1, 1, 2])
const rateCodes = new Set([4, 9, 17, 32, 341, 613])
/** Spam blocks; one of them comes under the rate code 4 (instagram.md §7, threads.md §7). */
const blockSubcodes = new Set([2207051, 4279013])
/** Failures for which the documents advise to try again (instagram.md §7, facebook-pages.md §7). */
const transientSubcodes = new Set([2207001, 2207003, 2207032, 2207053, 2207082, 1363047, 1609010])
/** A file that Meta held too long and let go: it is fetched again for another container. */
const expiredMedia = 2207020
/** The container is not there yet, or its file no longer (threads.md §7, instagram.md §7). */
const notReadySubcodes = new Set([4279009, 2207006, 2207008, expiredMedia, 2207027])
/**
 * What a file or an option is to blame for, though it comes under code 1 (threads.md §7 and §10,
 * instagram.md §7). That it counts as transient the first time is up to `prepare`, which knows.
 */
const refusalSubcodes = new Set([2207052, 2207057])

type GraphFacts = { code: number; subcode: number | null; isTransient: boolean; status: number }

/**
 * The error of an answer of a Graph host, or `null` when it is a success. Decided by codes alone;
 * an answer without a code by its HTTP status.
 */
export function graphFailure(
  request: PlatformRequest,
  answer: PlatformAnswer,
): PlatformError | null {
  const body = parseJson(answer.text)
  const graph = envelope.safeParse(body)
  if (graph.success) {
    const { code, error_subcode, is_transient, message } = graph.data.error
    const subcode = error_subcode ?? null
    const facts = { code, subcode, isTransient: is_transient ?? false, status: answer.status }
    const kind = graphKind(facts)
    return new PlatformError(kind, {
      platformCode: subcode === null ? `${code}` : `${code}/${subcode}`,
      platformMessage: scrub(request, message),
      reason: reasonOf(kind, facts),
      retryAfterSeconds: kind === 'rate_limited' ? graphUsage(answer).regainSeconds : null,
    })
  }
  const exchange = exchangeError.safeParse(body)
  const isSuccess = answer.status >= 200 && answer.status < 300
  if (isSuccess && !exchange.success) return null
  const kind = kindOfStatus(answer.status)
  return new PlatformError(kind, {
    platformCode: exchange.data?.code ? `${exchange.data.code}` : `http_${answer.status}`,
    platformMessage: scrub(request, exchange.data?.error_message),
    retryAfterSeconds: kind === 'rate_limited' ? graphUsage(answer).regainSeconds : null,
  })
}

/** A failure of which only the subcode is known: that of a container (instagram.md §3.2). */
export function graphSubcodeFailure(subcode: number, platformMessage: string): PlatformError {
  const isTemporary = transientSubcodes.has(subcode) || expiredMedia === subcode
  return new PlatformError(isTemporary ? 'unavailable' : 'rejected', {
    platformCode: `${subcode}`,
    platformMessage,
    reason: isTemporary ? null : (publishReason(null, subcode) ?? 'media_invalid'),
  })
}

/** Code and subcode → kind (the table of threads.md §7 with instagram.md §7 and facebook-pages.md §7). */
function graphKind({ code, subcode, isTransient, status }: GraphFacts): PlatformErrorKind {
  if (code === 190) return subcode === appRemoved ? 'disconnected' : 'access_ended'
  if (code === 102) return 'access_ended'
  if (subcode !== null && blockSubcodes.has(subcode)) return 'rejected'
  if (rateCodes.has(code) || (code >= 80_000 && code <= 80_999)) return 'rate_limited'
  if (code === 10 || (code >= 200 && code <= 299)) return 'permission_missing'
  if (subcode !== null && transientSubcodes.has(subcode)) return 'unavailable'
  if (subcode !== null && notReadySubcodes.has(subcode)) return 'not_ready'
  if (subcode !== null && refusalSubcodes.has(subcode)) return 'rejected'
  if (metasOwn.has(code) || isTransient || status >= 500) return 'unavailable'
  return 'rejected'
}

function reasonOf(kind: PlatformErrorKind, facts: GraphFacts): string | null {
  if (kind === 'access_ended') return endReason(facts)
  const isRefusal = kind === 'rejected' || kind === 'rate_limited'
  return isRefusal ? publishReason(facts.code, facts.subcode) : null
}

/** 102 is a lost session; 190 without a known subcode is a token that Meta no longer takes. */
function endReason({ code, subcode }: GraphFacts): string {
  if (code === 102) return 'token_expired'
  return endReasons[subcode ?? 0] ?? 'token_revoked'
}
