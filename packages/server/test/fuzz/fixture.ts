import fc, { type Arbitrary } from 'fast-check'
import { connectAccounts } from '../../src/resources/accounts/connect.ts'
import { insertLink } from '../../src/resources/members/links.ts'
import { createPublisher } from '../../src/resources/posts/publish/publisher.ts'
import { grantedAccount } from '../build.ts'
import { openDashboard, password, signInOwner, tokenOf } from '../dashboard.ts'
import { openInbox } from '../inbox.ts'
import { advanceUntilIdle, connectAccount } from '../publishing.ts'
import type { ApiResponse, TestApp } from '../test-app.ts'
import type { Operation } from './document.ts'
import type { ValuesByField } from './schema.ts'

export type Fixture = {
  testApp: TestApp
  /** IDs created for these tests, which most requests use, by prefix. */
  mainIds: Map<string, string[]>
  /** Every ID seen in a response, by prefix. */
  seenIds: Map<string, Set<string>>
  /** Adds the IDs in a response body to `seenIds`. */
  collectIds(body: unknown): void
  /** Creates a resource and adds its ID to `mainIds`. */
  create: Create
  /** The signed-in owner, with an unused sign-in link. */
  signedIn: { memberId: string; email: string; cookie: string; linkToken: string }
}

/** The ID prefix for path parameters without an example, by the path segment before them. */
const prefixBySegment: Record<string, string> = { profiles: 'prof' }
const idShape = /^([a-z]{3,5})_[0-9a-z]{26}$/
const origin = 'https://app.example.com'
type Create = (path: string, body: unknown) => Promise<ApiResponse['body']>
type CreateFixture = { testApp: TestApp; create: Create }

const hooks = 'https://hooks.example.com/in'
const openPosts = 5
const requestsUsed = 5

/** Creates at least one of every resource, through the API. */
export async function openFixture(testApp: TestApp): Promise<Fixture> {
  const mainIds = new Map<string, string[]>()
  const seenIds = new Map<string, Set<string>>()
  const ownKey = (await testApp.call('GET', '/v1/me')).body.key.id
  const collectIds = (body: unknown): void => {
    if (typeof body === 'string') {
      const prefix = idShape.exec(body)?.[1]
      // The key of these requests is left out, so that no request revokes it.
      if (prefix && body !== ownKey)
        seenIds.set(prefix, (seenIds.get(prefix) ?? new Set()).add(body))
    } else if (body !== null && typeof body === 'object') {
      for (const inner of Object.values(body)) collectIds(inner)
    }
  }
  const create: Create = async (path, body) => {
    const response = await testApp.call('POST', path, body)
    if (response.status >= 300) throw new Error(`${path}: ${JSON.stringify(response.body)}`)
    collectIds(response.body)
    addMainId(response.body.id)
    return response.body
  }
  const addMainId = (id: string) => {
    const prefix = idShape.exec(id)?.[1]
    if (prefix) mainIds.set(prefix, [...(mainIds.get(prefix) ?? []), id])
  }

  await create('/v1/connect/redirect-origins', { origin })
  const profile = await create('/v1/profiles', { name: 'Fuzz', external_id: 'fuzz' })
  await create('/v1/api-keys', { name: 'Fuzz', profile_id: profile.id })
  for (const path of ['a', 'b', 'c'])
    await create('/v1/webhooks', { url: `${hooks}/${path}`, events: ['*'] })
  await create(`/v1/profiles/${profile.id}/connect-links`, { redirect_url: `${origin}/back` })
  await create(`/v1/profiles/${profile.id}/invitations`, { redirect_url: `${origin}/back` })
  await seedInbox(testApp, profile.id, addMainId)
  const [account] = mainIds.get('acc')!
  const targets = [{ account_id: account }]
  await create('/v1/insights/sync', {})
  await testApp.work()
  // Long enough for the next sync to be allowed.
  testApp.clock.advance(600_000)
  for (let count = 0; count < openPosts; count += 1) {
    await create('/v1/posts', { text: `A draft ${count}`, targets })
  }
  await create('/v1/posts', { text: 'Later', targets, scheduled_at: '2026-12-24T09:00:00Z' })
  await seedFailedPosts({ testApp, create }, targets)
  await seedUnknownPosts({ testApp, create }, targets)
  await testApp.requestLog.flush()
  const { data } = (await testApp.call('GET', '/v1/requests')).body
  for (const { id } of data.slice(0, requestsUsed)) addMainId(id)
  const browser = await signInOwner(testApp)
  const { member } = (await browser.call('GET', '/v1/session')).body
  const cookie = browser.cookie()!
  const signedIn = { memberId: member.id, email: member.email, cookie, linkToken: '' }
  return { testApp, mainIds, seenIds, collectIds, create, signedIn }
}

