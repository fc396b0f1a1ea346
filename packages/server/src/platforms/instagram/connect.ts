import { PlatformError } from '../contract/errors.ts'
import { requirePermissions, splitPermissions } from '../contract/permissions.ts'
import type { ConnectAbility, PlatformPermission, PlatformSetup } from '../contract/platform.ts'
import { isPermitted } from '../meta/graph.ts'
import { loginRedirect, scopeParameter } from '../meta/login.ts'
import { longLivedToken } from '../meta/long-lived.ts'
import { readReturn } from '../wire/return.ts'
import { type InstagramApi, instagramApi } from './api.ts'

/** Instagram login. It has no PKCE and no documented way to revoke access (instagram.md §1.3). */
export function instagramConnect(
  setup: PlatformSetup,
  permissions: readonly PlatformPermission[],
): ConnectAbility {
  const { app, now } = setup
  const api = instagramApi(setup)
  return {
    readReturn,

    /** `force_reauth` asks for credentials each time, as agencies share browsers (instagram.md §1.1). */
    begin: async (login) =>
      loginRedirect(app, '/oauth/authorize', login, {
        scope: scopeParameter(permissions),
        enable_fb_login: '0',
        force_reauth: 'true',
      }),

    finish: async ({ code, redirectUri }) => {
      const issuedAt = now()
      const shortLived = await api.exchangeCode(code, redirectUri)
      const token = await api.exchangeForLong(shortLived.access_token)
      const profile = await api.readProfile(token.access_token)
      const accountType = profile.account_type?.toLowerCase() ?? null
      if (accountType === 'personal') throw personalAccountError()
      const granted = shortLived.permissions ?? (await probeScopes(api, token.access_token))
      const split = splitPermissions(permissions, granted)
      requirePermissions(permissions, split.granted)
      const account = {
        platformAccountId: profile.user_id,
        platformUserIds: [...new Set([profile.user_id, profile.id])],
        username: profile.username,
        displayName: profile.name || null,
        avatarUrl: profile.profile_picture_url || null,
        profileUrl: `${app.bases.authorize}/${profile.username}/`,
        accountType,
        ...split,
        tokens: longLivedToken(issuedAt, token),
      }
      return { accounts: [account], refused: [], choose: false }
    },
  }
}

/** Only professional accounts have this API (instagram.md §2). */
function personalAccountError(): PlatformError {
  return new PlatformError('rejected', {
    platformMessage: 'A personal account cannot be connected.',
  })
}

/** Finds the granted permissions with one read each, if Instagram does not report them (instagram.md §1.3). */
export async function probeScopes(api: InstagramApi, access: string): Promise<string[]> {
  const granted = ['instagram_business_basic']
  const check = async (scope: string, path: string, params: Record<string, string>) => {
    if (await isPermitted(() => api.read(access, path, params))) granted.push(scope)
  }
  await check('instagram_business_content_publish', '/me/content_publishing_limit', {})
  await check('instagram_business_manage_insights', '/me/insights', {
    metric: 'reach',
    period: 'day',
  })
  const media = await api.findNewestMedia(access)
  // Without media it cannot be probed: assume it is granted until a call fails with code 10.
  if (media === null) granted.push('instagram_business_manage_comments')
  else await check('instagram_business_manage_comments', `/${media}/comments`, { limit: '1' })
  return granted
}
