import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { PlatformError, ServerChoiceError } from '../contract/errors.ts'
import { requirePermissions } from '../contract/permissions.ts'
import type { ConnectAbility, GrantedAccount, ServerPlatformSetup } from '../contract/platform.ts'
import type { PrivateKey, Tokens } from '../contract/tokens.ts'
import { webUrl } from '../wire/json.ts'
import { type BlueskyApi, blueskyApi } from './api.ts'
import { type BlueskyClient, blueskyClient, clientKeys, returnUri } from './client.ts'
import {
  asPlatformError,
  discoverEntered,
  discoverIssuer,
  type Issuer,
  readIssuer,
} from './discovery.ts'
import type { Guard } from './documents.ts'
import { newPrivateKey, sha256 } from './dpop.ts'
import { type Entered, parseDid, parseEntered } from './entered.ts'
import { createIdentities, type Identity } from './identity.ts'
import {
  type OAuthSession,
  type OAuthSetup,
  pushRequest,
  requestTokens,
  revokeToken,
  sessionOf,
  tokensOf,
} from './oauth.ts'
import { blueskyPermissions, broadScope, singleScopes, splitScope } from './scopes.ts'

/** What `finish` needs of `begin`; sealed with the login. */
type Kept = {
  issuer: string
  /** The account that the person entered; `null` after a server or for a reconnect. */
  did: string | null
  clientId: string
  kid: string | null
  key: PrivateKey
  verifier: string
}

const profile = z.object({
  displayName: z.string().nullish(),
  avatar: webUrl,
})

/** Bluesky login: PAR, PKCE and DPoP at the authorization server of the account (bluesky.md §1). */
export function blueskyConnect(setup: ServerPlatformSetup & OAuthSetup): ConnectAbility {
  const identities = createIdentities(setup)
  const client = () => blueskyClient(setup.publicUrl)

  const findLogin = async (
    entered: Entered,
    guard: Guard,
  ): Promise<{ issuer: Issuer; identity: Identity | null }> => {
    if (entered.kind === 'server') {
      return { issuer: await discoverEntered(setup, entered.origin, guard), identity: null }
    }
    const identity =
      entered.kind === 'did'
        ? await identities.resolveDid(entered.did, guard)
        : await identities.resolveHandle(entered.handle, guard)
    return { issuer: await discoverIssuer(setup, identity.server, guard), identity }
  }

  /** The account's own documents must lead to the server that issued the tokens (bluesky.md §1.6). */
  const confirmAccount = async (sub: string, kept: Kept): Promise<Identity> => {
    const did = parseDid(sub)
    if (!did || (kept.did !== null && kept.did !== did)) throw wrongAccount('unexpected_account')
    const identity = await identities.resolveDid(did, 'chosen_host')
    const issuer = await discoverIssuer(setup, identity.server, 'chosen_host')
    if (issuer.origin !== kept.issuer) throw wrongAccount('issuer_differs')
    return identity
  }

  /** `null` if the handle does not lead back to the account: a document can name any (bluesky.md §1.1). */
  const confirmHandle = async ({ did, handle }: Identity): Promise<string | null> => {
    if (!handle) return null
    try {
      return (await identities.resolveHandle(handle, 'chosen_host')).did === did ? handle : null
    } catch (err) {
      if (err instanceof ServerChoiceError) return null
      throw err
    }
  }

  const readAccount = async (identity: Identity, tokens: Tokens): Promise<GrantedAccount> => {
    const split = splitScope(tokens.bound?.scope ?? '')
    requirePermissions(blueskyPermissions, split.granted)
    const { did } = identity
    const api = blueskyApi(setup, tokens)
    const { displayName, avatar } = await readProfile(api, did)
    return {
      platformAccountId: did,
      platformUserIds: [did],
      // Never from the profile, which is what the account's own server says.
      username: (await confirmHandle(identity)) ?? did,
      displayName: displayName || null,
      avatarUrl: avatar,
      profileUrl: `https://bsky.app/profile/${did}`,
      accountType: null,
      ...split,
      facts: { server: new URL(tokens.bound!.issuer!).host, software: null },
      tokens,
    }
  }

  return {
    returnsToLoopback: true,
    server: { asks: 'handle', example: 'alice.bsky.social' },

    begin: async ({ redirectUri, state, server, reconnect }) => {
      const entered = parseEntered(reconnect?.platformAccountId ?? server ?? '')
      if (!entered) throw new ServerChoiceError('account_unknown')
      const guard = reconnect ? 'chosen_host' : 'typed_host'
      const { issuer, identity } = await findLogin(entered, guard)
      const session = await startSession(setup, client(), issuer)
      const verifier = randomBytes(32).toString('base64url')
      const requestUri = await pushLogin(setup, session, guard, {
        redirect_uri: returnUri(redirectUri),
        response_type: 'code',
        response_mode: 'query',
        state,
        code_challenge: sha256(verifier),
        code_challenge_method: 'S256',
        ...(identity ? { login_hint: identity.handle ?? identity.did } : {}),
      })
      const url = new URL(issuer.authorizeUrl)
      url.searchParams.set('client_id', session.clientId)
      url.searchParams.set('request_uri', requestUri)
      const { clientId, kid, key } = session
      const did = reconnect ? null : (identity?.did ?? null)
      const kept: Kept = { issuer: issuer.origin, did, clientId, kid, key, verifier }
      return { url, kept }
    },

    /** A cancel and an expired request differ only in their description (bluesky.md §1.5). */
    readReturn: (query) => {
      if (query.get('error') === 'access_denied') return { refused: 'access_denied' }
      const code = query.get('code')
      const iss = query.get('iss')
      return query.has('error') || !code || !iss ? { refused: 'failed' } : { code, iss }
    },

    finish: async ({ code, iss, redirectUri, kept: json }) => {
      const kept = json as Kept
      // A code of another server must never be sent anywhere (RFC 9207).
      if (iss !== kept.issuer) throw wrongAccount('iss_differs')
      return await asPlatformError(async () => {
        const issuer = await readIssuer(setup, kept.issuer, 'chosen_host')
        const session = { issuer, clientId: kept.clientId, kid: kept.kid, key: kept.key }
        const issuedAt = setup.now()
        const response = await exchangeCode(setup, session, {
          grant_type: 'authorization_code',
          redirect_uri: returnUri(redirectUri),
          code,
          code_verifier: kept.verifier,
        })
        try {
          const identity = await confirmAccount(response.sub, kept)
          const tokens = tokensOf(response, session, identity.server, issuedAt)
          return {
            accounts: [await readAccount(identity, tokens)],
            refused: [],
            choose: false,
          }
        } catch (err) {
          await revokeToken(setup, session, response.refresh_token).catch(() => {})
          throw err
        }
      })
    },

    revoke: async (tokens) => {
      const origin = tokens.bound?.issuer
      if (!origin) return
      await asPlatformError(async () => {
        const issuer = await readIssuer(setup, origin, 'chosen_host')
        await revokeToken(setup, sessionOf(tokens, issuer), tokens.refresh ?? tokens.access)
      })
    },
  }
}

