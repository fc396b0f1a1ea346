import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import { requirePermissions, scopeList, splitPermissions } from '../contract/permissions.ts'
import type { ConnectAbility, PlatformSetup } from '../contract/platform.ts'
import { expiryAfter } from '../contract/tokens.ts'
import { platformUrl } from '../wire/call.ts'
import { readReturn } from '../wire/return.ts'
import { readChannel } from './channel.ts'
import { callGoogle, nothing, youtubeClient } from './client.ts'
import { youtubePermissions } from './permissions.ts'

/** youtube.md §1.2; `scope` has the granted permissions. */
const granted = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().nullish(),
  refresh_token: z.string().min(1),
  refresh_token_expires_in: z.number().positive().nullish(),
  scope: z.string().transform(scopeList),
})
const kept = z.object({ verifier: z.string() })

/** Google login with PKCE. One consent is one channel, which Google lets people choose. */
export function youtubeConnect(setup: PlatformSetup): ConnectAbility {
  const { app, now } = setup
  return {
    readReturn,

    /** Without `prompt=consent` a second login brings no refresh token (youtube.md §1.1). */
    begin: async ({ redirectUri, state, language }) => {
      const verifier = randomBytes(48).toString('base64url')
      const url = platformUrl(app.bases.authorize, '/o/oauth2/v2/auth', {
        client_id: app.clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: youtubePermissions.map(({ scope }) => scope).join(' '),
        state,
        access_type: 'offline',
        prompt: 'consent select_account',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...(language ? { hl: language } : {}),
      })
      return { url, kept: { verifier } }
    },

    /** A missing permission leaves the grant: revoking it would end an earlier login, too. */
    finish: async ({ code, redirectUri, kept: login }) => {
      const issuedAt = now()
      const token = await callGoogle(
        setup,
        {
          method: 'POST',
          url: platformUrl(app.bases.token, '/token'),
          form: {
            client_id: app.clientId,
            client_secret: app.clientSecret,
            grant_type: 'authorization_code',
            redirect_uri: redirectUri,
            code_verifier: kept.parse(login).verifier,
            code,
          },
        },
        granted,
      )
      const split = splitPermissions(youtubePermissions, token.scope)
      requirePermissions(youtubePermissions, split.granted)
      const channel = await readOwnChannel(setup, token.access_token)
      const handle = channel.snippet?.customUrl?.replace(/^@/, '') || null
      const title = channel.snippet?.title || null
      const web = app.bases.web ?? app.bases.authorize
      const account = {
        platformAccountId: channel.id,
        platformUserIds: [channel.id],
        username: handle ?? title ?? channel.id,
        displayName: title,
        avatarUrl: channel.snippet?.thumbnails?.default?.url || null,
        profileUrl: handle
          ? `${web}/@${encodeURIComponent(handle)}`
          : `${web}/channel/${encodeURIComponent(channel.id)}`,
        accountType: null,
        ...split,
        tokens: {
          access: token.access_token,
          refresh: token.refresh_token,
          accessExpiresAt: expiryAfter(issuedAt, token.expires_in),
          refreshExpiresAt: expiryAfter(issuedAt, token.refresh_token_expires_in),
          issuedAt: issuedAt.toISOString(),
        },
      }
      return { accounts: [account], refused: [], choose: false }
    },

    /** Ends the access of every channel of this Google account (youtube.md §1.2). */
    revoke: async ({ access, refresh }) => {
      const url = platformUrl(app.bases.token, '/revoke')
      const form = { token: refresh ?? access }
      await callGoogle(setup, { method: 'POST', url, form }, nothing)
    },
  }
}

/** At a login, an account without a channel cannot be connected. */
async function readOwnChannel(setup: PlatformSetup, access: string) {
  try {
    return await readChannel(youtubeClient(setup, access), 'id,snippet')
  } catch (err) {
    if (!(err instanceof PlatformError) || err.kind !== 'disconnected') throw err
    const { platformCode, platformMessage } = err
    throw new PlatformError('rejected', { platformCode, platformMessage, cause: err })
  }
}
