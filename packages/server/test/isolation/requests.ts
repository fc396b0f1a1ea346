import type { Route } from '../../src/http/route.ts'
import { password } from '../dashboard.ts'
import { operations, schemas } from '../fuzz/document.ts'
import type { Schema } from '../fuzz/schema.ts'
import { type Caller, canSee } from './callers.ts'
import type { Fixture } from './fixture.ts'
import { type ResourceIds, type ResourceType, resourceTypes, tenants } from './tenants.ts'

/** A parameter or body field of an operation that accepts an ID. */
export type IdField = {
  location: 'path' | 'query' | 'body'
  name: string
  /** The path to it in the body; 0 is the first element of an array. */
  steps: readonly (string | number)[]
  type: ResourceType
}

export type RequestDraft = { path: string; body?: unknown }

/** The resource type of an ID in a path, by the segment before it. */
const typeByPathSegment: Readonly<Record<string, ResourceType>> = {
  'api-keys': 'api_key',
  profiles: 'profile',
  accounts: 'account',
  media: 'media',
  posts: 'post',
  imports: 'import',
  targets: 'target',
  comments: 'comment',
  notes: 'comment_note',
  'saved-texts': 'saved_text',
  syncs: 'insights_sync',
  'redirect-origins': 'redirect_origin',
  'connect-links': 'connect_link',
  invitations: 'invitation',
  'approval-links': 'approval_link',
  'report-links': 'report_link',
  webhooks: 'webhook',
  deliveries: 'delivery',
  sessions: 'session',
  members: 'member',
  requests: 'api_request',
}

/** The resource type of a body field or query parameter. */
const typeByField: Readonly<Record<string, ResourceType | null>> = {
  profile_id: 'profile',
  profile_ids: 'profile',
  invitation_id: 'invitation',
  account_id: 'account',
  account_ids: 'account',
  post_id: 'post',
  repeat_of_post_id: 'post',
  post_ids: 'post',
  media_id: 'media',
  // In the media of a post and as a filter of the media list.
  id: 'media',
  'listPosts.id': 'post',
  actor_id: 'member',
  resource_id: 'post',
  event_id: 'event',
  delivery_ids: 'delivery',
  key_id: 'api_key',
  request_id: 'api_request',
  // Identifiers of the owner or of a platform, not of a Postern resource.
  external_id: null,
  platform_post_id: null,
}

const looksLikeReference = /(^|_)ids?$/

/** Every parameter and body field of the operation that accepts an ID, read from openapi.json. */
export function idFieldsOf(route: Route): IdField[] {
  const operation = operations.find((each) => each.operationId === route.operationId)
  if (!operation) throw new Error(`${route.operationId} is not in openapi.json: npm run openapi`)
  const segments = route.path.split('/')
  const idFields: IdField[] = []
  for (const [position, segment] of segments.entries()) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    if (!name) continue
    const type = typeByPathSegment[segments[position - 1]!]
    if (!type)
      throw unknownFieldError(route, `{${name}}`, `typeByPathSegment['${segments[position - 1]}']`)
    idFields.push({ location: 'path', name, steps: [], type })
  }
  for (const { name, in: location } of operation.parameters) {
    if (location !== 'query' || !looksLikeReference.test(name)) continue
    const type = requireTypeOfField(route, name)
    if (type) idFields.push({ location: 'query', name, steps: [], type })
  }
  const body = operation.body?.['application/json']?.schema
  for (const steps of body ? referencesIn(body, [], []) : []) {
    const name = String(steps.findLast((step) => typeof step === 'string'))
    const type = requireTypeOfField(route, name)
    if (type) idFields.push({ location: 'body', name, steps, type })
  }
  return idFields
}

/** The resource type of a field or parameter; `null` when it does not take an ID of a resource. */
export function typeOfField(route: Route, name: string): ResourceType | null {
  return typeByField[`${route.operationId}.${name}`] ?? typeByField[name] ?? null
}

