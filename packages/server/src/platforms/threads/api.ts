import { z } from 'zod'
import { platformUrl } from '../call.ts'
import { platformId, webUrl } from '../json.ts'
import { callGraph, type LongToken, longToken } from '../meta/graph.ts'
import type { PlatformSetup } from '../platform.ts'

/** `user_id` is left out: it may have lost digits on its way, and `/me` has it (threads.md §1.4). */
const shortToken = z.object({ access_token: z.string().min(1) })

const profile = z.object({
  id: platformId,
  username: z.string().min(1),
  name: z.string().nullish(),
  threads_profile_picture_url: webUrl,
})
export type ThreadsProfile = z.infer<typeof profile>

const tokenFacts = z.object({
  data: z.object({ is_valid: z.boolean().nullish(), scopes: z.array(z.string()).nullish() }),
})

export type ThreadsApi = ReturnType<typeof threadsApi>

/** Every call to graph.threads.net. */
export function threadsApi({ app, call }: PlatformSetup) {
  const { token, api } = app.bases
  return {
    /** Code → token of one hour (threads.md §1.4). */
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

    /** Token of one hour → token of 60 days (threads.md §1.5). */
    exchangeForLong: (shortLived: string): Promise<LongToken> => {
      const url = platformUrl(token, '/access_token', {
        grant_type: 'th_exchange_token',
        client_secret: app.clientSecret,
        access_token: shortLived,
      })
      return callGraph(call, { method: 'GET', url }, longToken)
    },

    /** The account of the token (threads.md §2). */
    readProfile: (access: string): Promise<ThreadsProfile> => {
      const url = platformUrl(api, '/v1.0/me', {
        fields: 'id,username,name,threads_profile_picture_url',
      })
      return callGraph(call, { method: 'GET', url, headers: bearer(access) }, profile)
    },

    /** The token's scopes as it tells of itself, `null` when it doesn't (threads.md §1.7). */
    readScopes: async (access: string): Promise<string[] | null> => {
      const url = platformUrl(api, '/v1.0/debug_token', {
        input_token: access,
        access_token: access,
      })
      const { data } = await callGraph(call, { method: 'GET', url }, tokenFacts)
      return data.is_valid === false ? null : (data.scopes ?? null)
    },

    /** Any read, for whether it is permitted. */
    read: (access: string, path: string, params: Record<string, string>): Promise<unknown> => {
      const url = platformUrl(api, `/v1.0${path}`, params)
      return callGraph(call, { method: 'GET', url, headers: bearer(access) }, z.unknown())
    },
  }
}

function bearer(access: string): Record<string, string> {
  return { authorization: `Bearer ${access}` }
}
