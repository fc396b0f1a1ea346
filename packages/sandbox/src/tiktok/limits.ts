import type { Context } from 'hono'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { TiktokError } from './responses.ts'
import type { TiktokSession } from './session.ts'
import { settingsOf } from './settings.ts'

/** Throws 429 when the token has reached its limit per minute (tiktok.md §2). */
export function limitRate(
  sandbox: Sandbox,
  session: TiktokSession,
  name: string,
  perMinute: number,
): void {
  if (!settingsOf(sandbox).tiktok_rate_limits) return
  if (sandbox.rates.allow(`${name}:${session.token.id}`, perMinute, 60_000)) return
  throw new TiktokError(
    429,
    'rate_limit_exceeded',
    'The API rate limit was exceeded. Please try again later.',
  )
}

/** Throws unless the Content-Type is JSON (tiktok.md §4, §5). */
export function requireJson(context: Context<Env>): void {
  if (context.req.header('content-type')?.startsWith('application/json')) return
  throw invalidParam('The Content-Type must be application/json')
}

export function invalidParam(message: string): TiktokError {
  return new TiktokError(400, 'invalid_param', message)
}
