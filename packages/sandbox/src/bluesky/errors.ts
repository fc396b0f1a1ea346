/** An error of an OAuth endpoint: `{error, error_description}`. */
export class OAuthError extends Error {
  readonly status: number
  readonly error: string

  constructor(error: string, description: string, status = 400) {
    super(description)
    this.error = error
    this.status = status
  }
}

/** An error of an XRPC method: `{error, message}`. */
export class XrpcError extends Error {
  readonly status: number
  readonly error: string
  readonly headers: Record<string, string>

  constructor(
    status: number,
    error: string,
    message: string,
    headers: Record<string, string> = {},
  ) {
    super(message)
    this.status = status
    this.error = error
    this.headers = headers
  }
}

export function invalidRequest(message: string): XrpcError {
  return new XrpcError(400, 'InvalidRequest', message)
}

export function xrpcResponse({ status, error, message, headers }: XrpcError): Response {
  return Response.json({ error, message }, { status, headers })
}

export function oauthResponse({ status, error, message }: OAuthError): Response {
  return Response.json({ error, error_description: message }, { status })
}
