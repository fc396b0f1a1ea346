import { z } from 'zod'
import type { PlatformSetup } from '../contract/platform.ts'
import { callGraph, type LongToken, longToken } from '../meta/graph.ts'
import { type GraphHost, graphClient } from '../meta/graph-client.ts'
import { platformUrl } from '../wire/call.ts'
import { listOf, platformId, webUrl } from '../wire/json.ts'

const version = '/v25.0'
/** The token is sent as `access_token`, as documented. */
export const facebookHost: GraphHost = { version, token: 'parameter' }
const pageFields = 'id,name,username,access_token,tasks,picture.type(large)'
/** `tasks` is a field of a list of pages only. */
const nodeFields = 'id,name,username,access_token,picture.type(large)'
const perCall = '100'

const userToken = z.object({ access_token: z.string().min(1) })
const permissionRows = z.object({
  data: listOf(z.object({ permission: z.string(), status: z.string() })),
})

/** facebook.md §2; `access_token` is missing if the person may not manage the page. */
const page = z.object({
  id: platformId,
  name: z.string(),
  username: z.string().nullish(),
  access_token: z.string().nullish(),
  tasks: listOf(z.string()).nullish(),
  picture: z.object({ data: z.object({ url: webUrl }) }).nullish(),
})
export type FacebookPage = z.infer<typeof page>

const business = z.object({ id: platformId })

/** facebook.md §1.4: a scope without `target_ids` applies to every page. */
const tokenInfo = z.object({
  data: z.object({
    data_access_expires_at: z.int().nonnegative().nullish(),
    granular_scopes: listOf(
      z.object({ scope: z.string(), target_ids: listOf(platformId).nullish() }),
    ).nullish(),
  }),
})

export type TokenFacts = {
  /** Scope → the pages it is limited to; scopes for all pages are omitted. */
  pageLimits: ReadonlyMap<string, ReadonlySet<string>>
  /** When the access of all tokens ends without a new login. */
  endsAt: Date | null
}

export type FacebookApi = ReturnType<typeof facebookApi>

/** Login calls to graph.facebook.com. */
export function facebookApi(setup: PlatformSetup) {
  const { app, call } = setup
  const { token, api } = app.bases
  const client = { client_id: app.clientId, client_secret: app.clientSecret }
  const graphOf = (access: string) => graphClient(setup, facebookHost, access)
  return {
    /** Code → user token; a second exchange of the same code fails (facebook.md §1.3). */
    exchangeCode: async (code: string, redirectUri: string): Promise<string> => {
      const url = platformUrl(token, `${version}/oauth/access_token`)
      const form = { ...client, redirect_uri: redirectUri, code }
      return (await callGraph(call, { method: 'POST', url, form }, userToken)).access_token
    },

    /** User token → 60-day user token, whose page tokens do not expire (facebook.md §1.3). */
    exchangeForLong: (shortLived: string): Promise<LongToken> => {
      const url = platformUrl(token, `${version}/oauth/access_token`, {
        grant_type: 'fb_exchange_token',
        ...client,
        fb_exchange_token: shortLived,
      })
      return callGraph(call, { method: 'GET', url }, longToken)
    },

    /** The person's app-scoped id, which the deauthorize callback uses (facebook.md §6). */
    readUserId: (access: string): Promise<string> => graphOf(access).readId('/me'),

    /** The permissions with status `granted` (facebook.md §1.4). */
    readPermissions: async (access: string): Promise<string[]> => {
      const { data } = await graphOf(access).read('/me/permissions', {}, permissionRows)
      return data.filter(({ status }) => status === 'granted').map(({ permission }) => permission)
    },

    /** What the token may be used for, and until when (facebook.md §1.3, §1.4). */
    inspectToken: async (access: string): Promise<TokenFacts> => {
      const graph = graphOf(`${app.clientId}|${app.clientSecret}`)
      const { data } = await graph.read('/debug_token', { input_token: access }, tokenInfo)
      const limited = (data.granular_scopes ?? []).flatMap(({ scope, target_ids }) =>
        target_ids ? [[scope, new Set(target_ids)] as const] : [],
      )
      const endsAt = data.data_access_expires_at
      return { pageLimits: new Map(limited), endsAt: endsAt ? new Date(endsAt * 1_000) : null }
    },

    /** A page by its id: one of a portfolio in which the person has no role is in no list (facebook.md §2). */
    readPage: (access: string, id: string): Promise<FacebookPage> =>
      graphOf(access).read(`/${id}`, { fields: nodeFields }, page),

    /** Pages on an edge such as `/me/accounts`, at most `max` (facebook.md §2). */
    listPages: (access: string, edge: string, max: number): Promise<FacebookPage[]> =>
      listAll(edgeUrl(access, edge, pageFields), page, max),

    /** The person's business portfolios, at most `max` (facebook.md §2). */
    listBusinesses: async (access: string, max: number): Promise<string[]> =>
      (await listAll(edgeUrl(access, '/me/businesses', 'id'), business, max)).map(({ id }) => id),

    /**
     * Removes the app from the person's account, which disconnects all their pages
     * (facebook.md §1.4).
     */
    removeApp: async (access: string): Promise<void> => {
      await graphOf(access).remove('/me/permissions', z.unknown())
    },
  }

  function edgeUrl(access: string, edge: string, fields: string): URL {
    return platformUrl(api, version + edge, { fields, limit: perCall, access_token: access })
  }

  /** Follows `paging.next` on the same origin only, as this URL contains the token. */
  async function listAll<T>(first: URL, shape: z.ZodType<T>, max: number): Promise<T[]> {
    const list = z.object({
      data: listOf(shape),
      paging: z.object({ next: z.string().nullish() }).nullish(),
    })
    const all: T[] = []
    const seen = new Set<string>()
    let url: URL | null = first
    while (url && !seen.has(url.href) && all.length < max) {
      seen.add(url.href)
      const response: z.infer<typeof list> = await callGraph(call, { method: 'GET', url }, list)
      all.push(...response.data)
      const next = response.data.length > 0 ? response.paging?.next : null
      url =
        next && URL.canParse(next) && new URL(next).origin === first.origin ? new URL(next) : null
    }
    return all.slice(0, max)
  }
}
