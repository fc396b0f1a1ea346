import { platformUrl } from '../call.ts'
import { missingRequired, permissionMissing, splitPermissions } from '../permissions.ts'
import type {
  ConnectAbility,
  GrantedAccount,
  PlatformPermission,
  PlatformSetup,
  RefusedAccount,
} from '../platform.ts'
import { readReturn } from '../return.ts'
import { expiryAfter, type Tokens } from '../tokens.ts'
import { type FacebookPage, facebookApi } from './api.ts'
import { canPublish, listAllPages, pageLimits } from './pages.ts'

type Login = {
  userId: string
  held: readonly string[]
  /** Scope → the only pages it holds for. */
  limits: ReadonlyMap<string, ReadonlySet<string>>
  tokens: Omit<Tokens, 'access'>
}

/**
 * Logging in to Facebook: one login, several pages, of which the client chooses. The page's token
 * has no expiry; the person's token is kept as `refresh`, to read the pages again and to give the
 * access back (facebook-pages.md §1.3, §2).
 */
export function facebookConnect(
  setup: PlatformSetup,
  permissions: readonly PlatformPermission[],
): ConnectAbility {
  const { app, now } = setup
  const api = facebookApi(setup)
  return {
    challenge: null,
    readReturn,

    /**
     * `rerequest` asks again for what was declined before: without it a retry cannot succeed. An app
     * with Facebook Login for Business asks by its configuration instead of scopes (§1.1).
     */
    authorizeUrl: ({ redirectUri, state }) =>
      platformUrl(app.bases.authorize, '/v25.0/dialog/oauth', {
        client_id: app.clientId,
        redirect_uri: redirectUri,
        state,
        response_type: 'code',
        ...(app.loginConfigId
          ? { config_id: app.loginConfigId }
          : { scope: permissions.map(({ scope }) => scope).join(',') }),
        auth_type: 'rerequest',
      }),

    finish: async ({ code, redirectUri }) => {
      const issuedAt = now()
      const shortLived = await api.exchangeCode(code, redirectUri)
      const token = await api.exchangeForLong(shortLived)
      const access = token.access_token
      const [userId, held] = await Promise.all([
        api.readUserId(access),
        api.readPermissions(access),
      ])
      const lacking = missingRequired(permissions, held)
      if (lacking.length > 0) throw permissionMissing(lacking)
      const pages = await listAllPages(api, access, held)
      const login: Login = {
        userId,
        held,
        limits: pages.length > 0 ? await pageLimits(api, access) : new Map(),
        tokens: {
          refresh: access,
          accessExpiresAt: null,
          refreshExpiresAt: expiryAfter(issuedAt, token.expires_in),
          issuedAt: issuedAt.toISOString(),
        },
      }
      const offers = pages.map((page) => offerOf(page, login, permissions, app.bases.authorize))
      return {
        accounts: offers.filter((offer) => 'tokens' in offer),
        refused: offers.filter((offer) => 'reason' in offer),
        choose: true,
      }
    },

    revoke: async (tokens) => {
      if (tokens.refresh) await api.removeApp(tokens.refresh)
    },
  }
}

/** A page as an account, or refused: no token, a role too small, or not among a scope's pages (§1.4). */
function offerOf(
  page: FacebookPage,
  login: Login,
  permissions: readonly PlatformPermission[],
  webBase: string,
): GrantedAccount | RefusedAccount {
  const held = login.held.filter((scope) => login.limits.get(scope)?.has(page.id) ?? true)
  const split = splitPermissions(permissions, held)
  const isUsable = canPublish(page) && missingRequired(permissions, split.granted).length === 0
  if (!page.access_token || !isUsable) {
    return {
      platformAccountId: page.id,
      displayName: page.name,
      reason: 'permission_missing',
    }
  }
  const handle = page.username || page.id
  return {
    platformAccountId: page.id,
    platformUserIds: [login.userId],
    username: handle,
    displayName: page.name,
    avatarUrl: page.picture?.data.url || null,
    profileUrl: `${webBase}/${handle}`,
    accountType: 'page',
    ...split,
    tokens: { access: page.access_token, ...login.tokens },
  }
}