/** One key pair per session (bluesky.md §1.4), and the newest of our client keys. */
async function startSession(
  setup: OAuthSetup,
  client: BlueskyClient,
  issuer: Issuer,
): Promise<OAuthSession> {
  const [clientKey] = client.kind === 'web' ? await clientKeys(setup.storage) : []
  const kid = clientKey?.kid ?? null
  return { issuer, clientId: client.id, kid, key: newPrivateKey() }
}

/** Asks for single permissions, and again for the broad one if the server does not know them. */
async function pushLogin(
  setup: OAuthSetup,
  session: OAuthSession,
  guard: Guard,
  fields: Record<string, string>,
): Promise<string> {
  const push = (scope: string) => pushRequest(setup, session, { ...fields, scope }, guard)
  try {
    try {
      return await push(singleScopes.join(' '))
    } catch (err) {
      if (!(err instanceof PlatformError) || err.platformCode !== 'invalid_scope') throw err
      return await push(`atproto ${broadScope}`)
    }
  } catch (err) {
    if (isRefusal(err)) throw new ServerChoiceError('server_refused', err)
    throw err
  }
}

/** Also if the server cannot fetch our client document: only our operator can correct that. */
function isRefusal(err: unknown): boolean {
  if (!(err instanceof PlatformError)) return false
  const isUnknownClient = ['invalid_client', 'invalid_client_metadata'].includes(
    err.platformCode ?? '',
  )
  return err.kind === 'rejected' || isUnknownClient
}

/** Without its permission the name and picture stay unknown. */
async function readProfile(api: BlueskyApi, actor: string): Promise<z.infer<typeof profile>> {
  try {
    return await api.query('app.bsky.actor.getProfile', { actor }, profile)
  } catch (err) {
    const isDenied = err instanceof PlatformError && err.kind === 'permission_missing'
    if (!isDenied) throw err
    return { displayName: null, avatar: null }
  }
}

/** A refused code says nothing about the access of an account. */
async function exchangeCode(
  setup: OAuthSetup,
  session: OAuthSession,
  grant: Record<string, string>,
): ReturnType<typeof requestTokens> {
  try {
    return await requestTokens(setup, session, grant)
  } catch (err) {
    if (!(err instanceof PlatformError) || err.kind !== 'access_expired') throw err
    const { platformCode, platformMessage } = err
    throw new PlatformError('rejected', { platformCode, platformMessage, cause: err })
  }
}

function wrongAccount(code: string): PlatformError {
  return new PlatformError('rejected', { platformCode: code })
}
