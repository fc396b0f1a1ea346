import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import { expiryAfter, type TokenAbility } from '../contract/tokens.ts'
import { platformUrl } from '../wire/call.ts'
import { readChannel } from './channel.ts'
import { callGoogle, youtubeClient } from './client.ts'

const refreshed = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().nullish(),
  refresh_token: z.string().min(1).nullish(),
})
const dayMs = 86_400_000

/** Access tokens of an hour; the refresh token stays (youtube.md §1.2). */
export function youtubeTokens(setup: PlatformSetup): TokenAbility {
  const { app, now } = setup
  return {
    // Daily, so that a removed access is noticed and six months without use never pass.
    refreshDueAt: ({ issuedAt }) => new Date(Date.parse(issuedAt) + dayMs),

    refresh: async (tokens) => {
      const issuedAt = now()
      if (!tokens.refresh) throw accessExpired('token_expired')
      const { refreshExpiresAt } = tokens
      if (refreshExpiresAt !== null && new Date(refreshExpiresAt) <= issuedAt) {
        throw accessExpired('token_expired')
      }
      const form = {
        client_id: app.clientId,
        client_secret: app.clientSecret,
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh,
      }
      const url = platformUrl(app.bases.token, '/token')
      const response = await mapRefreshError(
        callGoogle(setup, { method: 'POST', url, form }, refreshed),
      )
      return {
        access: response.access_token,
        refresh: response.refresh_token ?? tokens.refresh,
        accessExpiresAt: expiryAfter(issuedAt, response.expires_in),
        refreshExpiresAt,
        issuedAt: issuedAt.toISOString(),
      }
    },

    probe: async (tokens) => {
      await readChannel(youtubeClient(setup, tokens.access), 'id')
    },
  }
}

/** `invalid_grant` does not tell a removed access from an expired one (youtube.md §1.2). */
async function mapRefreshError<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (err) {
    if (!(err instanceof PlatformError) || err.platformCode !== 'invalid_grant') throw err
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
