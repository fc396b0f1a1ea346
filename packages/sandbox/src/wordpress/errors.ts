import type { Sandbox } from '../core/sandbox.ts'
import { settingsOf } from './settings.ts'

/** An error response: `{code, message, data: {status}}` (wordpress.md §5). */
export class WordpressError extends Error {
  readonly status: number
  readonly code: string
  readonly data: object

  constructor(status: number, code: string, message: string, data: object = {}) {
    super(message)
    this.status = status
    this.code = code
    this.data = data
  }
}

/** Refused to a visitor with 401, and to a user without the capability with 403. */
export function forbidden(isLoggedIn: boolean, code: string): WordpressError {
  return new WordpressError(isLoggedIn ? 403 : 401, code, 'Sorry, you are not allowed to do that.')
}

const german: Readonly<Record<string, string>> = {
  comment_duplicate: 'Doppelter Kommentar wurde entdeckt.',
  rest_comment_closed: 'Die Kommentare zu diesem Beitrag sind geschlossen.',
  rest_post_invalid_id: 'Ungültige Beitrags-ID.',
}

export function errorResponse(sandbox: Sandbox, error: WordpressError): Response {
  const { status, code, data } = error
  const isGerman = settingsOf(sandbox).wordpress_language === 'de'
  const message = isGerman ? (german[code] ?? 'Das ist dir leider nicht erlaubt.') : error.message
  return Response.json({ code, message, data: { status, ...data } }, { status })
}

export function htmlPage(status: number, text: string, headers: Record<string, string> = {}) {
  return new Response(`<!doctype html><title>${text}</title><h1>${text}</h1>`, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  })
}
