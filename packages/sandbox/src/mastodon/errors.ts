/** An error response: `{error, error_description?}` (mastodon.md §0). */
export class MastodonError extends Error {
  readonly status: number
  readonly description: string | undefined

  constructor(status: number, error: string, description?: string) {
    super(error)
    this.status = status
    this.description = description
  }
}

export function notFound(): MastodonError {
  return new MastodonError(404, 'Record not found')
}

/** 422 `Validation failed: …` */
export function invalid(reason: string): MastodonError {
  return new MastodonError(422, `Validation failed: ${reason}`)
}

export function errorResponse(error: MastodonError): Response {
  const { status, message, description } = error
  // The other program answers an unknown token with an empty body (mastodon.md §7).
  if (message === '') return new Response(null, { status })
  const body = { error: message, ...(description ? { error_description: description } : {}) }
  return Response.json(body, { status })
}

export function htmlPage(status: number, text: string): Response {
  return new Response(`<!doctype html><title>${text}</title><h1>${text}</h1>`, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
}
