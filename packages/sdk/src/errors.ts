import type { ErrorBody, OperationErrorCode } from './schema.gen.ts'

/**
 * The codes of the API. `unexpected_answer` is the client's own: a failure that did not come from
 * Postern, such as a proxy's page. A newer server may send codes that are not listed here.
 */
export type ErrorCode =
  | OperationErrorCode
  | 'route_not_found'
  | 'method_not_allowed'
  | 'unexpected_answer'
  | (string & {})

export type ErrorDetail = ErrorBody['error']['details'][number]
export type ErrorPlatform = NonNullable<ErrorBody['error']['platform']>

/** The API answered with a failure. */
export class PosternError extends Error {
  override readonly name = 'PosternError'
  readonly status: number
  readonly code: ErrorCode
  readonly type: string
  /** The field or parameter that is to blame. */
  readonly param: string | null
  readonly details: readonly ErrorDetail[]
  /** What the platform itself said, where it is to blame. */
  readonly platform: ErrorPlatform | null
  /** Whether the same request may succeed later. */
  readonly retryable: boolean
  readonly retryAfterSeconds: number | null
  readonly requestId: string | null
  readonly docUrl: string | null

  constructor(
    status: number,
    error: Partial<ErrorBody['error']> & { code: string },
    retryAfterSeconds: number | null,
  ) {
    super(error.message ?? `The answer was ${status}.`)
    this.status = status
    this.code = error.code
    this.type = error.type ?? 'api_error'
    this.param = error.param ?? null
    this.details = error.details ?? []
    this.platform = error.platform ?? null
    this.retryable = error.retryable ?? false
    this.retryAfterSeconds = retryAfterSeconds
    this.requestId = error.request_id ?? null
    this.docUrl = error.doc_url ?? null
  }
}

/**
 * There is no answer: it did not come in time (`timeout`), the connection failed (`network`), or
 * what came is no answer of Postern (`answer`). Whether the request was carried out is not known.
 */
export class PosternConnectionError extends Error {
  override readonly name = 'PosternConnectionError'
  readonly reason: 'timeout' | 'network' | 'answer'

  constructor(reason: PosternConnectionError['reason'], message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}
