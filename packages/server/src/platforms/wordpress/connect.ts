import { PlatformError, ServerChoiceError } from '../contract/errors.ts'
import { requirePermissions, splitPermissions } from '../contract/permissions.ts'
import type { ConnectAbility, GrantedAccount, ServerPlatformSetup } from '../contract/platform.ts'
import type { Tokens } from '../contract/tokens.ts'
import { parseWebUrl } from '../wire/json.ts'
import { type SiteUser, siteApi } from './api.ts'
import { findSite, isOfSite, type Site } from './find-site.ts'
import { grantedCapabilities, wordpressPermissions } from './permissions.ts'

/** Shown on the consent page and in the list of application passwords, where `appId` tells ours apart. */
const appName = 'Postern'
const appId = '7d0c7a5e-3b0f-4a57-9a0c-6f1f0b8f5a11'

/** The password is only sent to the site of the login (wordpress.md §1.2). */
type Kept = Omit<Site, 'authorizeUrl'> & { redirectUri: string }

/** Login at the site that the person enters, by an application password (wordpress.md §1). */
export function wordpressConnect(setup: ServerPlatformSetup): ConnectAbility {
  const { now } = setup
  return {
    server: { asks: 'site', example: 'blog.example.com' },
    secretParameters: ['password', 'user_login'],

    begin: async ({ redirectUri, state, server, reconnect }) => {
      const entered = reconnect ? siteOfAccount(reconnect, setup.isTrustedServer) : (server ?? '')
      const { authorizeUrl, ...site } = await findSite(setup, entered)
      const success = new URL(redirectUri)
      success.searchParams.set('state', state)
      const reject = new URL(success)
      reject.searchParams.set('success', 'false')
      const url = new URL(authorizeUrl)
      const params = {
        app_name: appName,
        app_id: appId,
        success_url: success.href,
        reject_url: reject.href,
      }
      for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
      const kept: Kept = { ...site, redirectUri }
      return { url, kept }
    },

    readReturn: (query) => {
      if (query.has('error')) return { refused: 'failed' }
      if (query.get('success') === 'false') return { refused: 'access_denied' }
      const [site, user, password] = ['site_url', 'user_login', 'password'].map((name) => {
        const values = query.getAll(name)
        return values.length === 1 ? values[0] : undefined
      })
      if (!site || !user || !password) return { refused: 'failed' }
      // The page shows the password in groups.
      return { code: `${user}:${password.replaceAll(' ', '')}`, iss: site }
    },

    finish: async ({ code, iss, redirectUri, kept }) => {
      const login = kept as Kept
      const from = URL.parse(iss ?? '')
      // Otherwise it is the password of another site.
      const isOwn = redirectUri === login.redirectUri && from !== null && isOfSite(from, login)
      if (!isOwn || !/^[^:]+:.+$/.test(code)) {
        throw new PlatformError('rejected')
      }
      const tokens: Tokens = {
        access: Buffer.from(code).toString('base64'),
        refresh: null,
        accessExpiresAt: null,
        refreshExpiresAt: null,
        issuedAt: now().toISOString(),
        bound: { server: login.root },
      }
      const user = await readNewUser(setup, tokens)
      const split = splitPermissions(wordpressPermissions, grantedCapabilities(user))
      requirePermissions(wordpressPermissions, split.granted)
      const account = { ...describeAccount(login, user), ...split, tokens }
      return { accounts: [account], refused: [], choose: false }
    },

    revoke: async (tokens) => {
      const api = siteApi(setup, tokens)
      await api.deletePassword(await api.readPasswordId())
    },
  }
}

/** A site that sees no login does not get the header with the password: some web servers take it away. */
async function readNewUser(setup: ServerPlatformSetup, tokens: Tokens): Promise<SiteUser> {
  try {
    return await siteApi(setup, tokens).readUser()
  } catch (err) {
    const hasNoLogin = err instanceof PlatformError && err.kind === 'disconnected'
    throw hasNoLogin ? new ServerChoiceError('server_refused', err) : err
  }
}

/** The site of a connected account, whose platform id is `host[/path]/id`. */
export function siteOfAccount(
  { platformAccountId }: { platformAccountId: string },
  isTrustedServer: ServerPlatformSetup['isTrustedServer'],
): string {
  const site = platformAccountId.slice(0, platformAccountId.lastIndexOf('/'))
  const { host } = new URL(`https://${site}`)
  return isTrustedServer(`http://${host}`) ? `http://${site}` : `https://${site}`
}

function describeAccount(
  { home, name }: Kept,
  user: SiteUser,
): Omit<GrantedAccount, 'tokens' | 'granted' | 'missing'> {
  const site = home.replace(/^https?:\/\//, '')
  const platformAccountId = `${site}/${user.id}`
  const avatars = Object.values(user.avatar_urls)
    .slice(-1)
    .map((url) => (typeof url === 'string' ? parseWebUrl(url) : null))
  return {
    platformAccountId,
    platformUserIds: [platformAccountId],
    username: `${user.slug}@${site}`,
    displayName: name || user.name || null,
    avatarUrl: avatars[0] ?? null,
    profileUrl: user.link ?? parseWebUrl(home),
    accountType: null,
    facts: { server: new URL(home).host, software: null },
  }
}
