import { z } from 'zod'
import type { PlatformSetup } from '../contract/platform.ts'
import { type GraphHost, graphClient } from '../meta/graph-client.ts'
import { longLivedLogin } from '../meta/login.ts'
import { listOf, platformId, webUrl } from '../wire/json.ts'

export const threadsHost: GraphHost = { version: '/v1.0', token: 'header' }
/** The debug info is read with the token as a parameter (threads.md §1.7). */
const debugHost: GraphHost = { ...threadsHost, token: 'parameter' }
const profileFields = 'id,username,name,threads_profile_picture_url'

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
export function threadsApi(setup: PlatformSetup) {
  const graphOf = (access: string) => graphClient(setup, threadsHost, access)
  const longLived = setup.app.bases.token
  return {
    ...longLivedLogin(setup, { prefix: 'th', longLived, shortToken }),

    /** The token's account (threads.md §2). */
    readProfile: (access: string): Promise<ThreadsProfile> =>
      graphOf(access).read('/me', { fields: profileFields }, profile),

    /** The token's scopes by its own debug info; `null` if not reported (threads.md §1.7). */
    readScopes: async (access: string): Promise<string[] | null> => {
      const graph = graphClient(setup, debugHost, access)
      const { data } = await graph.read('/debug_token', { input_token: access }, tokenInfo)
      return data.is_valid === false ? null : (data.scopes ?? null)
    },

    /** Reads any path, for permission probes. */
    read: (access: string, path: string, params: Record<string, string>): Promise<unknown> =>
      graphOf(access).read(path, params, z.unknown()),
  }
}
