import { connectAccounts } from '../../src/resources/accounts/connect.ts'
import { insertLink } from '../../src/resources/members/sign-in/links.ts'
import { createPublisher } from '../../src/resources/posts/publish/publisher.ts'
import { grantedAccount } from '../build.ts'
import { openDashboard, password, signInOwner, tokenOf } from '../dashboard.ts'
import { openInbox } from '../inbox.ts'
import { advanceUntilIdle, connectAccount } from '../publishing.ts'
import type { ApiResponse, TestApp } from '../test-app.ts'
import type { Operation } from './document.ts'

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

export const idShape = /^([a-z]{3,5})_[0-9a-z]{26}$/
export const origin = 'https://app.example.com'
type Create = (path: string, body: unknown) => Promise<ApiResponse['body']>
type CreateFixture = { testApp: TestApp; create: Create }

export const hooks = 'https://hooks.example.com/in'
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
  await create('/v1/saved-texts', { kind: 'reply', name: 'Thanks', text: 'Thank you!' })
  await create('/v1/insights/sync', {})
  await testApp.work()
  // Long enough for the next sync to be allowed.
  testApp.clock.advance(600_000)
  for (let count = 0; count < openPosts; count += 1) {
    await create('/v1/posts', { text: `A draft ${count}`, targets })
  }
  await create(`/v1/profiles/${profile.id}/report-links`, { month: '2026-01' })
  await create(`/v1/profiles/${profile.id}/approval-links`, {
    post_ids: mainIds.get('post')!.slice(0, 1),
  })
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
      granted: [grantedAccount(testApp)],
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
  const isOfPosts = (seed: RegExp) => {
    if (!seed.test(`${operation.path} ${operation.operationId}`)) return false
    // Others would be refused.
    fixture.mainIds.delete('post')
    return true
  }
  if (isOfPosts(/\/(?:retry|resolve) /)) await seedUnknownPosts(fixture, targets)
  if (isOfPosts(/\/publication /)) await seedPublishedPosts(fixture, targets)
  if (isOfPosts(/ (?:updatePost|cancelPost|createApprovalLink)$/)) {
    await fixture.create('/v1/posts', { text: 'A draft', targets })
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
