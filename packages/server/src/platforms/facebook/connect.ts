import { missingRequired, requirePermissions, splitPermissions } from '../contract/permissions.ts'
import type {
  ConnectAbility,
  GrantedAccount,
  PlatformPermission,
  PlatformSetup,
  RefusedAccount,
} from '../contract/platform.ts'
import { expiryAfter, type Tokens } from '../contract/tokens.ts'
import { loginRedirect, scopeParameter } from '../meta/login.ts'
import { readReturn } from '../wire/return.ts'
import { type FacebookPage, facebookApi } from './api.ts'
import { canPublish, inspectToken, listAllPages } from './pages.ts'

type Login = {
  userId: string
  granted: readonly string[]
  /** Scope → the only pages it applies to. */
  limits: ReadonlyMap<string, ReadonlySet<string>>
  tokens: Omit<Tokens, 'access'>
}

/**
 * Facebook login: one login returns several pages, and the client chooses among them. Page tokens end
 * with the data access, 90 days after the login; the person's token is stored as `refresh` for revoking the access
 * (facebook.md §1.3, §2).
 */
export function facebookConnect(
  setup: PlatformSetup,
  permissions: readonly PlatformPermission[],
): ConnectAbility {
  const { app, now } = setup
  const api = facebookApi(setup)
  return {
    readReturn,

    /**
     * `rerequest` asks again for permissions declined earlier; without it a retry cannot succeed.
     * Apps with Facebook Login for Business send a configuration id instead of scopes
     * (facebook.md §1.1).
     */
    begin: async (login) => {
      const config_id = app.variables?.FACEBOOK_LOGIN_CONFIG_ID
      return loginRedirect(app, '/v25.0/dialog/oauth', login, {
        ...(config_id ? { config_id } : { scope: scopeParameter(permissions) }),
        auth_type: 'rerequest',
      })
    },

    finish: async ({ code, redirectUri }) => {
      const issuedAt = now()
      const shortLived = await api.exchangeCode(code, redirectUri)
      const token = await api.exchangeForLong(shortLived)
      const access = token.access_token
      const [userId, granted] = await Promise.all([
        api.readUserId(access),
        api.readPermissions(access),
      ])
      requirePermissions(permissions, granted)
      const { pageLimits, endsAt } = await inspectToken(api, access)
      const named = pageLimits.get('pages_show_list')
      const { pages, isTruncated } = await listAllPages(api, access, granted, named)
      const login: Login = {
        userId,
        granted,
        limits: pageLimits,
        tokens: {
          refresh: access,
          accessExpiresAt: endsAt?.toISOString() ?? null,
          refreshExpiresAt: expiryAfter(issuedAt, token.expires_in),
          issuedAt: issuedAt.toISOString(),
        },
      }
      const results = pages.map((page) => toAccount(page, login, permissions, app.bases.authorize))
      return {
        accounts: results.filter((offer) => 'tokens' in offer),
        refused: results.filter((offer) => 'reason' in offer),
        choose: true,
        ...(isTruncated ? { isTruncated } : {}),
      }
    },

    revoke: async (tokens) => {
      if (tokens.refresh) await api.removeApp(tokens.refresh)
    },
  }
}

/**
 * Converts a page to an account. It is refused without a page token, without a role that may publish,
 * or if a required scope does not include the page (facebook.md §1.4).
 */
function toAccount(
  page: FacebookPage,
  login: Login,
  permissions: readonly PlatformPermission[],
  webBase: string,
): GrantedAccount | RefusedAccount {
  const granted = login.granted.filter((scope) => login.limits.get(scope)?.has(page.id) ?? true)
  const split = splitPermissions(permissions, granted)
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
