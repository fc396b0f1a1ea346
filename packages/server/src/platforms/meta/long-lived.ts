import { PlatformError } from '../contract/errors.ts'
import { expiryAfter, type TokenAbility, type Tokens } from '../contract/tokens.ts'
import type { LongToken } from './graph.ts'

const dayMs = 86_400_000
/** Meta refuses to refresh a younger token (threads.md §1.6, instagram.md §1.4). */
const ageMsMin = dayMs
/** The assumed lifetime if the platform does not report one. */
const lifetimeMs = 60 * dayMs
/** Leaves a month for retries (the advice of threads.md §1.6). */
const remainingMs = 30 * dayMs

/**
 * The 60-day tokens of Threads and Instagram, which refresh themselves. A token that is too young or
 * already expired is never sent: the platform refuses both, and only a new login replaces an expired
 * one (threads.md §1.6, instagram.md §1.4).
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
        throw new PlatformError('access_expired', { reason: 'token_expired' })
      }
      const waitMs = refreshableAt(tokens) - issuedAt.getTime()
      if (waitMs > 0) {
        throw new PlatformError('not_ready', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
      }
      return longLivedToken(issuedAt, await options.refresh(tokens.access))
    },
  }
}

/** The access token refreshes itself, so there is no other one (threads.md §1.6, instagram.md §1.4). */
export function longLivedToken(issuedAt: Date, { access_token, expires_in }: LongToken): Tokens {
  return {
    access: access_token,
    refresh: null,
    accessExpiresAt: expiryAfter(issuedAt, expires_in),
    refreshExpiresAt: null,
    issuedAt: issuedAt.toISOString(),
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
