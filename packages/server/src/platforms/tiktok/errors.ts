import { z } from 'zod'
import { kindOfStatus, PlatformError, type PlatformErrorKind } from '../errors.ts'
import { parseJson } from '../json.ts'
import type { PlatformRequest, PlatformResponse } from '../platform.ts'
import type { PublishReason } from '../publish.ts'
import { scrub } from '../scrub.ts'

/** The envelope of all data endpoints; `ok` is the only success, whatever the HTTP status (tiktok.md §2). */
const envelope = z.object({
  error: z.object({ code: z.string(), message: z.string().nullish() }),
})

/** The flat shape of `/v2/oauth/*`, which may come with HTTP 200 (tiktok.md §1.4). */
const flat = z.object({ error: z.string().min(1), error_description: z.string().nullish() })

/** No `Retry-After` is documented; the window is one minute (tiktok.md §2). */
const rateWindowSeconds = 60

/** tiktok.md §1.3, §1.5 and §2. What is not listed is a permanent refusal. */
const kinds: Readonly<Record<string, PlatformErrorKind>> = {
  access_token_invalid: 'access_expired',
  scope_not_authorized: 'permission_missing',
  scope_permission_missed: 'permission_missing',
  rate_limit_exceeded: 'rate_limited',
  spam_risk_too_many_posts: 'rate_limited',
  spam_risk_too_many_pending_share: 'rate_limited',
  reached_active_user_cap: 'rate_limited',
  internal_error: 'unavailable',
  server_error: 'unavailable',
  temporarily_unavailable: 'unavailable',
}

/** Codes of the publishing endpoints (tiktok.md §2), with whatever kind they have. */
const reasons: Readonly<Record<string, PublishReason>> = {
  spam_risk_too_many_posts: 'daily_quota',
  spam_risk_too_many_pending_share: 'daily_quota',
  reached_active_user_cap: 'daily_quota',
  spam_risk_user_banned_from_posting: 'content_rejected',
  privacy_level_option_mismatch: 'content_invalid',
  unaudited_client_can_only_post_to_private_accounts: 'content_invalid',
  invalid_param: 'content_invalid',
  invalid_params: 'content_invalid',
  invalid_file_upload: 'media_invalid',
  url_ownership_unverified: 'media_unreachable',
}

/** The `fail_reason` of a publication; what is not listed is a permanent refusal (tiktok.md §5.7). */
const failKinds: Readonly<Record<string, PlatformErrorKind>> = {
  auth_removed: 'disconnected',
  internal: 'not_ready',
  spam_risk_too_many_posts: 'rate_limited',
  reached_active_user_cap: 'rate_limited',
}

const failReasons: Readonly<Record<string, PublishReason>> = {
  file_format_check_failed: 'media_invalid',
  duration_check_failed: 'media_invalid',
  frame_rate_check_failed: 'media_invalid',
  picture_size_check_failed: 'media_invalid',
  video_pull_failed: 'media_unreachable',
  photo_pull_failed: 'media_unreachable',
  spam_risk: 'content_rejected',
  spam_risk_text: 'content_rejected',
  spam_risk_user_banned_from_posting: 'content_rejected',
  spam_risk_too_many_posts: 'daily_quota',
  reached_active_user_cap: 'daily_quota',
}

/**
 * Why a publication ended without a post. `not_ready`: nothing was published and it may be prepared
 * and committed again. That is so after TikTok's own failure, and once after a file that could not
 * be fetched (tiktok.md §5.7).
 */
export function publicationFailure(
  failReason: string | null | undefined,
  restarts: number,
): PlatformError {
  const word = failReason || 'unknown'
  const reason = entryOf(failReasons, word) ?? null
  const mayRefetch = reason === 'media_unreachable' && restarts === 0
  const kind = mayRefetch ? 'not_ready' : (entryOf(failKinds, word) ?? 'rejected')
  return new PlatformError(kind, { platformCode: word, reason })
}

/** The error of an answer of TikTok, or `null` when it is a success. */
export function tiktokFailure(
  request: PlatformRequest,
  answer: PlatformResponse,
): PlatformError | null {
  const body = parseJson(answer.text)
  const data = envelope.safeParse(body)
  if (data.success && data.data.error.code !== 'ok') {
    const { code, message } = data.data.error
    return failureOf(request, answer, code, message)
  }
  const oauth = flat.safeParse(body)
  if (oauth.success) {
    return failureOf(request, answer, oauth.data.error, oauth.data.error_description)
  }
  if (answer.status >= 200 && answer.status < 300) return null
  return failureOf(request, answer, `http_${answer.status}`, null)
}

function failureOf(
  request: PlatformRequest,
  answer: PlatformResponse,
  code: string,
  message: string | null | undefined,
): PlatformError {
  const kind = entryOf(kinds, code) ?? kindOfStatus(answer.status)
  return new PlatformError(kind, {
    platformCode: scrub(request, code),
    platformMessage: scrub(request, message),
    reason: kind === 'access_expired' ? 'token_expired' : (entryOf(reasons, code) ?? null),
    retryAfterSeconds: code === 'rate_limit_exceeded' ? rateWindowSeconds : null,
  })
}

/** Words of a platform are no property names: `constructor` is in no table. */
function entryOf<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined
}
