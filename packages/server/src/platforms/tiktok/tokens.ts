import { z } from 'zod'
import { platformUrl } from '../call.ts'
import { PlatformError } from '../errors.ts'
import type { PlatformSetup } from '../platform.ts'
import { expiryAfter, type TokenAbility, type Tokens } from '../tokens.ts'
import { tiktokApi } from './api.ts'
import { askTiktok } from './ask.ts'

/** tiktok.md §1.5; the refresh token may be another one than was sent. */
const refreshed = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().nullish(),
  refresh_token: z.string().min(1),
  refresh_expires_in: z.number().positive().nullish(),
})

const accessMs = 86_400_000
/** Of an access token's life: 18 hours of a day (tiktok.md §7 advises 12 to 20). */
const shareUsed = 0.75

/**
 * The life of a TikTok access: a day, renewed by a refresh token that rotates. What `refresh`
 * answers must be stored at once: the token that was sent may be spent (tiktok.md §1.5).
 */
export function tiktokTokens(setup: PlatformSetup): TokenAbility {
  const { app, call, now } = setup
  const api = tiktokApi(setup)
  return {
    refreshDueAt: (tokens) => {
      const issuedAt = Date.parse(tokens.issuedAt)
      const lifeMs = tokens.accessExpiresAt
        ? Date.parse(tokens.accessExpiresAt) - issuedAt
        : accessMs
      return new Date(issuedAt + lifeMs * shareUsed)
    },

    refresh: async (tokens) => {
      const issuedAt = now()
      const isOver = hasEnded(tokens, issuedAt)
      if (!tokens.refresh || isOver) throw ended(isOver)
      const form = {
        client_key: app.clientId,
        client_secret: app.clientSecret,
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh,
      }
      const url = platformUrl(app.bases.token, '/v2/oauth/token/')
      const answer = await refreshing(askTiktok(call, { method: 'POST', url, form }, refreshed))
      return {
        access: answer.access_token,
        refresh: answer.refresh_token,
        accessExpiresAt: expiryAfter(issuedAt, answer.expires_in),
        refreshExpiresAt:
          expiryAfter(issuedAt, answer.refresh_expires_in) ?? tokens.refreshExpiresAt,
        issuedAt: issuedAt.toISOString(),
      }
    },

    probe: async (tokens) => {
      await api.readUser(tokens.access, ['user.info.basic'])
    },
  }
}

function hasEnded(tokens: Tokens, now: Date): boolean {
  return tokens.refreshExpiresAt !== null && new Date(tokens.refreshExpiresAt) <= now
}

/**
 * Words for a refresh token that is not taken, in a request of the documented shape. Before the known
 * end it was taken back (tiktok.md §1.5). That the app itself is unknown (`invalid_client`) says nothing
 * of the access.
 */
const ofTheGrant = new Set(['invalid_grant', 'invalid_request'])

async function refreshing<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (err) {
    const isRefused = err instanceof PlatformError && ofTheGrant.has(err.platformCode ?? '')
    throw isRefused ? ended(false, err) : err
  }
}

function ended(isOver: boolean, cause?: PlatformError): PlatformError {
  return new PlatformError('access_expired', {
    platformCode: cause?.platformCode ?? null,
    platformMessage: cause?.platformMessage ?? null,
    reason: isOver ? 'token_expired' : 'token_revoked',
    cause,
  })
}