function requireTypeOfField(route: Route, name: string): ResourceType | null {
  const type = typeByField[`${route.operationId}.${name}`] ?? typeByField[name]
  if (type === undefined) throw unknownFieldError(route, name, `typeByField.${name}`)
  return type
}

function unknownFieldError(route: Route, what: string, where: string): Error {
  return new Error(
    `${route.operationId}: the resource type of ${what} is unknown. Add it to ${where} in test/isolation/requests.ts (one of ${resourceTypes.join(', ')}). For a new type also create one in each tenant in seed.ts and resource-ids.ts.`,
  )
}

type Steps = (string | number)[]

function referencesIn(schema: Schema, steps: Steps, seen: string[]): Steps[] {
  const node = schema as Record<string, never> & { $ref?: string; properties?: object }
  if (node.$ref) {
    const name = String(node.$ref).split('/').at(-1)!
    if (seen.includes(name)) return []
    return referencesIn(schemas[name]!, steps, [...seen, name])
  }
  const found: Steps[] = []
  for (const choice of ['anyOf', 'oneOf', 'allOf']) {
    const inner = (node[choice] ?? []) as Schema[]
    found.push(...inner.flatMap((each) => referencesIn(each, steps, seen)))
  }
  for (const [name, inner] of Object.entries((node.properties ?? {}) as Record<string, Schema>)) {
    const isList = (inner as { type?: string }).type === 'array'
    const here = [...steps, name]
    if (looksLikeReference.test(name)) found.push(isList ? [...here, 0] : here)
    else found.push(...referencesIn(inner, here, seen))
  }
  if (node.items) found.push(...referencesIn(node.items as Schema, [...steps, 0], seen))
  return found
}

/** A PNG of one pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A minimal valid body for each operation that has one. */
const bodies: Readonly<Record<string, (fixture: Fixture, visibleId: VisibleId) => object>> = {
  createApiKey: () => ({ name: 'k' }),
  rotateApiKey: () => ({}),
  createProfile: () => ({ name: 'New' }),
  updateProfile: () => ({ metadata: {} }),
  updateProfilePostingPlan: () => ({ jitter_minutes: 1 }),
  updateAccountPostingPlan: () => ({ jitter_minutes: 1 }),
  repeatPost: () => ({ every: 'week', count: 1 }),
  reorderQueue: (_, visibleId) => ({ post_ids: [visibleId('post')] }),
  moveAccount: (_, visibleId) => ({ profile_id: visibleId('profile') }),
  createMedia: () => ({ url: 'http://127.0.0.1:9/photo.jpg' }),
  createImport: () => ({ format: 'csv', content: 'external_id,text\nx,x\n' }),
  createPost: () => ({ text: 'x' }),
  validatePost: () => ({ text: 'x' }),
  previewLink: () => ({ url: 'http://127.0.0.1:9/page' }),
  updateMedia: () => ({ alt_text: 'y' }),
  updatePost: () => ({ text: 'y' }),
  resolveTarget: () => ({ platform_post_id: '1' }),
  updateComment: () => ({ reply_status: 'in_progress' }),
  replyToComment: () => ({ text: 'x' }),
  hideComment: () => ({ hidden: true }),
  createCommentNote: () => ({ text: 'x' }),
  // Without a profile an owner's text would be for all profiles, and visible to all.
  createSavedText: (_, visibleId) => ({
    kind: 'reply',
    name: 'x',
    text: 'x',
    profile_id: visibleId('profile'),
  }),
  updateSavedText: () => ({ text: 'y' }),
  syncInsights: () => ({}),
  registerRedirectOrigin: () => ({ origin: 'https://new.example.com' }),
  updateConnectSettings: () => ({ language: 'en' }),
  uploadConnectLogo: () => ({ data: pixel }),
  createConnectLink: () => ({ redirect_url: 'https://app.example.com/back' }),
  createPostApprovalLink: () => ({}),
  createApprovalLink: (_, visibleId) => ({ post_ids: [visibleId('post')] }),
  createReportLink: () => ({ month: '2026-01' }),
  createInvitation: () => ({ redirect_url: 'https://app.example.com/back' }),
  createWebhook: () => ({ url: 'https://receiver.example/new', events: ['*'] }),
  updateWebhook: () => ({ active: true }),
  rotateWebhookSecret: () => ({}),
  testWebhook: () => ({ type: 'post.published' }),
  recoverWebhook: ({ testApp }) => ({
    since: new Date(testApp.clock.now().getTime() - 3_600_000).toISOString(),
  }),
  signIn: () => ({ email: 'nobody@example.com', password: 'wrong wrong wrong' }),
  updateNotices: () => ({ digest_time: '08:30' }),
  updateSession: () => ({ name: 'Somebody' }),
  readSignInLink: () => ({ token: 'x'.repeat(43) }),
  confirmEmail: () => ({ token: 'x'.repeat(43) }),
  redeemSignInLink: () => ({ token: 'x'.repeat(43), password: 'wrong wrong wrong' }),
  setUpSecondFactor: () => ({ current_password: password }),
  enableSecondFactor: () => ({ code: '000000' }),
  disableSecondFactor: () => ({ code: '000000' }),
  createRecoveryCodes: () => ({ code: '000000' }),
  createMember: () => ({ name: 'New', email: 'new@example.com', role: 'staff' }),
  updateMember: () => ({ name: 'Sam' }),
  updateOwner: () => ({ name: 'Agency' }),
}

