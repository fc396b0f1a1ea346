import { z } from 'zod'
import { kindOfStatus, PlatformError, type PlatformErrorKind } from '../contract/errors.ts'
import type { PlatformRequest, PlatformResponse } from '../contract/platform.ts'
import type { PublishReason } from '../contract/publish.ts'
import { listOf, parseJson } from '../wire/json.ts'
import { scrub } from '../wire/scrub.ts'

/** Each member may be missing; errors of the login are flat (linkedin.md §1.2, §8). */
const errorBody = z.object({
  serviceErrorCode: z.union([z.number(), z.string()]).nullish(),
  code: z.string().nullish(),
  message: z.string().nullish(),
  error: z.string().nullish(),
  error_description: z.string().nullish(),
  errorDetails: z
    .object({ inputErrors: listOf(z.object({ code: z.string().nullish() })).nullish() })
    .nullish(),
})

type Meaning = {
  kind: PlatformErrorKind
  reason?: PublishReason | 'token_expired' | 'token_revoked'
}

const revoked: Meaning = { kind: 'access_expired', reason: 'token_revoked' }
const media: Meaning = { kind: 'rejected', reason: 'media_invalid' }
const content: Meaning = { kind: 'rejected', reason: 'content_invalid' }
/** Our app or our version, never the account or the post. */
const ours: Meaning = { kind: 'unavailable' }

/** linkedin.md §8. Unlisted codes are classified by their HTTP status. */
const meanings: Readonly<Record<string, Meaning>> = {
  REVOKED_ACCESS_TOKEN: revoked,
  65601: revoked,
  EXPIRED_ACCESS_TOKEN: { kind: 'access_expired', reason: 'token_expired' },
  65602: { kind: 'access_expired', reason: 'token_expired' },
  INVALID_ACCESS_TOKEN: revoked,
  65600: revoked,
  EMPTY_ACCESS_TOKEN: ours,
  invalid_client: ours,
  // Of the login, with a code or a refresh token (linkedin.md §1.2).
  invalid_request: { kind: 'rejected' },
  invalid_redirect_uri: { kind: 'rejected' },
  VERSION_MISSING: ours,
  NONEXISTENT_VERSION: ours,
  CONFLICT: { kind: 'unavailable' },
  MEDIA_ASSET_WAITING_UPLOAD: { kind: 'not_ready' },
  MEDIA_ASSET_PROCESSING: { kind: 'not_ready' },
  EXPIRED_UPLOAD_URL: { kind: 'not_ready' },
  MEDIA_ASSET_PROCESSING_FAILED: media,
  UPDATING_ASSET_FAILED: media,
  INVALID_IMAGE_ID: media,
  INVALID_VIDEO_ID: media,
  DUPLICATE_POST: { kind: 'rejected', reason: 'duplicate' },
  FIELD_LENGTH_TOO_LONG: content,
  INVALID_VALUE_FOR_FIELD: content,
  INVALID_URL: content,
  MISSING_FIELD: content,
}

/** The failure of a response, or `null` for a success. */
export function linkedinFailure(
  request: PlatformRequest,
  response: PlatformResponse,
  now: Date,
): PlatformError | null {
  const { status } = response
  if (status >= 200 && status < 300) return null
  const body = errorBody.safeParse(parseJson(response.text)).data
  const inputs = body?.errorDetails?.inputErrors ?? []
  const given = [...inputs.map(({ code }) => code), body?.code, body?.error, body?.serviceErrorCode]
  const codes = given.flatMap((code) => (code || code === 0 ? [String(code)] : []))
  const known = codes.find((code) => Object.hasOwn(meanings, code))
  const message = body?.message || body?.error_description
  const isBare = codes.length === 0 && !message
  const { kind, reason = null } = known
    ? meanings[known]!
    : { kind: kindOf(status, isBare), reason: null }
  return new PlatformError(kind, {
    platformCode: known ?? codes[0] ?? `http_${status}`,
    platformMessage: scrub(request, message),
    reason,
    retryAfterSeconds: status === 429 && /\bDAY\b/.test(message ?? '') ? secondsOfDay(now) : null,
  })
}

/** Now and then a 403 comes without a word, and the next call succeeds (linkedin.md §8). */
function kindOf(status: number, isBare: boolean): PlatformErrorKind {
  if (status === 401) return 'access_expired'
  if (status === 403) return isBare ? 'unavailable' : 'permission_missing'
  if (status === 409 || status === 426) return 'unavailable'
  return kindOfStatus(status)
}

/** The counters of a day end at midnight UTC; nothing in the response says so (linkedin.md §8). */
function secondsOfDay(now: Date): number {
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
  return Math.ceil((end - now.getTime()) / 1_000)
}

/** Also of a token that is too new (linkedin.md §1.2). */
export function isRevoked(err: unknown): boolean {
  return isCode(err, 'REVOKED_ACCESS_TOKEN') || isCode(err, '65601')
}

export function isCode(err: unknown, code: string): err is PlatformError {
  return err instanceof PlatformError && err.platformCode === code
}
