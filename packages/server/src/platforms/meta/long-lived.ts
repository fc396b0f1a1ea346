import { PlatformError } from '../errors.ts'
import { expiryAfter, type TokenAbility, type Tokens } from '../tokens.ts'
import type { LongToken } from './graph.ts'

const dayMs = 86_400_000
/** A token younger than this is refused (threads.md §1.6, instagram.md §1.4). */
const ageMsMin = dayMs
/** What a token lives when the platform does not say. */
const lifetimeMs = 60 * dayMs
/** Early enough for a month of failed tries (the advice of threads.md §1.6). */
const remainingMs = 30 * dayMs

/**
 * The 60-day tokens of Threads and Instagram, which are their own refresh credential. A token that
 * is too young or already over is never sent: the first would be refused, and after the end only a
 * new login helps (threads.md §1.6, instagram.md §1.4).
 */
export function longLivedTokens(options: {
  now: () => Date
  refresh: (access: string) => Promise<LongToken>
}): Required<Pick<TokenAbility, 'refreshDueAt' | 'refresh'>> {
  return {
    refreshDueAt: (tokens) =>
      new Date(Math.max(refreshableAt(tokens), expiryOf(tokens) - remainingMs)),

    refresh: async (tokens) => {
      const issuedAt = options.now()
      if (issuedAt.getTime() >= expiryOf(tokens)) {
        throw new PlatformError('access_ended', { reason: 'token_expired' })
      }
      const waitMs = refreshableAt(tokens) - issuedAt.getTime()
      if (waitMs > 0) {
        throw new PlatformError('not_ready', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
      }
      const fresh = await options.refresh(tokens.access)
      return {
        access: fresh.access_token,
        refresh: null,
        accessExpiresAt: expiryAfter(issuedAt, fresh.expires_in),
        refreshExpiresAt: null,
        issuedAt: issuedAt.toISOString(),
      }
    },
  }
}

function refreshableAt(tokens: Tokens): number {
  return Date.parse(tokens.issuedAt) + ageMsMin
}

function expiryOf(tokens: Tokens): number {
  return tokens.accessExpiresAt
    ? Date.parse(tokens.accessExpiresAt)
    : Date.parse(tokens.issuedAt) + lifetimeMs
}
