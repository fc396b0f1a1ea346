import type { ErrorBody, OperationErrorCode } from './schema.gen.ts'

/**
 * The error codes of the API. The client adds `unexpected_answer` for a response that is not from
 * Postern, such as a proxy's error page. A newer server may send codes that are not listed here.
 */
export type ErrorCode =
  | OperationErrorCode
  | 'route_not_found'
  | 'method_not_allowed'
  | 'unexpected_answer'
  | (string & {})

export type ErrorDetail = ErrorBody['error']['details'][number]
export type ErrorPlatform = NonNullable<ErrorBody['error']['platform']>

/** An error response. */
export class PosternError extends Error {
  override readonly name = 'PosternError'
  readonly status: number
  readonly code: ErrorCode
  readonly type: string
  /** The invalid field or parameter. */
  readonly param: string | null
  readonly details: readonly ErrorDetail[]
  /** The platform's own error, if the platform caused it. */
  readonly platform: ErrorPlatform | null
  /** Whether a retry may succeed. */
  readonly retryable: boolean
  readonly retryAfterSeconds: number | null
  readonly requestId: string | null
  readonly docUrl: string | null

  constructor(
    status: number,
    error: Partial<ErrorBody['error']> & { code: string },
    retryAfterSeconds: number | null,
  ) {
    super(error.message ?? `The response status was ${status}.`)
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
 * There is no valid response: it did not arrive in time (`timeout`), the connection failed
 * (`network`), or it is not JSON (`answer`). The request may or may not have been processed.
 */
export class PosternConnectionError extends Error {
  override readonly name = 'PosternConnectionError'
  readonly reason: 'timeout' | 'network' | 'answer'

  constructor(reason: PosternConnectionError['reason'], message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}
