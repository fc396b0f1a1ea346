import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { settingsOf } from './settings.ts'

/** An error in the data envelope (tiktok.md §2). */
export class TiktokError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** An error of the OAuth endpoints, which is flat, without the envelope (tiktok.md §1.4). */
export class TiktokOAuthError extends Error {
  readonly error: string

  constructor(error: string, description: string) {
    super(description)
    this.error = error
  }
}

/** A log_id: the time followed by hexadecimal digits. */
export function logId(now: Date): string {
  const time = now.toISOString().replace(/\D/g, '').slice(0, 14)
  return `${time}${randomBytes(9).toString('hex').toUpperCase()}`
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

/** `data` is JSON text, because publish responses have numbers beyond 2^53 (tiktok.md §5.7). */
export function success(context: Context<Env>, sandbox: Sandbox, data: string): Response {
  const error = { code: 'ok', message: '', log_id: logId(sandbox.clock.now()) }
  return context.newResponse(`{"data":${data},"error":${JSON.stringify(error)}}`, 200, JSON_TYPE)
}

export function failure(context: Context<Env>, sandbox: Sandbox, error: unknown): Response {
  const log_id = logId(sandbox.clock.now())
  if (error instanceof TiktokOAuthError) {
    const body = { error: error.error, error_description: error.message, log_id }
    const status = settingsOf(sandbox).tiktok_oauth_error_status
    return context.newResponse(JSON.stringify(body), status as 400, JSON_TYPE)
  }
  const apiError =
    error instanceof TiktokError ? error : new TiktokError(500, 'internal_error', String(error))
  const body = { data: {}, error: { code: apiError.code, message: apiError.message, log_id } }
  return context.newResponse(JSON.stringify(body), apiError.status as 400, JSON_TYPE)
}
