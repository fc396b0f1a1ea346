import { bearer } from '../core/request.ts'
import type { Sandbox } from '../core/sandbox.ts'
import type { Call } from './call.ts'
import { settingsOf } from './settings.ts'

const MINUTE_MS = 60_000

export type RateLimit = { isExceeded: boolean; headers: Record<string, string> }

/** What a route counts besides a request: an upload or a deletion. */
export type RateKind = 'media' | 'delete'

/**
 * Counts a request: 300 in 5 minutes per address and per account, uploads and deletions 30 in 30
 * minutes per account. The headers are those of the fullest window (mastodon.md §3.5).
 */
export function countRequest(call: Omit<Call, 'input' | 'id'>, kind?: RateKind): RateLimit {
  const { sandbox, server, context } = call
  if (!settingsOf(sandbox).mastodon_rate_limits) return { isExceeded: false, headers: {} }
  const address = context.env?.incoming?.socket.remoteAddress ?? ''
  const caller = callerOf(sandbox, bearer(context))
  const windows = [
    [`address:${address}`, 300, 5],
    ...(caller ? [[`account:${caller}`, 300, 5] as const] : []),
    ...(caller && kind ? [[`${kind}:${caller}`, 30, 30] as const] : []),
  ] as const
  const states = windows.map(([key, max, minutes]) => {
    const name = `mastodon:${server.label}:${key}`
    const { calls, endsAt } = sandbox.rates.count(name, minutes * MINUTE_MS)
    return { max, left: max - calls, endsAt }
  })
  const fullest = states.reduce((least, state) => (state.left < least.left ? state : least))
  return { isExceeded: fullest.left < 0, headers: headersOf(fullest) }
}

type WindowState = { max: number; left: number; endsAt: number }

/** `X-RateLimit-Reset` is a date, not seconds (mastodon.md §3.5). */
export function headersOf({ max, left, endsAt }: WindowState): Record<string, string> {
  return {
    'x-ratelimit-limit': String(max),
    'x-ratelimit-remaining': String(Math.max(0, left)),
    'x-ratelimit-reset': new Date(endsAt).toISOString(),
  }
}

function callerOf({ state }: Sandbox, token: string | null): string | undefined {
  const grantId = state.tokens.get(token ?? '')?.grant_id
  return grantId && state.grants.get(grantId)?.account_id
}