async function seedInbox(testApp: TestApp, profileId: string, addMainId: (id: string) => void) {
  const inbox = await openInbox(testApp, 'threads', { profileId })
  await inbox.addComment({ text: 'Is it open on Sunday?' })
  testApp.clock.advance(600_000)
  await testApp.work()
  addMainId(inbox.account.id)
  for (const comment of await inbox.list()) addMainId(comment.id)
  const still = await connectAccount(
    testApp,
    'instagram',
    { account: 'bergmann.bakery' },
    (await testApp.call('POST', '/v1/profiles', { name: 'Other' })).body.id,
  )
  addMainId(still.id)
  await testApp.ctx.db.transact((tx) =>
    connectAccounts(testApp.ctx, tx, {
      ownerId: testApp.ownerId,
      profileId,
      platform: 'tiktok',
      granted: [grantedAccount()],
      metadata: {},
      now: testApp.clock.now(),
    }),
  )
}

async function seedFailedPosts(
  { testApp, create }: CreateFixture,
  targets: unknown[],
): Promise<void> {
  const { control } = testApp.sandbox
  const fault = { platform: 'threads', match: 'publish', times: 50, kind: 'transient' }
  await control('POST', '/faults', fault)
  for (let count = 0; count < openPosts; count += 1) {
    await create('/v1/posts', { text: `This fails ${count}`, targets, mode: 'now' })
  }
  await advanceUntilIdle(testApp)
  await control('DELETE', '/faults')
}

async function seedUnknownPosts(
  { testApp, create }: CreateFixture,
  targets: unknown[],
): Promise<void> {
  const { control } = testApp.sandbox
  const fault = { platform: 'threads', match: 'publish', times: 50, kind: 'connection_reset' }
  await control('POST', '/faults', fault)
  for (let count = 0; count < openPosts; count += 1) {
    const post = { text: 'Outcome unknown', targets, mode: 'now', allow_duplicate: true }
    await create('/v1/posts', post)
  }
  // Long enough for the first check, too short for the final one: the targets become `unknown`.
  const publisher = createPublisher(testApp.ctx)
  for (let step = 0; step < 4; step += 1) {
    testApp.clock.advance(3_000)
    await publisher.runUntilIdle()
  }
  await control('DELETE', '/faults')
}

async function seedPublishedPosts(
  { testApp, create }: CreateFixture,
  targets: unknown[],
): Promise<void> {
  for (let count = 0; count < openPosts; count += 1) {
    const post = { text: 'Deleted soon', targets, mode: 'now', allow_duplicate: true }
    await create('/v1/posts', post)
  }
  await advanceUntilIdle(testApp)
}

/** Creates again what the operation may use up: retryable posts, connect links, the session and its link. */
export async function replenish(fixture: Fixture, operation: Operation): Promise<void> {
  const { testApp, signedIn } = fixture
  const targets = [{ account_id: fixture.mainIds.get('acc')![0] }]
  if (/\/(retry|resolve)$/.test(operation.path)) await seedUnknownPosts(fixture, targets)
  if (operation.path.endsWith('/publication')) await seedPublishedPosts(fixture, targets)
  if (operation.operationId === 'cancelPost') {
    fixture.mainIds.delete('post')
    await fixture.create('/v1/posts', { text: 'To cancel', targets })
  }
  if (operation.path.startsWith('/v1/connect-links/')) {
    const profile = fixture.mainIds.get('prof')![0]
    fixture.mainIds.delete('link')
    await testApp.call('POST', '/v1/connect/redirect-origins', { origin })
    await fixture.create(`/v1/profiles/${profile}/connect-links`, {
      redirect_url: `${origin}/back`,
    })
  }
  if (operation.access !== 'member' && operation.access !== 'public') return
  await testApp.call('PATCH', '/v1/owner', { second_factor_required_for: 'nobody' })
  // After 15 minutes earlier sign-in attempts no longer count.
  testApp.clock.advance(16 * 60_000)
  const newLink = async () => {
    const { url } = await testApp.ctx.db.transact((tx) =>
      insertLink(testApp.ctx, tx, signedIn.memberId, 'reset', testApp.clock.now()),
    )
    return tokenOf(url)
  }
  const browser = openDashboard(testApp)
  const { body } = await browser.call('POST', '/v1/session/redeem', {
    token: await newLink(),
    password,
  })
  signedIn.email = body.member.email
  fixture.mainIds.set('sess', [body.id])
  signedIn.cookie = browser.cookie()!
  signedIn.linkToken = await newLink()
}

