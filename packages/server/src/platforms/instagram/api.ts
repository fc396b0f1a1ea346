import { z } from 'zod'
import { scopeList } from '../contract/permissions.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import { type GraphHost, graphClient } from '../meta/graph-client.ts'
import { longLivedLogin } from '../meta/login.ts'
import { listOf, platformId, webUrl } from '../wire/json.ts'

export const instagramHost: GraphHost = { version: '/v25.0', token: 'header' }
const profileFields = 'id,user_id,username,name,account_type,profile_picture_url'

/** Accepts an object as documented (`data: […]`) and as sent (flat) (instagram.md §1.3, §2). */
export function unwrapped<T>(shape: z.ZodType<T>) {
  const wrapped = z
    .object({ data: listOf(shape).refine(({ length }) => length > 0) })
    .transform(({ data }) => data[0] as T)
  return z.union([wrapped, shape])
}

/** `permissions` is an array, a comma-separated string or missing (instagram.md §1.3). */
const shortToken = unwrapped(
  z.object({
    access_token: z.string().min(1),
    permissions: z
      .union([z.string(), listOf(z.string())])
      .nullish()
      .transform((scopes) => (scopes ? scopeList(scopes) : null)),
  }),
)

const profile = unwrapped(
  z.object({
    /** App-scoped user id, used in callbacks. */
    id: platformId,
    /** The professional account's id, our primary id. */
    user_id: platformId,
    username: z.string().min(1),
    name: z.string().nullish(),
    account_type: z.string().nullish(),
    profile_picture_url: webUrl,
  }),
)
export type InstagramProfile = z.infer<typeof profile>

const mediaList = z.object({ data: listOf(z.object({ id: platformId })) })

export type InstagramApi = ReturnType<typeof instagramApi>

/** Login calls to api.instagram.com and graph.instagram.com. */
export function instagramApi(setup: PlatformSetup) {
  const graphOf = (access: string) => graphClient(setup, instagramHost, access)
  const longLived = setup.app.bases.api
  return {
    ...longLivedLogin(setup, { prefix: 'ig', longLived, shortToken }),

    /** The token's account (instagram.md §2). */
    readProfile: (access: string): Promise<InstagramProfile> =>
      graphOf(access).read('/me', { fields: profileFields }, profile),

    /** The newest media's id, or `null` (instagram.md §3.6). */
    findNewestMedia: async (access: string): Promise<string | null> => {
      const newest = { fields: 'id', limit: '1' }
      const { data } = await graphOf(access).read('/me/media', newest, mediaList)
      return data[0]?.id ?? null
    },

    /** Reads any path, for permission probes. */
    read: (access: string, path: string, params: Record<string, string>): Promise<unknown> =>
      graphOf(access).read(path, params, z.unknown()),
  }
}
