import { z } from 'zod'
import { platformUrl } from '../call.ts'
import { platformId, webUrl } from '../json.ts'
import { askGraph, type LongToken, longToken } from '../meta/graph.ts'
import { scopeList } from '../permissions.ts'
import type { PlatformSetup } from '../platform.ts'

/** The documents wrap an object in `data: […]`, the hosts send it flat (instagram.md §1.3, §2). */
export function unwrapped<T>(shape: z.ZodType<T>) {
  const wrapped = z.object({ data: z.array(shape).min(1) }).transform(({ data }) => data[0] as T)
  return z.union([wrapped, shape])
}

/** `permissions` as a list, as a text with commas, or missing (instagram.md §1.3). */
const shortToken = unwrapped(
  z.object({
    access_token: z.string().min(1),
    permissions: z.union([z.string(), z.array(z.string())]).nullish(),
  }),
)

const profile = unwrapped(
  z.object({
    /** App-scoped: how the callbacks name the person. */
    id: platformId,
    /** The professional account: the primary id. */
    user_id: platformId,
    username: z.string().min(1),
    name: z.string().nullish(),
    account_type: z.string().nullish(),
    profile_picture_url: webUrl,
  }),
)
export type InstagramProfile = z.infer<typeof profile>

const mediaList = z.object({ data: z.array(z.object({ id: platformId })) })

export type InstagramApi = ReturnType<typeof instagramApi>

/** Every call to api.instagram.com and graph.instagram.com. */
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
    return askGraph(call, { method: 'GET', url, headers }, shape)
  }
  return {
    /** Code → token of one hour, with what was granted if it says so (instagram.md §1.3). */
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
      const answer = await askGraph(call, { method: 'POST', url, form }, shortToken)
      const permissions = answer.permissions ? scopeList(answer.permissions) : null
      return { access: answer.access_token, permissions }
    },

    /** Token of one hour → token of 60 days (instagram.md §1.4). */
    exchangeForLong: (shortLived: string): Promise<LongToken> => {
      const url = platformUrl(api, '/access_token', {
        grant_type: 'ig_exchange_token',
        client_secret: app.clientSecret,
        access_token: shortLived,
      })
      return askGraph(call, { method: 'GET', url }, longToken)
    },

    /** The account of the token (instagram.md §2). */
    readProfile: (access: string): Promise<InstagramProfile> => {
      const fields = 'id,user_id,username,name,account_type,profile_picture_url'
      return read(access, '/me', { fields }, profile)
    },

    /** The newest media, `null` when there is none (instagram.md §3.6). */
    findNewestMedia: async (access: string): Promise<string | null> => {
      const { data } = await read(access, '/me/media', { fields: 'id', limit: '1' }, mediaList)
      return data[0]?.id ?? null
    },

    /** Any read, for whether it is permitted. */
    read: (access: string, path: string, params: Record<string, string>): Promise<unknown> =>
      read(access, path, params, z.unknown()),
  }
}
