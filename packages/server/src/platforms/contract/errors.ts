/** The only classification of platform failures that resources depend on. */
export type PlatformErrorKind =
  | 'access_expired'
  | 'disconnected'
  | 'permission_missing'
  | 'rate_limited'
  | 'rejected'
  | 'not_ready'
  | 'unavailable'
  | CheckedAccessKind

/**
 * Never thrown by a platform: it refused a call although its access is not known to be over, so
 * nothing was changed there. `access_busy`: the tokens are being refreshed, repeat the call soon.
 */
type CheckedAccessKind = 'access_busy' | 'access_unclear'

/**
 * A platform refused a request or did not respond. `platformCode` and `platformMessage` come from the
 * platform, with tokens removed; `retryAfterSeconds` is set for some rate limits.
 */
export class PlatformError extends Error {
  override readonly name = 'PlatformError'
  readonly kind: PlatformErrorKind
  readonly platformCode: string | null
  readonly platformMessage: string | null
  readonly reason: string | null
  readonly retryAfterSeconds: number | null
  /** For `permission_missing` at a login: the scopes that were not granted. */
  readonly missing: readonly string[]

  constructor(
    kind: PlatformErrorKind,
    detail: {
      platformCode?: string | null
      platformMessage?: string | null
      /** For `access_expired`: the account's status_reason, e.g. `password_changed`. */
      reason?: string | null
      retryAfterSeconds?: number | null
      missing?: readonly string[]
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
    this.missing = detail.missing ?? []
  }
}

/** The published part that the next one answers is gone, so that the next one cannot be published. */
export function deletedPartError(cause?: unknown): PlatformError {
  const platformMessage = 'The part before it was deleted.'
  const platformCode = cause instanceof PlatformError ? cause.platformCode : null
  return new PlatformError('rejected', {
    platformCode,
    platformMessage,
    reason: 'part_deleted',
    cause,
  })
}

/** Whether the platform refused the account's tokens. */
export function isAccessError(err: unknown): err is PlatformError {
  return (
    err instanceof PlatformError && (err.kind === 'access_expired' || err.kind === 'disconnected')
  )
}

/**
 * The server that a person entered cannot be used for a login. `server_unknown`: it does not respond or
 * is not of this network. `account_unknown`: the handle does not exist or its server does not confirm
 * it. `server_refused`: the server does not accept our app.
 */
export class ServerChoiceError extends Error {
  override readonly name = 'ServerChoiceError'
  readonly reason: 'server_unknown' | 'account_unknown' | 'server_refused'

  constructor(reason: ServerChoiceError['reason'], cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

/**
 * Classifies a failure by HTTP status alone. TikTok and Meta's code exchange also send refusals with
 * HTTP 200, so a 2xx status counts as `rejected`.
 */
export function kindOfStatus(status: number): PlatformErrorKind {
  if (status === 429) return 'rate_limited'
  return status >= 500 || (status >= 300 && status < 400) ? 'unavailable' : 'rejected'
}
