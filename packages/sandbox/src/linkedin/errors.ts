/** An error of the API (linkedin.md §8). `codes` are those of the single inputs. */
export class LinkedinError extends Error {
  readonly status: number
  readonly code: string
  readonly serviceErrorCode: number | undefined
  readonly codes: readonly string[]

  constructor(
    status: number,
    code: string,
    message: string,
    more: { serviceErrorCode?: number; codes?: readonly string[] } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.serviceErrorCode = more.serviceErrorCode
    this.codes = more.codes ?? []
  }
}

export function errorResponse(error: unknown): Response {
  if (!(error instanceof LinkedinError)) throw error
  const { status, code, serviceErrorCode, message, codes } = error
  if (codes.length > 0) {
    const inputErrors = codes.map((each) => ({ description: message, input: {}, code: each }))
    const errorDetailType = 'com.linkedin.common.error.BadRequest'
    const body = { errorDetailType, message, errorDetails: { inputErrors }, status }
    return Response.json(body, { status })
  }
  return Response.json({ status, serviceErrorCode, code, message }, { status })
}

export function badInput(code: string, message: string): LinkedinError {
  return new LinkedinError(400, code, message, { codes: [code] })
}

export function notFound(what: string): LinkedinError {
  return new LinkedinError(404, 'NOT_FOUND', `Could not find entity ${what}`)
}

export function accessDenied(resource: string): LinkedinError {
  const message = `Not enough permissions to access: ${resource}`
  return new LinkedinError(403, 'ACCESS_DENIED', message, { serviceErrorCode: 100 })
}
