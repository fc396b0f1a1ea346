import { PlatformError } from '../contract/errors.ts'
import { requirePermissions, splitPermissions } from '../contract/permissions.ts'
import type { ConnectAbility, GrantedAccount, ServerPlatformSetup } from '../contract/platform.ts'
import type { Tokens } from '../contract/tokens.ts'
import { readReturn } from '../wire/return.ts'
import { accountApi, type MastodonAccount } from './api.ts'
import { openApp, redirectUriFor } from './apps.ts'
import { findServer } from './find-server.ts'
import { readFacts } from './instance.ts'
import { newPkce, readEndpoints, requestToken, revokeToken } from './oauth.ts'
import { includedScopes, mastodonPermissions } from './permissions.ts'
import { originOfAccount } from './server.ts'

/** The code is only sent to the server of the login (mastodon.md §1.4). */
type Kept = {
  origin: string
  redirectUri: string
  tokenUrl: string
  clientId: string
  scope: string
  verifier: string | null
}

/** Login at the server that the person chooses, where our app registers itself (mastodon.md §1). */
export function mastodonConnect(setup: ServerPlatformSetup): ConnectAbility {
  const { storage, now } = setup
  return {
    server: { asks: 'host', example: 'mastodon.social' },
    readReturn,

    begin: async ({ redirectUri: callback, state, server, reconnect, language }) => {
      const origin = reconnect
        ? originOfAccount(reconnect, setup.isTrustedServer)
        : await findServer(setup, server ?? '', callback)
      const redirectUri = redirectUriFor(callback, origin)
      const endpoints = await readEndpoints(setup, origin)
      const tokenUrl = endpoints.token
      const { app, scope } = await openApp(setup, { origin, redirectUri, tokenUrl })
      const pkce = endpoints.hasPkce ? newPkce() : null
      const url = new URL(endpoints.authorize)
      const params = {
        response_type: 'code',
        client_id: app.clientId,
        redirect_uri: redirectUri,
        scope,
        state,
        // Lets the person choose another account.
        force_login: 'true',
        ...(language ? { lang: language } : {}),
        ...(pkce ? { code_challenge: pkce.challenge, code_challenge_method: 'S256' } : {}),
      }
      for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
      const verifier = pkce?.verifier ?? null
      const { clientId } = app
      const kept: Kept = { origin, redirectUri, tokenUrl, clientId, scope, verifier }
      return { url, kept }
    },

    redirectUriOf: (kept) => (kept as Kept).redirectUri,

    finish: async ({ code, redirectUri, kept }) => {
      const login = kept as Kept
      // The code of another server.
      if (redirectUri !== login.redirectUri) throw new PlatformError('rejected')
      const issuedAt = now()
      const token = await exchangeCode(setup, login, code)
      const tokens: Tokens = {
        access: token.access_token,
        refresh: null,
        accessExpiresAt: null,
        refreshExpiresAt: null,
        issuedAt: issuedAt.toISOString(),
        bound: { server: login.origin, clientId: login.clientId },
      }
      const granted = includedScopes(token.scope ?? login.scope.split(' '))
      const split = splitPermissions(mastodonPermissions, granted)
      requirePermissions(mastodonPermissions, split.granted)
      const person = await accountApi(setup, tokens).readOwnAccount()
      if (person.suspended) throw new PlatformError('access_expired', { reason: 'suspended' })
      const account = { ...(await describeAccount(setup, login.origin, person)), ...split, tokens }
      return { accounts: [account], refused: [], choose: false }
    },

    revoke: async (tokens) => {
      const { server = '', clientId = '' } = tokens.bound ?? {}
      const app = await storage.findAppById(server, clientId)
      if (!app) return
      const form = {
        client_id: app.clientId,
        client_secret: app.clientSecret,
        token: tokens.access,
      }
      await revokeToken(setup, server, form)
    },
  }
}

/** Forgets an app that the server no longer knows, so that the next login registers a new one. */
async function exchangeCode(setup: ServerPlatformSetup, login: Kept, code: string) {
  const { redirectUri } = login
  const app = await setup.storage.findApp(login.origin, redirectUri)
  if (app?.clientId !== login.clientId) throw new PlatformError('rejected')
  const form = {
    grant_type: 'authorization_code',
    code,
    client_id: app!.clientId,
    client_secret: app!.clientSecret,
    redirect_uri: redirectUri,
    ...(login.verifier === null ? {} : { code_verifier: login.verifier }),
  }
  try {
    return await requestToken(setup, login.tokenUrl, form, 'chosen_host')
  } catch (err) {
    if (err instanceof PlatformError && err.platformCode === 'invalid_client') {
      await setup.storage.forgetApp(app!)
    }
    throw err
  }
}

async function describeAccount(
  setup: ServerPlatformSetup,
  origin: string,
  person: MastodonAccount,
): Promise<Omit<GrantedAccount, 'tokens' | 'granted' | 'missing'>> {
  const facts = await readFacts(setup, origin)
  const platformAccountId = `${new URL(origin).host}/${person.id}`
  return {
    platformAccountId,
    platformUserIds: [person.uri || platformAccountId],
    username: `${person.acct}@${facts.server}`,
    displayName: person.display_name || null,
    avatarUrl: person.avatar || null,
    profileUrl: person.url || null,
    accountType: null,
    facts,
  }
}