export type VisibleId = (type: ResourceType) => string

/** Returns a function from a type to the ID of a resource the caller can see, or A's if it sees none. */
export function visibleIdsOf(resourceIds: ResourceIds, caller: Caller): VisibleId {
  return (type) => {
    const preferred = type === 'session' ? caller.session : caller.ownTenant
    const idsByTenant = resourceIds[type]
    const tenant = tenants.find(
      (each) => each !== 'nonexistent' && canSee(caller, type, each) && idsByTenant[each],
    )
    const id =
      (preferred && idsByTenant[preferred]?.[0]) ??
      (tenant && idsByTenant[tenant]?.[0]) ??
      idsByTenant.a?.[0] ??
      idsByTenant.home?.[0]
    if (!id) throw new Error(`No ${type} exists. Add one to test/isolation/resource-ids.ts.`)
    return id
  }
}

/** A request in which one ID field is `named.id` and all others are IDs that the caller can see. */
export function draftRequest(
  fixture: Fixture,
  route: Route,
  visibleId: VisibleId,
  named: { idField: IdField; id: string; child: string | null } | null,
): RequestDraft {
  let position = 0
  const path = route.path.replaceAll(/([\w-]+)\/\{(\w+)\}/g, (_, segment: string, name: string) => {
    const isChild = position > 0
    position += 1
    const type = typeByPathSegment[segment]!
    if (named?.idField.location === 'path' && named.idField.name === name)
      return `${segment}/${named.id}`
    if (isChild && named?.idField.location === 'path' && named.child)
      return `${segment}/${named.child}`
    return `${segment}/${visibleId(type)}`
  })
  const query = named?.idField.location === 'query' ? `?${named.idField.name}=${named.id}` : ''
  const draft: RequestDraft = { path: path + query }
  if (!route.body) return draft
  const body = bodies[route.operationId]
  if (!body) {
    throw new Error(
      `${route.operationId} has a body. Add a minimal valid one to bodies in test/isolation/requests.ts.`,
    )
  }
  draft.body = body(fixture, visibleId)
  if (named?.idField.location === 'body') {
    set(draft.body as Record<string, unknown>, named.idField.steps, named.id)
    // A recovery is of a time range or of deliveries.
    if (named.idField.name === 'delivery_ids') delete (draft.body as { since?: string }).since
    const { targets } = draft.body as { targets?: { account_id?: string }[] }
    for (const target of targets ?? []) target.account_id ??= visibleId('account')
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
