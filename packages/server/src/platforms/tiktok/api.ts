import { z } from 'zod'
import { platformUrl } from '../call.ts'
import { webUrl } from '../json.ts'
import { scopeList } from '../permissions.ts'
import type { PlatformRequest, PlatformSetup } from '../platform.ts'
import { askTiktok } from './ask.ts'

/** tiktok.md §1.4; `scope` is what was really granted. */
const tokens = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().nullish(),
  open_id: z.string().min(1),
  refresh_token: z.string().min(1),
  refresh_expires_in: z.number().positive().nullish(),
  scope: z.string().transform(scopeList),
})
export type TiktokTokens = z.infer<typeof tokens>

/** tiktok.md §3; only what was asked for is there. */
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

/** Which permission covers which field; one field too many fails the whole call (tiktok.md §3). */
const fieldsOfScope: Readonly<Record<string, readonly string[]>> = {
  'user.info.basic': ['open_id', 'avatar_url', 'display_name'],
  'user.info.profile': ['username'],
}

/** The calls to open.tiktokapis.com for connecting; those for publishing: `api-publish.ts`. */
export function tiktokApi({ app, call }: PlatformSetup) {
  const ask = <T>(request: PlatformRequest, shape: z.ZodType<T>): Promise<T> =>
    askTiktok(call, request, shape)
  const client = { client_key: app.clientId, client_secret: app.clientSecret }
  return {
    /** Code → access token of a day and refresh token of a year (tiktok.md §1.4). */
    exchangeCode: (code: string, redirectUri: string): Promise<TiktokTokens> => {
      const url = platformUrl(app.bases.token, '/v2/oauth/token/')
      const grant = { grant_type: 'authorization_code', redirect_uri: redirectUri, code }
      return ask({ method: 'POST', url, form: { ...client, ...grant } }, tokens)
    },

    /** The user, with the fields that the granted permissions cover (tiktok.md §3). */
    readUser: async (access: string, granted: readonly string[]): Promise<TiktokUser> => {
      const fields = granted.flatMap((scope) => fieldsOfScope[scope] ?? [])
      const url = platformUrl(app.bases.api, '/v2/user/info/', { fields: fields.join(',') })
      const headers = { authorization: `Bearer ${access}` }
      return (await ask({ method: 'GET', url, headers }, userInfo)).data.user
    },

    /** Takes back the app's access; the success has no body (tiktok.md §1.5). */
    revoke: async (access: string): Promise<void> => {
      const url = platformUrl(app.bases.token, '/v2/oauth/revoke/')
      await ask({ method: 'POST', url, form: { ...client, token: access } }, z.unknown())
    },
  }
}
