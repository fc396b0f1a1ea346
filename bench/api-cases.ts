import type { LoadRequest } from './api-load.ts'
import { type Keys, padded } from './api-seed.ts'

export type Case = { name: string; kind: 'get' | 'list'; requests: LoadRequest[] }

const rowsShown = 20
const idsPerScope = 100
const pagesPerScope = 20

/** Who asks: the owner's key, the same confined to a profile by the header, or a profile's own key. */
type Who = 'owner' | 'header' | 'profile'
const everybody: readonly Who[] = ['owner', 'header', 'profile']
const owners: readonly Who[] = ['owner', 'header']

/** A list, what is read of each of its rows, and who may. */
type Resource = {
  list: string
  who: readonly Who[]
  gets?: Record<string, (id: string) => string>
}

const one = (path: string) => (id: string) => `${path}/${id}`

/** Every list and get of openapi.json that a key may ask; `bench/api.ts` says what is missing. */
const resources: Record<string, Resource> = {
  'api-keys': { list: '/v1/api-keys', who: owners },
  profiles: { list: '/v1/profiles', who: owners, gets: { profile: one('/v1/profiles') } },
  'profile-deletions': { list: '/v1/profile-deletions', who: ['owner'] },
  accounts: {
    list: '/v1/accounts',
    who: everybody,
    gets: {
      account: one('/v1/accounts'),
      'account health': (id) => `/v1/accounts/${id}/health`,
      'account insights': (id) => `/v1/accounts/${id}/insights`,
      'account insights.csv': (id) => `/v1/accounts/${id}/insights.csv`,
    },
  },
  media: { list: '/v1/media', who: everybody, gets: { media: one('/v1/media') } },
  posts: {
    list: '/v1/posts',
    who: everybody,
    gets: { post: one('/v1/posts'), 'post insights': (id) => `/v1/posts/${id}/insights` },
  },
  comments: { list: '/v1/comments', who: everybody, gets: { comment: one('/v1/comments') } },
  'connect-links': {
    list: '/v1/connect-links',
    who: everybody,
    gets: { 'connect link': one('/v1/connect-links') },
  },
  'redirect-origins': { list: '/v1/connect/redirect-origins', who: ['owner'] },
  webhooks: { list: '/v1/webhooks', who: everybody, gets: { webhook: one('/v1/webhooks') } },
  members: { list: '/v1/members', who: ['owner'], gets: { member: one('/v1/members') } },
  'audit-log': { list: '/v1/audit-log', who: owners },
}

const single: Record<string, { path: string; who: readonly Who[] }> = {
  me: { path: '/v1/me', who: everybody },
  owner: { path: '/v1/owner', who: ['owner'] },
  'connect settings': { path: '/v1/connect/settings', who: ['owner'] },
}

export type Ask = (request: LoadRequest) => Promise<Listed>
type Listed = { data: { id: string }[]; next_cursor: string | null }

/** The cases with their requests: rows and pages from the lists themselves, for each who may ask. */
export async function openCases(ask: Ask, keys: Keys): Promise<Case[]> {
  const cases: Case[] = []
  for (const [name, { path, who }] of Object.entries(single)) {
    const requests = who.map((each) => ({ path, headers: headersOf(keys, each) }))
    cases.push({ name, kind: 'get', requests })
  }
  for (const [name, { list, who, gets }] of Object.entries(resources)) {
    const walked = await Promise.all(who.map((each) => walk(ask, list, headersOf(keys, each))))
    cases.push({ name, kind: 'list', requests: mixed(walked.map(({ pages }) => pages)) })
    for (const [name, pathOf] of Object.entries(gets ?? {})) {
      const asked = walked.map(({ ids, headers }) =>
        ids.map((id) => ({ path: pathOf(id), headers })),
      )
      cases.push({ name, kind: 'get', requests: mixed(asked) })
    }
  }
  cases.push(...(await deliveryCases(ask, keys)))
  const syncs = Array.from({ length: idsPerScope }, (_, n) => ({
    path: `/v1/insights/syncs/sync_${padded(n + 1)}`,
    headers: headersOf(keys, 'owner'),
  }))
  cases.push({ name: 'insights sync', kind: 'get', requests: syncs })
  return cases
}

async function deliveryCases(ask: Ask, keys: Keys): Promise<Case[]> {
  const places: Record<Who, number> = { owner: 3, header: 1, profile: 2 }
  const walked = await Promise.all(
    everybody.map(async (who) => {
      const list = `/v1/webhooks/whk_${padded(places[who])}/deliveries`
      const { pages, ids, headers } = await walk(ask, list, headersOf(keys, who))
      return { pages, rows: ids.map((id) => ({ path: `${list}/${id}`, headers })) }
    }),
  )
  return [
    { name: 'deliveries', kind: 'list', requests: mixed(walked.map(({ pages }) => pages)) },
    { name: 'delivery', kind: 'get', requests: mixed(walked.map(({ rows }) => rows)) },
  ]
}

/** The first page and those behind it, and some ids. */
async function walk(ask: Ask, list: string, headers: Record<string, string>) {
  const pages: LoadRequest[] = []
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const after: string = cursor ? `&cursor=${cursor}` : ''
    pages.push({ path: `${list}?limit=${rowsShown}${after}`, headers })
    const page: Listed = await ask({ path: `${list}?limit=100${after}`, headers })
    ids.push(...page.data.map(({ id }) => id))
    cursor = page.next_cursor
  } while (cursor && pages.length < pagesPerScope)
  const step = Math.max(1, Math.floor(ids.length / idsPerScope))
  return { pages, ids: ids.filter((_, n) => n % step === 0).slice(0, idsPerScope), headers }
}

/** In turn, as often each as the longest needs. */
function mixed(lists: LoadRequest[][]): LoadRequest[] {
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, n) =>
    lists.map((list) => list[n % list.length]!),
  ).flat()
}

function headersOf(keys: Keys, who: Who): Record<string, string> {
  return {
    authorization: `Bearer ${who === 'profile' ? keys.profile : keys.owner}`,
    ...(who === 'header' ? { 'service-profile': keys.header } : {}),
  }
}
