import { z } from 'zod'
import { kindOfStatus, PlatformError, type PlatformErrorKind } from '../contract/errors.ts'
import type { PlatformRequest, PlatformResponse } from '../contract/platform.ts'
import type { PublishReason } from '../contract/publish.ts'
import { listOf, parseJson } from '../wire/json.ts'
import { scrub } from '../wire/scrub.ts'
import { quotaError } from './quota.ts'

/** youtube.md §8. */
const apiError = z.object({
  error: z.object({
    message: z.string().nullish(),
    errors: listOf(z.object({ reason: z.string().nullish() })).nullish(),
  }),
})
/** OAuth errors are flat (youtube.md §1.2). */
const oauthError = z.object({ error: z.string().min(1), error_description: z.string().nullish() })

/** By the reason of the first error; unlisted ones are classified by HTTP status (youtube.md §8). */
const kinds: Readonly<Record<string, PlatformErrorKind>> = {
  authError: 'access_expired',
  expired: 'access_expired',
  authorizationRequired: 'access_expired',
  youtubeSignupRequired: 'disconnected',
  authenticatedUserNotChannel: 'disconnected',
  authenticatedUserAccountClosed: 'disconnected',
  authenticatedUserAccountSuspended: 'disconnected',
  channelClosed: 'disconnected',
  channelSuspended: 'disconnected',
  insufficientPermissions: 'permission_missing',
  ineligibleAccount: 'permission_missing',
  quotaExceeded: 'rate_limited',
  dailyLimitExceeded: 'rate_limited',
  uploadLimitExceeded: 'rate_limited',
  rateLimitExceeded: 'rate_limited',
  userRateLimitExceeded: 'rate_limited',
  servingLimitExceeded: 'rate_limited',
  uploadRateLimitExceeded: 'rate_limited',
  // Our client or our project, never the account.
  accessNotConfigured: 'unavailable',
  invalid_client: 'unavailable',
  unauthorized_client: 'unavailable',
  deleted_client: 'unavailable',
  processingFailure: 'unavailable',
}

const reasons: Readonly<Record<string, PublishReason>> = {
  forbiddenPrivacySetting: 'content_invalid',
  forbiddenLicenseSetting: 'content_invalid',
  forbiddenEmbedSetting: 'content_invalid',
  invalidTitle: 'content_invalid',
  invalidDescription: 'content_invalid',
  invalidTags: 'content_invalid',
  invalidCategoryId: 'content_invalid',
  invalidPublishAt: 'content_invalid',
  invalidVideoMetadata: 'content_invalid',
  invalidFilename: 'media_invalid',
  mediaBodyRequired: 'media_invalid',
}

/** The quotas of the Google project end at midnight in Los Angeles (youtube.md §3). */
const projectQuotas = new Set(['quotaExceeded', 'dailyLimitExceeded'])
const uploadsPerDay = /Video Uploads per day/i
const daySeconds = 86_400

/** The error in a response of Google, or `null` on success. */
export function youtubeFailure(
  request: PlatformRequest,
  response: PlatformResponse,
  now: Date,
): PlatformError | null {
  if (response.status >= 200 && response.status < 300) return null
  const body = parseJson(response.text)
  const api = apiError.safeParse(body).data?.error
  const oauth = oauthError.safeParse(body).data
  const code = api?.errors?.[0]?.reason ?? oauth?.error ?? `http_${response.status}`
  const message = api?.message ?? oauth?.error_description
  return toPlatformError(request, response, code, message, now)
}

function toPlatformError(
  request: PlatformRequest,
  response: PlatformResponse,
  code: string,
  message: string | null | undefined,
  now: Date,
): PlatformError {
  // Reasons of other failures can be missing: 401 is always the access token (youtube.md §8).
  const kind = lookUp(kinds, code) ?? (response.status === 401 ? 'access_expired' : null)
  const detail = {
    platformCode: scrub(request, code),
    platformMessage: scrub(request, plainText(message)),
  }
  if (projectQuotas.has(code)) return quotaError(now, detail)
  if (code === 'rateLimitExceeded' && uploadsPerDay.test(message ?? '')) {
    return quotaError(now, detail)
  }
  return new PlatformError(kind ?? kindOfStatus(response.status), {
    ...detail,
    reason: kind === 'access_expired' ? 'token_expired' : (lookUp(reasons, code) ?? null),
    retryAfterSeconds: code === 'uploadLimitExceeded' ? daySeconds : null,
  })
}

/** Messages can contain HTML (youtube.md §8). */
function plainText(message: string | null | undefined): string | null {
  return message?.slice(0, 4_000).replace(/<[^<>]*>/g, '') ?? null
}

/** Looks up own properties only: a platform could send `constructor`. */
function lookUp<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

/** Whether an object does not exist: Google gives 404, or lists without it (youtube.md §8). */
export function isGone(err: unknown): err is PlatformError {
  const code = err instanceof PlatformError ? err.platformCode : null
  return (
    code === 'videoNotFound' ||
    code === 'commentNotFound' ||
    code === 'commentThreadNotFound' ||
    code === 'parentCommentNotFound' ||
    code === 'http_404'
  )
}
