import { z } from 'zod'
import { scopeList } from '../contract/permissions.ts'
import type { PlatformRequest, PlatformSetup } from '../contract/platform.ts'
import { platformUrl } from '../wire/call.ts'
import { webUrl } from '../wire/json.ts'
import { callTiktok } from './call.ts'

/** tiktok.md §1.4; `scope` has the granted permissions. */
const tokens = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().nullish(),
  open_id: z.string().min(1),
  refresh_token: z.string().min(1),
  refresh_expires_in: z.number().positive().nullish(),
  scope: z.string().transform(scopeList),
})
export type TiktokTokens = z.infer<typeof tokens>

/** tiktok.md §3; contains only the requested fields. */
const userInfo = z.object({
  data: z.object({
    user: z.object({
      open_id: z.string().min(1),
      avatar_url: webUrl,
      display_name: z.string().nullish(),
      username: z.string().nullish(),
    }),
  }),
})
export type TiktokUser = z.infer<typeof userInfo>['data']['user']

/** The fields that each permission allows; any other field fails the whole call (tiktok.md §3). */
const fieldsByScope: Readonly<Record<string, readonly string[]>> = {
  'user.info.basic': ['open_id', 'avatar_url', 'display_name'],
  'user.info.profile': ['username'],
}

/** Login calls to open.tiktokapis.com; for publishing see `api-publish.ts`. */
export function tiktokApi({ app, call }: PlatformSetup) {
  const send = <T>(request: PlatformRequest, shape: z.ZodType<T>): Promise<T> =>
    callTiktok(call, request, shape)
  const client = { client_key: app.clientId, client_secret: app.clientSecret }
  return {
    /** Code → one-day access token and one-year refresh token (tiktok.md §1.4). */
    exchangeCode: (code: string, redirectUri: string): Promise<TiktokTokens> => {
      const url = platformUrl(app.bases.token, '/v2/oauth/token/')
      const grant = { grant_type: 'authorization_code', redirect_uri: redirectUri, code }
      return send({ method: 'POST', url, form: { ...client, ...grant } }, tokens)
    },

    /** The user, with the fields that the granted permissions allow (tiktok.md §3). */
    readUser: async (access: string, granted: readonly string[]): Promise<TiktokUser> => {
      const fields = granted.flatMap((scope) => fieldsByScope[scope] ?? [])
      const url = platformUrl(app.bases.api, '/v2/user/info/', { fields: fields.join(',') })
      const headers = { authorization: `Bearer ${access}` }
      return (await send({ method: 'GET', url, headers }, userInfo)).data.user
    },

    /** Revokes the app's access; a success has no body (tiktok.md §1.5). */
    revoke: async (access: string): Promise<void> => {
      const url = platformUrl(app.bases.token, '/v2/oauth/revoke/')
      await send({ method: 'POST', url, form: { ...client, token: access } }, z.unknown())
    },
  }
}
