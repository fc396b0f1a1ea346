import { z } from 'zod'
import { scopeList } from '../contract/permissions.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import { callGraph, type LongToken, longToken } from '../meta/graph.ts'
import { platformUrl } from '../wire/call.ts'
import { listOf, platformId, webUrl } from '../wire/json.ts'

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
    permissions: z.union([z.string(), listOf(z.string())]).nullish(),
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
export function instagramApi({ app, call }: PlatformSetup) {
  const { token, api } = app.bases
  const read = <T>(
    access: string,
    path: string,
    params: Record<string, string>,
    shape: z.ZodType<T>,
  ): Promise<T> => {
    const url = platformUrl(api, `/v25.0${path}`, params)
    const headers = { authorization: `Bearer ${access}` }
    return callGraph(call, { method: 'GET', url, headers }, shape)
  }
  return {
    /** Code → one-hour token, with the granted permissions if sent (instagram.md §1.3). */
    exchangeCode: async (
      code: string,
      redirectUri: string,
    ): Promise<{ access: string; permissions: string[] | null }> => {
      const form = {
        client_id: app.clientId,
        client_secret: app.clientSecret,
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
        code,
      }
      const url = platformUrl(token, '/oauth/access_token')
      const response = await callGraph(call, { method: 'POST', url, form }, shortToken)
      const permissions = response.permissions ? scopeList(response.permissions) : null
      return { access: response.access_token, permissions }
    },

    /** One-hour token → 60-day token (instagram.md §1.4). */
    exchangeForLong: (shortLived: string): Promise<LongToken> => {
      const url = platformUrl(api, '/access_token', {
        grant_type: 'ig_exchange_token',
        client_secret: app.clientSecret,
        access_token: shortLived,
      })
      return callGraph(call, { method: 'GET', url }, longToken)
    },

    /** The token's account (instagram.md §2). */
    readProfile: (access: string): Promise<InstagramProfile> => {
      const fields = 'id,user_id,username,name,account_type,profile_picture_url'
      return read(access, '/me', { fields }, profile)
    },

    /** The newest media's id, or `null` (instagram.md §3.6). */
    findNewestMedia: async (access: string): Promise<string | null> => {
      const { data } = await read(access, '/me/media', { fields: 'id', limit: '1' }, mediaList)
      return data[0]?.id ?? null
    },

    /** Reads any path, for permission probes. */
    read: (access: string, path: string, params: Record<string, string>): Promise<unknown> =>
      read(access, path, params, z.unknown()),
  }
}
