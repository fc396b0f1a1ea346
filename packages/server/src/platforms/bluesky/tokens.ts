import { z } from 'zod'
import { PlatformError, ServerChoiceError } from '../contract/errors.ts'
import type { ServerPlatformSetup } from '../contract/platform.ts'
import type { TokenAbility, Tokens } from '../contract/tokens.ts'
import { blueskyApi } from './api.ts'
import { asPlatformError, readIssuer } from './discovery.ts'
import { createIdentities } from './identity.ts'
import { type OAuthSetup, requestTokens, sessionOf, tokensOf } from './oauth.ts'
import { splitScope } from './scopes.ts'

const dayMs = 86_400_000
/** Unused refresh tokens of a client with a key live for three months (bluesky.md §1.2). */
const refreshAfterDays = { web: 7, loopback: 1 }

const session = z.object({
  did: z.string(),
  active: z.boolean().nullish(),
  status: z.string().nullish(),
})

/**
 * Access tokens of an hour. Every refresh ends the access token before it, and a refresh token that is
 * used twice ends the session (bluesky.md §1.7), so only the caller decides when to refresh.
 */
export function blueskyTokens(setup: ServerPlatformSetup & OAuthSetup): TokenAbility {
  const identities = createIdentities(setup)
  return {
    refreshDueAt: (tokens) => {
      const days = tokens.bound?.kid ? refreshAfterDays.web : refreshAfterDays.loopback
      return new Date(Date.parse(tokens.issuedAt) + days * dayMs)
    },

    refresh: async (tokens) => {
      const { server, issuer: origin } = tokens.bound ?? {}
      if (!server || !origin || !tokens.refresh) throw accessExpired('token_revoked')
      const issuedAt = setup.now()
      const issuer = await asPlatformError(() => readIssuer(setup, origin, 'chosen_host'))
      const current = sessionOf(tokens, issuer)
      const response = await requestTokens(setup, current, {
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh,
      })
      return tokensOf(response, current, server, issuedAt)
    },

    /** Also notices an account that its owner deactivated or moved to another server. */
    probe: async (tokens) => {
      const api = blueskyApi(setup, tokens)
      const found = await api.query('com.atproto.server.getSession', {}, session)
      if (found.active === false) {
        throw accessExpired(found.status === 'deactivated' ? 'deactivated' : 'token_revoked')
      }
      if (await hasMoved(found.did, tokens)) throw accessExpired('server_changed')
    },

    readGranted: async (tokens) => {
      const scope = tokens.bound?.scope
      return scope === undefined ? null : splitScope(scope).granted
    },
  }

  /** A directory that does not answer proves nothing. */
  async function hasMoved(did: string, tokens: Tokens): Promise<boolean> {
    try {
      return (await identities.resolveDid(did, 'chosen_host')).server !== tokens.bound?.server
    } catch (err) {
      if (err instanceof PlatformError || err instanceof ServerChoiceError) return false
      throw err
    }
  }
}

function accessExpired(reason: 'token_revoked' | 'deactivated' | 'server_changed'): PlatformError {
  return new PlatformError('access_expired', { reason })
}