/** Values that exist in this fixture, by the name of the field or parameter. */
export function valuesByField(fixture: Fixture): ValuesByField {
  const accounts = idsOf(fixture, 'acc')
  return {
    account_id: accounts,
    account_ids: fc.uniqueArray(accounts, { minLength: 1, maxLength: 3 }),
    post_id: idsOf(fixture, 'post'),
    profile_id: fc.oneof(idsOf(fixture, 'prof'), fc.constant('fuzz')),
    id: idsOf(fixture, 'med'),
    origin: fc.constantFrom(origin, 'https://other.example.com', 'http://localhost:3000'),
    redirect_url: fc.constantFrom(`${origin}/back?x=1`, `${origin}/`),
    url: fc.constantFrom(hooks, 'https://media.example.com/photo.jpg'),
    options: fc.constant({}),
    media: fc.constant([]),
    metrics: fc.constantFrom('views', 'views,likes'),
    expires_at: fc.constant('2027-06-01T00:00:00Z'),
    from: fc.constantFrom('2026-09-01', '2026-10-31'),
    to: fc.constantFrom('2026-10-31', '2026-11-21'),
    since: fc.constantFrom('2026-11-01T00:00:00Z', '2026-11-20T12:00:00.000Z'),
    until: fc.constant('2026-11-21T00:00:00Z'),
    active: fc.constant(true),
    limit: fc.integer({ min: 1, max: 100 }).map(String),
    platform_post_id: fc.bigInt({ min: 1n, max: 10n ** 17n }).map(String),
    token: fc.constant(fixture.signedIn.linkToken),
    email: fc.oneof(
      fc.constant(fixture.signedIn.email),
      fc.nat().map((number) => `member${number}@example.com`),
    ),
    password: fc.constant(password),
    current_password: fc.constant(password),
    first_comment: fc.constant('First!'),
  }
}

/** Values for the parameters in the operation's path. */
export async function pathParametersOf(
  fixture: Fixture,
  operation: Operation,
): Promise<Arbitrary<Record<string, string>>> {
  const names = operation.parameters.filter((each) => each.in === 'path')
  const [parent, child, ...others] = names
  if (!parent) return fc.constant({})
  const prefix = prefixOf(operation, parent)
  const ids = idsOf(fixture, prefix)
  if (!child) return ids.map((id) => ({ [parent.name]: id }))
  if (others.length > 0)
    throw new Error(`${operation.path}: test/fuzz/fixture.ts supports at most two ids`)
  const pairs: Record<string, string>[] = []
  for (const id of fixture.mainIds.get(prefix) ?? []) {
    for (const inner of await childrenOf(fixture, prefix, id)) {
      pairs.push({ [parent.name]: id, [child.name]: inner })
    }
  }
  const mixed = fc.record({ [parent.name]: ids, [child.name]: fc.uuid() })
  if (pairs.length === 0) return mixed
  return fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...pairs) },
    { weight: 1, arbitrary: mixed },
  )
}

/** The IDs that belong to an ID of the prefix; keys cannot list notes, so all are read from the tables. */
const childQueries: Record<string, string> = {
  post: 'select id from post_target where post_id = $1',
  whk: 'select id from delivery where endpoint_id = $1 limit 5',
  cmt: 'select id from comment_note where comment_id = $1 limit 5',
}

async function childrenOf({ testApp }: Fixture, prefix: string, id: string): Promise<string[]> {
  const query = childQueries[prefix]
  if (!query) throw new Error(`Add the children of ${prefix}_… to childQueries.`)
  const { rows } = await testApp.ctx.db.pool.query<{ id: string }>(query, [id])
  return rows.map((row) => row.id)
}

function prefixOf(operation: Operation, parameter: Operation['parameters'][number]): string {
  const example = (parameter.schema as { examples?: string[] }).examples?.[0]
  const segments = operation.path.split('/')
  const segment = segments[segments.indexOf(`{${parameter.name}}`) - 1]!
  const prefix = idShape.exec(example ?? '')?.[1] ?? prefixBySegment[segment]
  if (prefix) return prefix
  throw new Error(
    `${operation.path}: the ID prefix of {${parameter.name}} is unknown. Add it to prefixBySegment in test/fuzz/fixture.ts.`,
  )
}

function idsOf(fixture: Fixture, prefix: string): Arbitrary<string> {
  const mainIds = fixture.mainIds.get(prefix) ?? []
  const seenIds = [...(fixture.seenIds.get(prefix) ?? [])].sort()
  const nonexistent = fc.constantFrom(`${prefix}_01k4wz7tq8e1n9mdh2y6c3vbfa`, `${prefix}_`, 'x')
  return fc.oneof(
    ...(mainIds.length > 0 ? [{ weight: 6, arbitrary: fc.constantFrom(...mainIds) }] : []),
    ...(seenIds.length > 0 ? [{ weight: 3, arbitrary: fc.constantFrom(...seenIds) }] : []),
    { weight: 1, arbitrary: nonexistent },
  )
}
