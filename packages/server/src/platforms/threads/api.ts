import { z } from 'zod'
import type { PlatformSetup } from '../contract/platform.ts'
import { callGraph, type LongToken, longToken } from '../meta/graph.ts'
import { platformUrl } from '../wire/call.ts'
import { listOf, platformId, webUrl } from '../wire/json.ts'

/** `user_id` is ignored: it may have lost digits, and `/me` returns the id (threads.md §1.4). */
const shortToken = z.object({ access_token: z.string().min(1) })

const profile = z.object({
  id: platformId,
  username: z.string().min(1),
  name: z.string().nullish(),
  threads_profile_picture_url: webUrl,
})
export type ThreadsProfile = z.infer<typeof profile>

const tokenInfo = z.object({
  data: z.object({ is_valid: z.boolean().nullish(), scopes: listOf(z.string()).nullish() }),
})

export type ThreadsApi = ReturnType<typeof threadsApi>

/** Login calls to graph.threads.com. */
export function threadsApi({ app, call }: PlatformSetup) {
  const { token, api } = app.bases
  return {
    /** Code → one-hour token (threads.md §1.4). */
    exchangeCode: async (code: string, redirectUri: string): Promise<string> => {
      const form = {
        client_id: app.clientId,
        client_secret: app.clientSecret,
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
        code,
      }
      const url = platformUrl(token, '/oauth/access_token')
      return (await callGraph(call, { method: 'POST', url, form }, shortToken)).access_token
    },

    /** One-hour token → 60-day token (threads.md §1.5). */
    exchangeForLong: (shortLived: string): Promise<LongToken> => {
      const url = platformUrl(token, '/access_token', {
        grant_type: 'th_exchange_token',
        client_secret: app.clientSecret,
        access_token: shortLived,
      })
      return callGraph(call, { method: 'GET', url }, longToken)
    },

    /** The token's account (threads.md §2). */
    readProfile: (access: string): Promise<ThreadsProfile> => {
      const url = platformUrl(api, '/v1.0/me', {
        fields: 'id,username,name,threads_profile_picture_url',
      })
      return callGraph(call, { method: 'GET', url, headers: bearer(access) }, profile)
    },

    /** The token's scopes by its own debug info; `null` if not reported (threads.md §1.7). */
    readScopes: async (access: string): Promise<string[] | null> => {
      const url = platformUrl(api, '/v1.0/debug_token', {
        input_token: access,
        access_token: access,
      })
      const { data } = await callGraph(call, { method: 'GET', url }, tokenInfo)
      return data.is_valid === false ? null : (data.scopes ?? null)
    },

    /** Reads any path, for permission probes. */
    read: (access: string, path: string, params: Record<string, string>): Promise<unknown> => {
      const url = platformUrl(api, `/v1.0${path}`, params)
      return callGraph(call, { method: 'GET', url, headers: bearer(access) }, z.unknown())
    },
  }
}

function bearer(access: string): Record<string, string> {
  return { authorization: `Bearer ${access}` }
}
