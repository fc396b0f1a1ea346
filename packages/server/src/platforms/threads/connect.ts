import { PlatformError } from '../contract/errors.ts'
import { requirePermissions, splitPermissions } from '../contract/permissions.ts'
import type { ConnectAbility, PlatformPermission, PlatformSetup } from '../contract/platform.ts'
import { isPermitted } from '../meta/graph.ts'
import { loginRedirect, scopeParameter } from '../meta/login.ts'
import { longLivedToken } from '../meta/long-lived.ts'
import { readReturn } from '../wire/return.ts'
import { type ThreadsApi, threadsApi } from './api.ts'

/** Reads that each need one permission (threads.md §1.7). */
const probes: Readonly<Record<string, readonly [path: string, params: Record<string, string>]>> = {
  threads_content_publish: ['/me/threads_publishing_limit', { fields: 'quota_usage' }],
  threads_read_replies: ['/me/replies', { limit: '1' }],
  threads_manage_replies: ['/me/threads_publishing_limit', { fields: 'reply_quota_usage' }],
  threads_manage_insights: ['/me/threads_insights', { metric: 'followers_count' }],
}

/** Threads login. It has no PKCE and no documented way to revoke access (threads.md §1). */
export function threadsConnect(
  setup: PlatformSetup,
  permissions: readonly PlatformPermission[],
): ConnectAbility {
  const { app, now } = setup
  const api = threadsApi(setup)
  return {
    readReturn,

    begin: async (login) =>
      loginRedirect(app, '/oauth/authorize', login, { scope: scopeParameter(permissions) }),

    /** Fails without the long-lived token, as a one-hour token is not enough for an account. */
    finish: async ({ code, redirectUri }) => {
      const issuedAt = now()
      const { access_token } = await api.exchangeCode(code, redirectUri)
      const { token, profile } = await readAccount(api, access_token)
      const granted = await findGrantedScopes(api, token.access_token, permissions)
      const split = splitPermissions(permissions, granted)
      requirePermissions(permissions, split.granted)
      const account = {
        platformAccountId: profile.id,
        platformUserIds: [profile.id],
        username: profile.username,
        displayName: profile.name || null,
        avatarUrl: profile.threads_profile_picture_url || null,
        profileUrl: `${app.bases.authorize}/@${profile.username}`,
        accountType: null,
        ...split,
        tokens: longLivedToken(issuedAt, token),
      }
      return { accounts: [account], refused: [], choose: false }
    },
  }
}

/** Refused for a person who is no accepted tester of an app without review (threads.md §1.5). */
async function readAccount(api: ThreadsApi, shortLived: string) {
  try {
    const token = await api.exchangeForLong(shortLived)
    return { token, profile: await api.readProfile(token.access_token) }
  } catch (err) {
    if (!(err instanceof PlatformError) || err.kind !== 'permission_missing') throw err
    const { platformCode } = err
    const platformMessage =
      'The app may not use this account. Have the app reviewed by Meta, or invite the person as a Threads tester and ask them to accept the invitation in the settings of Threads.'
    throw new PlatformError(err.kind, { platformCode, platformMessage, missing: ['threads_basic'] })
  }
}

/** The granted scopes by the token's debug info, else by one read per permission (threads.md §1.7). */
async function findGrantedScopes(
  api: ThreadsApi,
  access: string,
  permissions: readonly PlatformPermission[],
): Promise<string[]> {
  const reported = await readTokenScopes(api, access)
  if (reported) return reported
  const granted: string[] = []
  for (const { scope } of permissions) {
    const probe = probes[scope]
    // Reading the profile already needed threads_basic; no read needs threads_delete.
    if (!probe || (await isPermitted(() => api.read(access, ...probe)))) granted.push(scope)
  }
  return granted
}

async function readTokenScopes(api: ThreadsApi, access: string): Promise<string[] | null> {
  try {
    return await api.readScopes(access)
  } catch (err) {
    if (err instanceof PlatformError && err.kind !== 'rate_limited') return null
    throw err
  }
}
