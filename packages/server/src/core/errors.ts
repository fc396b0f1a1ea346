import { type ErrorCode, errorCatalog } from './error-catalog.ts'

/** A failure as the platform reported it. */
export type ErrorPlatform = { value: string; code: string | null; message: string | null }
export type ErrorDetail = { path: string; code: string; message: string; [extra: string]: unknown }

/** The API key of a request, with the profile that the request is limited to. */
export type UsedKey = {
  ownerId: string
  id: string
  name: string
  kind: 'owner' | 'profile'
  profileId: string | null
}

/**
 * A failure that is reported to the API's caller. The caller sees `message` and `details`; `cause` is
 * only logged.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ErrorCode
  readonly details: ErrorDetail[]
  readonly param: string | null
  readonly retryAfterSeconds: number | null
  readonly platform: ErrorPlatform | null
  /** The key of a request that is refused before it has a scope. */
  readonly key: UsedKey | null

  constructor(
    code: ErrorCode,
    options: {
      message?: string
      details?: ErrorDetail[]
      param?: string
      retryAfterSeconds?: number
      platform?: ErrorPlatform
      key?: UsedKey
      cause?: unknown
    } = {},
  ) {
    super(options.message ?? messageOf(code, options.details), { cause: options.cause })
    this.code = code
    this.details = options.details ?? []
    this.param = options.param ?? options.details?.[0]?.path ?? null
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
    this.platform = options.platform ?? null
    this.key = options.key ?? null
  }
}

const pathPreviewCharsMax = 100

/** For invalid input the first field and its problem, otherwise the catalog's message. */
function messageOf(code: ErrorCode, details: readonly ErrorDetail[] = []): string {
  const [first] = details
  if (code !== 'validation_failed' || !first) return errorCatalog[code].message
  const { path, message } = first
  const pathPreview =
    path.length > pathPreviewCharsMax ? `${path.slice(0, pathPreviewCharsMax)}…` : path
  const subject = path === '' ? 'The body' : `\`${pathPreview.toWellFormed()}\``
  const [, rest] = /^(?:It|This field) (.+)$/s.exec(message) ?? []
  const sentence = rest ? `${subject} ${rest}` : path === '' ? message : `${subject}: ${message}`
  return details.length > 1 ? `${sentence} See details for the rest.` : sentence
}

/** A 400 `validation_failed` for the field at `path`. */
export function invalidField(path: string, message: string, code = 'invalid'): ServiceError {
  return new ServiceError('validation_failed', { details: [{ path, code, message }] })
}
