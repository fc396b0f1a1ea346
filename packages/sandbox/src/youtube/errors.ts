type Detail = { domain?: string; location?: string; locationType?: string }

/** An error of the Data API or of Analytics (youtube.md §8). */
export class YoutubeError extends Error {
  readonly status: number
  readonly reason: string
  readonly detail: Detail

  constructor(status: number, reason: string, message: string, detail: Detail = {}) {
    super(message)
    this.status = status
    this.reason = reason
    this.detail = detail
  }
}

const statusNames: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
}

export function errorResponse(error: unknown): Response {
  const { status, reason, message, detail } =
    error instanceof YoutubeError ? error : new YoutubeError(500, 'internalError', String(error))
  const { domain = 'youtube.common', ...location } = detail
  const first = { message, domain, reason, ...location }
  const name = statusNames[status]
  const body = { code: status, message, errors: [first], ...(name ? { status: name } : {}) }
  return Response.json({ error: body }, { status })
}

export function badRequest(reason: string, message: string): YoutubeError {
  return new YoutubeError(400, reason, message, { domain: 'youtube.video' })
}

export function notFound(reason: 'videoNotFound' | 'commentNotFound' | 'parentCommentNotFound') {
  return new YoutubeError(404, reason, 'The resource identified by the request was not found.')
}

export function forbidden(message = 'Forbidden'): YoutubeError {
  return new YoutubeError(403, 'forbidden', message)
}
