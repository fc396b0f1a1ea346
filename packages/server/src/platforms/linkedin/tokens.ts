import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import { readGrantedScopes } from '../contract/granted-scopes.ts'
import { scopeList } from '../contract/permissions.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import { expiryAfter, type TokenAbility, type Tokens } from '../contract/tokens.ts'
import { callOAuth } from './client.ts'
import { permissionsOf } from './permissions.ts'

/** linkedin.md §1.2; only apps of partners get refresh tokens. */
export const tokenResponse = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().nullish(),
  scope: z
    .string()
    .nullish()
    .transform((scope) => scope ?? ''),
  refresh_token: z.string().min(1).nullish(),
  refresh_token_expires_in: z.number().positive().nullish(),
})

const introspected = z.object({
  active: z.boolean(),
  status: z.string().nullish(),
  scope: z.string().nullish(),
})

/** A week before the end, as a refused refresh leaves time for a new login. */
const refreshBeforeMs = 7 * 86_400_000

export function issuedTokens(token: z.output<typeof tokenResponse>, issuedAt: Date): Tokens {
  return {
    access: token.access_token,
    refresh: token.refresh_token ?? null,
    accessExpiresAt: expiryAfter(issuedAt, token.expires_in),
    refreshExpiresAt: token.refresh_token
      ? expiryAfter(issuedAt, token.refresh_token_expires_in)
      : null,
    issuedAt: issuedAt.toISOString(),
  }
}

/**
 * Tokens live for 60 days. Only if the operator says that the app has refresh tokens, they are
 * refreshed; otherwise the person logs in again (linkedin.md §1.3).
 */
export function linkedinTokens(setup: PlatformSetup): TokenAbility {
  const canRefresh = setup.app.variables?.LINKEDIN_REFRESH_TOKENS === 'yes'
  return {
    refreshDueAt: ({ accessExpiresAt, refresh }) =>
      canRefresh && refresh && accessExpiresAt
        ? new Date(Date.parse(accessExpiresAt) - refreshBeforeMs)
        : null,

    ...(canRefresh ? { refresh: (tokens: Tokens) => refreshTokens(setup, tokens) } : {}),

    /** Introspection costs no scope, and decides whether the access is over (linkedin.md §1.3). */
    probe: async ({ access }) => {
      const { active, status } = await callOAuth(
        setup,
        'introspectToken',
        { token: access },
        introspected,
      )
      if (active) return
      throw accessExpired(status === 'expired' ? 'token_expired' : 'token_revoked')
    },

    readGranted: ({ access }) =>
      readGrantedScopes(permissionsOf(setup.app), async () => {
        const form = { token: access }
        const { active, scope } = await callOAuth(setup, 'introspectToken', form, introspected)
        return active && scope ? scopeList(scope) : null
      }),
  }
}

/** The refresh token stays and ends a year after the login, whatever is done (linkedin.md §1.3). */
async function refreshTokens(setup: PlatformSetup, tokens: Tokens): Promise<Tokens> {
  const issuedAt = setup.now()
  const { refresh, refreshExpiresAt } = tokens
  if (!refresh || (refreshExpiresAt !== null && new Date(refreshExpiresAt) <= issuedAt)) {
    throw accessExpired('token_expired')
  }
  const form = { grant_type: 'refresh_token', refresh_token: refresh }
  try {
    const token = await callOAuth(setup, 'accessToken', form, tokenResponse)
    const fresh = issuedTokens(token, issuedAt)
    return { ...fresh, refresh: fresh.refresh ?? refresh, refreshExpiresAt }
  } catch (err) {
    if (!(err instanceof PlatformError) || err.kind !== 'rejected') throw err
    throw accessExpired('token_revoked', err)
  }
}

function accessExpired(
  reason: 'token_expired' | 'token_revoked',
  cause?: PlatformError,
): PlatformError {
  const { platformCode = null, platformMessage = null } = cause ?? {}
  return new PlatformError('access_expired', { platformCode, platformMessage, reason, cause })
}
