import type { Route } from '../../src/http/route.ts'
import { operations, schemas } from '../fuzz/document.ts'
import type { Schema } from '../fuzz/schema.ts'
import { type Caller, sees } from './callers.ts'
import { type Noun, nouns, spaces, type Things } from './spaces.ts'
import type { World } from './world.ts'

/** A place of an operation that takes the id of something. */
export type Slot = {
  place: 'path' | 'query' | 'body'
  name: string
  /** In a body: the steps to it; 0 is the first of a list. */
  steps: readonly (string | number)[]
  noun: Noun
}

export type Draft = { path: string; body?: unknown }

/** What a path names with `{id}`, by the word before it; a child by its own name. */
const nounByWord: Readonly<Record<string, Noun>> = {
  'api-keys': 'api_key',
  profiles: 'profile',
  accounts: 'account',
  media: 'media',
  posts: 'post',
  targets: 'target',
  comments: 'comment',
  syncs: 'insights_sync',
  'redirect-origins': 'redirect_origin',
  'connect-links': 'connect_link',
  webhooks: 'webhook',
  deliveries: 'delivery',
  sessions: 'session',
  members: 'member',
}

/** What a field or a query parameter names. */
const nounByField: Readonly<Record<string, Noun | null>> = {
  profile_id: 'profile',
  profile_ids: 'profile',
  account_id: 'account',
  account_ids: 'account',
  post_id: 'post',
  // In a post's media and as the filter of the media list.
  id: 'media',
  actor_id: 'member',
  resource_id: 'post',
  // The owner's own words and the platforms' ids name nothing of ours.
  external_id: null,
  platform_post_id: null,
}

const looksLikeReference = /(^|_)ids?$/

/** Every place of the operation that names something, from its path and its published schema. */
export function slotsOf(route: Route): Slot[] {
  const operation = operations.find((each) => each.operationId === route.operationId)
  if (!operation) throw new Error(`${route.operationId} is not in openapi.json: npm run openapi`)
  const words = route.path.split('/')
  const slots: Slot[] = []
  for (const [place, word] of words.entries()) {
    const name = /^\{(\w+)\}$/.exec(word)?.[1]
    if (!name) continue
    const noun = nounByWord[words[place - 1]!]
    if (!noun) throw untold(route, `{${name}}`, `nounByWord['${words[place - 1]}']`)
    slots.push({ place: 'path', name, steps: [], noun })
  }
  for (const { name, in: place } of operation.parameters) {
    if (place !== 'query' || !looksLikeReference.test(name)) continue
    const noun = nounOfField(route, name)
    if (noun) slots.push({ place: 'query', name, steps: [], noun })
  }
  const body = operation.body?.['application/json']?.schema
  for (const steps of body ? referencesIn(body, [], []) : []) {
    const name = String(steps.findLast((step) => typeof step === 'string'))
    const noun = nounOfField(route, name)
    if (noun) slots.push({ place: 'body', name, steps, noun })
  }
  return slots
}

/** What a field or parameter of this name names; `null` when it is no id of ours. */
export function nounOf(name: string): Noun | null {
  return nounByField[name] ?? null
}

function nounOfField(route: Route, name: string): Noun | null {
  const noun = nounByField[name]
  if (noun === undefined) throw untold(route, name, `nounByField.${name}`)
  return noun
}

function untold(route: Route, what: string, where: string): Error {
  return new Error(
    `${route.operationId}: the isolation proof does not know what ${what} names. Say it in ${where} of test/isolation/requests.ts (one of ${nouns.join(', ')}), and for a new noun put one of it into each space in furnish.ts and things.ts there.`,
  )
}

type Steps = (string | number)[]

function referencesIn(schema: Schema, steps: Steps, seen: string[]): Steps[] {
  const given = schema as Record<string, never> & { $ref?: string; properties?: object }
  if (given.$ref) {
    const name = String(given.$ref).split('/').at(-1)!
    if (seen.includes(name)) return []
    return referencesIn(schemas[name]!, steps, [...seen, name])
  }
  const found: Steps[] = []
  for (const choice of ['anyOf', 'oneOf', 'allOf']) {
    const inner = (given[choice] ?? []) as Schema[]
    found.push(...inner.flatMap((each) => referencesIn(each, steps, seen)))
  }
  for (const [name, inner] of Object.entries((given.properties ?? {}) as Record<string, Schema>)) {
    const isList = (inner as { type?: string }).type === 'array'
    const here = [...steps, name]
    if (looksLikeReference.test(name)) found.push(isList ? [...here, 0] : here)
    else found.push(...referencesIn(inner, here, seen))
  }
  if (given.items) found.push(...referencesIn(given.items as Schema, [...steps, 0], seen))
  return found
}

