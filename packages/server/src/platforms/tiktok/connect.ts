import { PlatformError } from '../contract/errors.ts'
import { missingRequired, permissionMissing, splitPermissions } from '../contract/permissions.ts'
import type { ConnectAbility, PlatformPermission, PlatformSetup } from '../contract/platform.ts'
import { expiryAfter } from '../contract/tokens.ts'
import { platformUrl } from '../wire/call.ts'
import { readReturn } from '../wire/return.ts'
import { tiktokApi } from './api.ts'

/** TikTok login. Web apps do not use PKCE (tiktok.md §1.2). */
export function tiktokConnect(
  setup: PlatformSetup,
  permissions: readonly PlatformPermission[],
): ConnectAbility {
  const { app, now } = setup
  const api = tiktokApi(setup)
  return {
    readReturn,

    /**
     * `disable_auto_auth` always shows the consent page, to allow switching accounts
     * (tiktok.md §1.1).
     */
    begin: async ({ redirectUri, state }) => ({
      url: platformUrl(app.bases.authorize, '/v2/auth/authorize/', {
        client_key: app.clientId,
        response_type: 'code',
        scope: permissions.map(({ scope }) => scope).join(','),
        redirect_uri: redirectUri,
        state,
        disable_auto_auth: '1',
      }),
    }),

    finish: async ({ code, redirectUri }) => {
      const issuedAt = now()
      const token = await api.exchangeCode(code, redirectUri)
      const split = splitPermissions(permissions, token.scope)
      const missing = missingRequired(permissions, split.granted)
      if (missing.length > 0) {
        await revokeIfPossible(() => api.revoke(token.access_token))
        throw permissionMissing(missing)
      }
      const user = await api.readUser(token.access_token, split.granted)
      const handle = user.username || null
      const account = {
        platformAccountId: token.open_id,
        platformUserIds: [token.open_id],
        username: handle ?? (user.display_name || token.open_id),
        displayName: user.display_name || null,
        avatarUrl: user.avatar_url || null,
        profileUrl: handle ? `${app.bases.authorize}/@${handle}` : null,
        accountType: null,
        ...split,
        tokens: {
          access: token.access_token,
          refresh: token.refresh_token,
          accessExpiresAt: expiryAfter(issuedAt, token.expires_in),
          refreshExpiresAt: expiryAfter(issuedAt, token.refresh_expires_in),
          issuedAt: issuedAt.toISOString(),
        },
      }
      return { accounts: [account], refused: [], choose: false }
    },

    revoke: (tokens) => api.revoke(tokens.access),
  }
}

/** Ignores platform failures: they do not change the result of the login. */
async function revokeIfPossible(revoke: () => Promise<void>): Promise<void> {
  try {
    await revoke()
  } catch (err) {
    if (!(err instanceof PlatformError)) throw err
  }
}
