import { z } from 'zod'
import { kindOfStatus, PlatformError, type PlatformErrorKind } from '../contract/errors.ts'
import type { PlatformRequest, PlatformResponse } from '../contract/platform.ts'
import type { PublishReason } from '../contract/publish.ts'
import { parseJson } from '../wire/json.ts'
import { scrub } from '../wire/scrub.ts'

/** The envelope of all data endpoints; only code `ok` is a success, for any HTTP status (tiktok.md §2). */
const envelope = z.object({
  error: z.object({ code: z.string(), message: z.string().nullish() }),
})

/** The error shape of `/v2/oauth/*`, which may have HTTP 200 (tiktok.md §1.4). */
const oauthError = z.object({ error: z.string().min(1), error_description: z.string().nullish() })

/** `Retry-After` is undocumented; the window is one minute (tiktok.md §2). */
const rateWindowSeconds = 60

/** tiktok.md §1.3, §1.5 and §2. Unlisted codes are classified by HTTP status. */
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

/** Codes of the publishing endpoints (tiktok.md §2); the kind is independent of the reason. */
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

/**
 * Refusals of our chunk plan have the code of a wrong text; only these messages, as recorded, differ
 * (tiktok.md §5.3).
 */
const planRefusals = new Set(['The chunk size is invalid', 'The total chunk count is invalid'])

/**
 * `fail_reason` of a publication; unlisted ones are permanent refusals (tiktok.md §5.7). After a daily limit
 * the post is prepared again, and `creator_info` tells until when.
 */
const failKinds: Readonly<Record<string, PlatformErrorKind>> = {
  auth_removed: 'disconnected',
  internal: 'not_ready',
  spam_risk_too_many_posts: 'not_ready',
  reached_active_user_cap: 'not_ready',
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
 * The error of a failed publication. `not_ready` means that nothing was published and the post may be
 * prepared and committed again: after a TikTok server error, and once if TikTok could not fetch a file
 * (tiktok.md §5.7).
 */
export function publicationFailure(
  failReason: string | null | undefined,
  restarts: number,
): PlatformError {
  const code = failReason || 'unknown'
  const reason = lookUp(failReasons, code) ?? null
  const mayRefetch = reason === 'media_unreachable' && restarts === 0
  const kind = mayRefetch ? 'not_ready' : (lookUp(failKinds, code) ?? 'rejected')
  return new PlatformError(kind, { platformCode: code, reason })
}

/** The error in a TikTok response, or `null` on success. */
export function tiktokFailure(
  request: PlatformRequest,
  response: PlatformResponse,
): PlatformError | null {
  const body = parseJson(response.text)
  const data = envelope.safeParse(body)
  if (data.success && data.data.error.code !== 'ok') {
    const { code, message } = data.data.error
    return toPlatformError(request, response, code, message)
  }
  const oauth = oauthError.safeParse(body)
  if (oauth.success) {
    return toPlatformError(request, response, oauth.data.error, oauth.data.error_description)
  }
  if (response.status >= 200 && response.status < 300) return null
  return toPlatformError(request, response, `http_${response.status}`, null)
}

function toPlatformError(
  request: PlatformRequest,
  response: PlatformResponse,
  code: string,
  message: string | null | undefined,
): PlatformError {
  const kind = lookUp(kinds, code) ?? kindOfStatus(response.status)
  return new PlatformError(kind, {
    platformCode: scrub(request, code),
    platformMessage: scrub(request, message),
    reason: kind === 'access_expired' ? 'token_expired' : reasonOf(code, message),
    retryAfterSeconds: code === 'rate_limit_exceeded' ? rateWindowSeconds : null,
  })
}

function reasonOf(code: string, message: string | null | undefined): PublishReason | null {
  const reason = lookUp(reasons, code) ?? null
  const isPlan = reason === 'content_invalid' && planRefusals.has(message ?? '')
  return isPlan ? 'request_invalid' : reason
}

/** Looks up own properties only: a platform could send `constructor`. */
function lookUp<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
