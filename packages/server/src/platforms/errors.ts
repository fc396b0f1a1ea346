/** The kinds are all that the nouns see of a platform's failure. */
export type PlatformErrorKind =
  | 'access_ended'
  | 'disconnected'
  | 'permission_missing'
  | 'rate_limited'
  | 'rejected'
  | 'not_ready'
  | 'unavailable'

/**
 * A platform refused or did not answer. `platformCode` and `platformMessage` are its own words with
 * no token in them; `retryAfterSeconds` is known for some rate limits.
 */
export class PlatformError extends Error {
  override readonly name = 'PlatformError'
  readonly kind: PlatformErrorKind
  readonly platformCode: string | null
  readonly platformMessage: string | null
  readonly reason: string | null
  readonly retryAfterSeconds: number | null

  constructor(
    kind: PlatformErrorKind,
    detail: {
      platformCode?: string | null
      platformMessage?: string | null
      /** For `access_ended`: the account's status_reason, e.g. `password_changed`. */
      reason?: string | null
      retryAfterSeconds?: number | null
      cause?: unknown
    } = {},
  ) {
    super(`${kind}${detail.platformCode ? ` (${detail.platformCode})` : ''}`, {
      cause: detail.cause,
    })
    this.kind = kind
    this.platformCode = detail.platformCode ?? null
    this.platformMessage = detail.platformMessage ?? null
    this.reason = detail.reason ?? null
    this.retryAfterSeconds = detail.retryAfterSeconds ?? null
  }
}

/**
 * The kind of a failure whose HTTP status is all that is known. A refusal sent with HTTP 200 (both
 * TikTok and Meta's code exchange do that) is a refusal.
 */
export function kindOfStatus(status: number): PlatformErrorKind {
  if (status === 429) return 'rate_limited'
  return status >= 500 || (status >= 300 && status < 400) ? 'unavailable' : 'rejected'
}
