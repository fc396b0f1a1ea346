import { z } from 'zod'
import { kindOfStatus, PlatformError, type PlatformErrorKind } from '../errors.ts'
import { parseJson } from '../json.ts'
import type { PlatformAnswer, PlatformRequest } from '../platform.ts'
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
  access_token_invalid: 'access_ended',
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

/** The error of an answer of TikTok, or `null` when it is a success. */
export function tiktokFailure(
  request: PlatformRequest,
  answer: PlatformAnswer,
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
  answer: PlatformAnswer,
  code: string,
  message: string | null | undefined,
): PlatformError {
  const kind = (Object.hasOwn(kinds, code) ? kinds[code] : undefined) ?? kindOfStatus(answer.status)
  return new PlatformError(kind, {
    platformCode: scrub(request, code),
    platformMessage: scrub(request, message),
    reason: kind === 'access_ended' ? 'token_expired' : null,
    retryAfterSeconds: code === 'rate_limit_exceeded' ? rateWindowSeconds : null,
  })
}