/** The least that each operation with a body takes. */
const bodies: Readonly<Record<string, (world: World, own: Own) => object>> = {
  createApiKey: () => ({ name: 'k' }),
  rotateApiKey: () => ({}),
  createProfile: () => ({ name: 'New' }),
  updateProfile: () => ({ metadata: {} }),
  moveAccount: (_, own) => ({ profile_id: own('profile') }),
  createMedia: () => ({ url: 'http://127.0.0.1:9/photo.jpg' }),
  createPost: () => ({ text: 'x' }),
  validatePost: () => ({ text: 'x' }),
  updatePost: () => ({ text: 'y' }),
  resolveTarget: () => ({ platform_post_id: '1' }),
  updateComment: () => ({ reply_status: 'in_progress' }),
  replyToComment: () => ({ text: 'x' }),
  hideComment: () => ({ hidden: true }),
  syncInsights: () => ({}),
  registerRedirectOrigin: () => ({ origin: 'https://new.example.com' }),
  updateConnectSettings: () => ({ language: 'en' }),
  createConnectLink: () => ({ redirect_url: 'https://app.example.com/back' }),
  createWebhook: () => ({ url: 'https://receiver.example/new', events: ['*'] }),
  updateWebhook: () => ({ active: true }),
  rotateWebhookSecret: () => ({}),
  recoverWebhook: ({ testApp }) => ({
    since: new Date(testApp.clock.now().getTime() - 3_600_000).toISOString(),
  }),
  signIn: () => ({ email: 'nobody@example.com', password: 'wrong wrong wrong' }),
  updateSession: () => ({ name: 'Somebody' }),
  readSignInLink: () => ({ token: 'x'.repeat(43) }),
  redeemSignInLink: () => ({ token: 'x'.repeat(43), password: 'wrong wrong wrong' }),
  createMember: () => ({ name: 'New', email: 'new@example.com', role: 'staff' }),
  updateMember: () => ({ name: 'Sam' }),
  updateOwner: () => ({ name: 'Agency' }),
}

export type Own = (noun: Noun) => string

/** The caller's own thing of this kind, or one that it would name if it might. */
export function ownOf(things: Things, caller: Caller): Own {
  return (noun) => {
    const wanted = noun === 'session' ? caller.session : caller.own
    const of = things[noun]
    const space = spaces.find((each) => each !== 'never' && sees(caller, noun, each) && of[each])
    const id = (wanted && of[wanted]?.[0]) ?? (space && of[space]?.[0]) ?? of.a?.[0] ?? of.home?.[0]
    if (!id) throw new Error(`test/isolation/things.ts has no ${noun}`)
    return id
  }
}

/** The request of a caller in which one place names `id`, and every other what is its own. */
export function draftOf(
  world: World,
  route: Route,
  own: Own,
  named: { slot: Slot; id: string; child: string | null } | null,
): Draft {
  let place = 0
  const path = route.path.replaceAll(/([\w-]+)\/\{(\w+)\}/g, (_, word: string, name: string) => {
    const isChild = place > 0
    place += 1
    const noun = nounByWord[word]!
    if (named?.slot.place === 'path' && named.slot.name === name) return `${word}/${named.id}`
    if (isChild && named?.slot.place === 'path' && named.child) return `${word}/${named.child}`
    return `${word}/${own(noun)}`
  })
  const query = named?.slot.place === 'query' ? `?${named.slot.name}=${named.id}` : ''
  const draft: Draft = { path: path + query }
  if (!route.body) return draft
  const body = bodies[route.operationId]
  if (!body) {
    throw new Error(
      `${route.operationId} takes a body: give the least that it takes in bodies of test/isolation/requests.ts`,
    )
  }
  draft.body = body(world, own)
  if (named?.slot.place === 'body') {
    set(draft.body as Record<string, unknown>, named.slot.steps, named.id)
    const { targets } = draft.body as { targets?: { account_id?: string }[] }
    for (const target of targets ?? []) target.account_id ??= own('account')
  }
  return draft
}

function set(body: unknown, [step, ...rest]: readonly (string | number)[], id: string): void {
  const at = body as Record<string | number, unknown>
  if (rest.length === 0) {
    at[step!] = id
    return
  }
  at[step!] ??= typeof rest[0] === 'number' ? [] : {}
  set(at[step!], rest, id)
}
