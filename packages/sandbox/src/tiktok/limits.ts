import type { World } from '../core/world.ts'
import { TiktokError } from './answers.ts'
import type { TiktokSession } from './session.ts'

/** 429 when the token has used up its sliding minute (tiktok.md §2). */
export function limitRate(
  world: World,
  session: TiktokSession,
  name: string,
  perMinute: number,
): void {
  if (!world.settings().tiktok_rate_limits) return
  if (world.rates.take(`${name}:${session.token.id}`, perMinute, 60_000)) return
  throw new TiktokError(
    429,
    'rate_limit_exceeded',
    'The API rate limit was exceeded. Please try again later.',
  )
}

export function invalidParam(message: string): TiktokError {
  return new TiktokError(400, 'invalid_param', message)
}
