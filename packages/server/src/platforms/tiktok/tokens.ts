import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import { expiryAfter, type TokenAbility, type Tokens } from '../contract/tokens.ts'
import { platformUrl } from '../wire/call.ts'
import { tiktokApi } from './api.ts'
import { callTiktok } from './call.ts'

/** tiktok.md §1.5; the refresh token may be a new one. */
const refreshedTokens = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().nullish(),
  refresh_token: z.string().min(1),
  refresh_expires_in: z.number().positive().nullish(),
})

const defaultLifetimeMs = 86_400_000
/** Refresh after this share of a token's lifetime: 18 hours of a day (tiktok.md §7). */
const refreshAtShare = 0.75

/**
 * One-day access tokens with rotating refresh tokens. The result of `refresh` must be stored immediately,
 * as the token that was sent may no longer be valid (tiktok.md §1.5).
 */
export function tiktokTokens(setup: PlatformSetup): TokenAbility {
  const { app, call, now } = setup
  const api = tiktokApi(setup)
  return {
    refreshDueAt: (tokens) => {
      const issuedAt = Date.parse(tokens.issuedAt)
      const lifetimeMs = tokens.accessExpiresAt
        ? Date.parse(tokens.accessExpiresAt) - issuedAt
        : defaultLifetimeMs
      return new Date(issuedAt + lifetimeMs * refreshAtShare)
    },

    refresh: async (tokens) => {
      const issuedAt = now()
      const isExpired = isRefreshTokenExpired(tokens, issuedAt)
      if (!tokens.refresh || isExpired) throw accessExpiredError(isExpired)
      const form = {
        client_key: app.clientId,
        client_secret: app.clientSecret,
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh,
      }
      const url = platformUrl(app.bases.token, '/v2/oauth/token/')
      const response = await mapRefreshError(
        callTiktok(call, { method: 'POST', url, form }, refreshedTokens),
      )
      return {
        access: response.access_token,
        refresh: response.refresh_token,
        accessExpiresAt: expiryAfter(issuedAt, response.expires_in),
        refreshExpiresAt:
          expiryAfter(issuedAt, response.refresh_expires_in) ?? tokens.refreshExpiresAt,
        issuedAt: issuedAt.toISOString(),
      }
    },

    probe: async (tokens) => {
      await api.readUser(tokens.access, ['user.info.basic'])
    },
  }
}

function isRefreshTokenExpired(tokens: Tokens, now: Date): boolean {
  return tokens.refreshExpiresAt !== null && new Date(tokens.refreshExpiresAt) <= now
}

/**
 * Error codes for a refused refresh token; before its known expiry it was revoked (tiktok.md §1.5).
 * `invalid_client` is about the app, not about the account's access.
 */
const invalidGrantCodes = new Set(['invalid_grant', 'invalid_request'])

async function mapRefreshError<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (err) {
    const isRefused = err instanceof PlatformError && invalidGrantCodes.has(err.platformCode ?? '')
    throw isRefused ? accessExpiredError(false, err) : err
  }
}

function accessExpiredError(isExpired: boolean, cause?: PlatformError): PlatformError {
  return new PlatformError('access_expired', {
    platformCode: cause?.platformCode ?? null,
    platformMessage: cause?.platformMessage ?? null,
    reason: isExpired ? 'token_expired' : 'token_revoked',
    cause,
  })
}
