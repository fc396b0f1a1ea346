import type { Route } from '../../src/http/route.ts'
import { operations, schemas } from '../fuzz/document.ts'
import type { Schema } from '../fuzz/schema.ts'
import { type Caller, canSee } from './callers.ts'
import type { Fixture } from './fixture.ts'
import { type ResourceIds, type ResourceType, resourceTypes, tenants } from './tenants.ts'

/** A place of an operation that takes the id of something. */
export type IdField = {
  place: 'path' | 'query' | 'body'
  name: string
  /** In a body: the steps to it; 0 is the first of a list. */
  steps: readonly (string | number)[]
  type: ResourceType
}

export type RequestDraft = { path: string; body?: unknown }

/** What a path names with `{id}`, by the word before it; a child by its own name. */
const typeByPathSegment: Readonly<Record<string, ResourceType>> = {
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
const typeByField: Readonly<Record<string, ResourceType | null>> = {
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
export function idFieldsOf(route: Route): IdField[] {
  const operation = operations.find((each) => each.operationId === route.operationId)
  if (!operation) throw new Error(`${route.operationId} is not in openapi.json: npm run openapi`)
  const words = route.path.split('/')
  const idFields: IdField[] = []
  for (const [place, word] of words.entries()) {
    const name = /^\{(\w+)\}$/.exec(word)?.[1]
    if (!name) continue
    const type = typeByPathSegment[words[place - 1]!]
    if (!type)
      throw unknownFieldError(route, `{${name}}`, `typeByPathSegment['${words[place - 1]}']`)
    idFields.push({ place: 'path', name, steps: [], type })
  }
  for (const { name, in: place } of operation.parameters) {
    if (place !== 'query' || !looksLikeReference.test(name)) continue
    const type = requireTypeOfField(route, name)
    if (type) idFields.push({ place: 'query', name, steps: [], type })
  }
  const body = operation.body?.['application/json']?.schema
  for (const steps of body ? referencesIn(body, [], []) : []) {
    const name = String(steps.findLast((step) => typeof step === 'string'))
    const type = requireTypeOfField(route, name)
    if (type) idFields.push({ place: 'body', name, steps, type })
  }
  return idFields
}

/** What a field or parameter of this name names; `null` when it is no id of ours. */
export function typeOfField(name: string): ResourceType | null {
  return typeByField[name] ?? null
}

function requireTypeOfField(route: Route, name: string): ResourceType | null {
  const type = typeByField[name]
  if (type === undefined) throw unknownFieldError(route, name, `typeByField.${name}`)
  return type
}

function unknownFieldError(route: Route, what: string, where: string): Error {
  return new Error(
    `${route.operationId}: the isolation proof does not know what ${what} names. Say it in ${where} of test/isolation/requests.ts (one of ${resourceTypes.join(', ')}), and for a new type put one of it into each tenant in furnish.ts and resourceIds.ts there.`,
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
const bodies: Readonly<Record<string, (fixture: Fixture, own: VisibleId) => object>> = {
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

export type VisibleId = (type: ResourceType) => string

/** The caller's own thing of this kind, or one that it would name if it might. */
export function visibleIdsOf(resourceIds: ResourceIds, caller: Caller): VisibleId {
  return (type) => {
    const wanted = type === 'session' ? caller.session : caller.own
    const of = resourceIds[type]
    const tenant = tenants.find(
      (each) => each !== 'nonexistent' && canSee(caller, type, each) && of[each],
    )
    const id =
      (wanted && of[wanted]?.[0]) ?? (tenant && of[tenant]?.[0]) ?? of.a?.[0] ?? of.home?.[0]
    if (!id) throw new Error(`test/isolation/resource-ids.ts has no ${type}`)
    return id
  }
}

/** The request of a caller in which one place names `id`, and every other what is its own. */
export function draftRequest(
  fixture: Fixture,
  route: Route,
  own: VisibleId,
  named: { idField: IdField; id: string; child: string | null } | null,
): RequestDraft {
  let place = 0
  const path = route.path.replaceAll(/([\w-]+)\/\{(\w+)\}/g, (_, word: string, name: string) => {
    const isChild = place > 0
    place += 1
    const type = typeByPathSegment[word]!
    if (named?.idField.place === 'path' && named.idField.name === name) return `${word}/${named.id}`
    if (isChild && named?.idField.place === 'path' && named.child) return `${word}/${named.child}`
    return `${word}/${own(type)}`
  })
  const query = named?.idField.place === 'query' ? `?${named.idField.name}=${named.id}` : ''
  const draft: RequestDraft = { path: path + query }
  if (!route.body) return draft
  const body = bodies[route.operationId]
  if (!body) {
    throw new Error(
      `${route.operationId} takes a body: give the least that it takes in bodies of test/isolation/requests.ts`,
    )
  }
  draft.body = body(fixture, own)
  if (named?.idField.place === 'body') {
    set(draft.body as Record<string, unknown>, named.idField.steps, named.id)
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
