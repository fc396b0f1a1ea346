import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildProfile } from '../../../test/build.ts'
import {
  type DashboardBrowser,
  openDashboard,
  password,
  signInOwner,
  tokenOf,
} from '../../../test/dashboard.ts'
import { imageFile, upload } from '../../../test/media-files.ts'
import { openReceiver, type Receiver } from '../../../test/receiver.ts'
import { type SeededProfile, seedProfile } from '../../../test/seed.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import { routes } from '../../app.ts'

let testApp: TestApp
let receiver: Receiver
let own: SeededProfile
let other: SeededProfile
/** Belongs to no profile. */
let unbound: { id: string }
let staff: DashboardBrowser
let staffId: string

beforeAll(async () => {
  testApp = await openTestApp({ listening: true })
  receiver = await openReceiver()
  unbound = (await testApp.call('POST', '/v1/webhooks', { url: receiver.url, events: ['*'] })).body
  own = await seedProfile(testApp, 'threads', receiver.url)
  other = await seedProfile(testApp, 'instagram', receiver.url)
  const made = await addStaff([own.profile.id])
  staff = made.visitor
  staffId = made.id
}, 60_000)
afterAll(async () => {
  await testApp.close()
  await receiver.close()
})

let count = 0
async function addStaff(profileIds: string[]): Promise<{ visitor: DashboardBrowser; id: string }> {
  count += 1
  const member = await testApp.call('POST', '/v1/members', {
    name: `Sam ${count}`,
    email: `sam${count}@example.com`,
    role: 'staff',
    profile_ids: profileIds,
  })
  const link = await testApp.call('POST', `/v1/members/${member.body.id}/sign-in-link`)
  const visitor = openDashboard(testApp)
  await visitor.call('POST', '/v1/session/redeem', { token: tokenOf(link.body.url), password })
  return { visitor, id: member.body.id }
}

/** What a path names, of one profile. */
function pathOf(path: string, of: SeededProfile): string {
  const idOf: Record<string, string> = {
    accounts: of.account.id,
    comments: of.comment.id,
    'connect-links': of.link.id,
    media: of.media.id,
    posts: of.post.id,
    profiles: of.profile.id,
    syncs: of.sync.id,
    webhooks: of.webhook.id,
  }
  return path
    .replaceAll(/([\w-]+)\/\{id\}/g, (_, noun: string) => `${noun}/${idOf[noun] ?? noun}`)
    .replace('{deliveryId}', of.delivery.id)
    .replace('{targetId}', of.post.targets[0].id)
}

/** The least that each operation with a body takes. */
const bodies: Record<string, unknown> = {
  createConnectLink: { redirect_url: 'https://app.example.com/back' },
  hideComment: { hidden: true },
  recoverWebhook: { since: '2026-11-21T08:00:00Z' },
  replyToComment: { text: 'x' },
  resolveTarget: { platform_post_id: '1' },
  updateComment: { reply_status: 'replied' },
  updatePost: { text: 'x' },
  updateWebhook: { active: true },
}

const open = routes.filter((route) => route.access === 'key')
const lists = open.filter(({ method, path }) => method === 'get' && !path.includes('{'))
const items = open.filter(({ path }) => path.includes('{'))

describe('staff that sees one profile', () => {
  test('is told so by its session', async () => {
    const { body } = await staff.call('GET', '/v1/session')
    expect(body).toMatchObject({
      member: { role: 'staff' },
      owner: { email: null },
      profiles: [{ id: own.profile.id, name: own.profile.name, external_id: null }],
    })
  })

  test.each(lists)('$operationId lists what is in its profile and nothing else', async (route) => {
    const owners = JSON.stringify((await testApp.call('GET', route.path)).body)
    const { status, body } = await staff.call('GET', route.path)
    expect(status).toBe(200)
    const seen = JSON.stringify(body)
    for (const id of [...other.ids, unbound.id]) expect(seen).not.toContain(id)
    // These say who asks, and what networks take: nothing of a profile.
    if (['getMe', 'listPlatforms'].includes(route.operationId)) return
    // The owner sees both, so the list is not just empty.
    expect(own.ids.some((id) => seen.includes(`"id":"${id}"`))).toBe(true)
    expect(other.ids.some((id) => owners.includes(`"id":"${id}"`))).toBe(true)
  })

  test.each(items)('$operationId of something elsewhere is not found', async (route) => {
    const { method, path, operationId } = route
    const there = pathOf(path, other)
    const { status, body } = await staff.call(method.toUpperCase(), there, bodies[operationId])
    expect([status, body.error.type]).toEqual([404, 'not_found_error'])
    expect(JSON.stringify(body)).not.toContain(other.profile.id)
  })

  test.each(items.filter(({ method }) => method === 'get'))(
    '$operationId of something in its profile is answered',
    async ({ path }) => {
      expect((await staff.call('GET', pathOf(path, own))).status).toBe(200)
    },
  )

  test.each(routes.filter((route) => route.access === 'owner'))(
    '$operationId is for owners',
    async ({ method, path }) => {
      const { status, body } = await staff.call(method.toUpperCase(), pathOf(path, own))
      expect([status, body.error.code]).toEqual([403, 'owner_key_required'])
      expect(body.error.message).toBe('Only an owner may do this.')
    },
  )

  test.each([
    ['its own', () => own.profile.id, 200],
    ['another', () => other.profile.id, 404],
    ['an unknown one', () => 'nobody-knows-me', 404],
  ])('a Service-Profile header with %s', async (_name, reference, expected) => {
    const { status, body } = await staff.call('GET', '/v1/posts', undefined, {
      profile: reference(),
    })
    expect(status).toBe(expected)
    if (expected === 404) expect(body.error.code).toBe('profile_not_found')
  })

  test('a webhook endpoint of no profile is not there for it', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/deliveries'],
      ['POST', '/test'],
    ] as const) {
      const body = method === 'PATCH' ? { active: true } : undefined
      const answer = await staff.call(method, `/v1/webhooks/${unbound.id}${path}`, body)
      expect([answer.status, answer.body.error.code]).toEqual([404, 'webhook_not_found'])
    }
  })

  test('an endpoint it makes is bound to its profile and cannot be unbound', async () => {
    const url = 'https://receiver.example/hook'
    const made = await staff.call('POST', '/v1/webhooks', { url, events: ['*'] })
    expect([made.status, made.body.profile_id]).toEqual([201, own.profile.id])
    const path = `/v1/webhooks/${made.body.id}`
    const free = await staff.call('PATCH', path, { profile_id: null })
    expect([free.status, free.body.error.code]).toEqual([400, 'profile_conflict'])
    const away = await staff.call('PATCH', path, { profile_id: other.profile.id })
    expect([away.status, away.body.error.code]).toEqual([404, 'profile_not_found'])
    expect((await staff.call('DELETE', path)).status).toBe(200)
  })

  test('what it makes without naming a profile goes into its only one', async () => {
    const post = await staff.call('POST', '/v1/posts', { text: 'x' })
    expect([post.status, post.body.profile_id]).toEqual([201, own.profile.id])
    testApp.clock.advance(6 * 60_000)
    const sync = await staff.call('POST', '/v1/insights/sync', {})
    expect([sync.status, sync.body.profile_id]).toEqual([202, own.profile.id])
  })

  test('a post with accounts or media from elsewhere names nothing of them', async () => {
    const account = await staff.call('POST', '/v1/posts', {
      text: 'x',
      targets: [{ account_id: other.account.id }],
    })
    expect([account.status, account.body.error.code]).toEqual([404, 'account_not_found'])
    const media = await staff.call('POST', '/v1/posts', {
      text: 'x',
      media: [{ id: other.media.id }],
    })
    expect([media.status, media.body.error.code]).toEqual([404, 'media_not_found'])
  })
})

describe('staff that sees several profiles', () => {
  let several: DashboardBrowser
  let severalId: string
  let third: { id: string }
  beforeAll(async () => {
    third = await buildProfile(testApp)
    const made = await addStaff([third.id, own.profile.id])
    several = made.visitor
    severalId = made.id
  })

  test('must name one where something is made, and may name either', async () => {
    for (const [path, body] of [
      ['/v1/posts', { text: 'x' }],
      ['/v1/webhooks', { url: 'https://receiver.example/hook', events: ['*'] }],
      ['/v1/insights/sync', {}],
    ] as const) {
      const answer = await several.call('POST', path, body)
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 400, 'profile_required'])
    }
    const post = await several.call('POST', '/v1/posts', { text: 'x' }, { profile: third.id })
    expect([post.status, post.body.profile_id]).toEqual([201, third.id])
  })

  test('learns that media is of its other profile, as an owner does', async () => {
    const { status, body } = await several.call(
      'POST',
      '/v1/posts',
      { text: 'x', media: [{ id: own.media.id }] },
      { profile: third.id },
    )
    expect([status, body.error.code]).toEqual([400, 'media_profile_mismatch'])
  })

  test('a profile that is taken away is gone with the next request', async () => {
    const key = { headers: { 'idempotency-key': 'once' } }
    const made = await several.call(
      'POST',
      '/v1/posts',
      { text: 'mine', targets: [{ account_id: own.account.id }] },
      key,
    )
    expect(made.status).toBe(201)
    await testApp.call('PATCH', `/v1/members/${severalId}`, { profile_ids: [third.id] })
    expect((await several.call('GET', `/v1/posts/${made.body.id}`)).status).toBe(404)
    expect((await several.call('GET', '/v1/accounts')).body.data).toEqual([])
    expect((await several.call('GET', '/v1/session')).body.profiles).toMatchObject([
      { id: third.id },
    ])
    // Nor does a repeated request bring the old answer back.
    const again = await several.call(
      'POST',
      '/v1/posts',
      { text: 'mine', targets: [{ account_id: own.account.id }] },
      key,
    )
    expect([again.status, JSON.stringify(again.body).includes(own.profile.id)]).toEqual([
      422,
      false,
    ])
  })

  test('a deleted profile is gone for staff at once, and their membership of it stays gone', async () => {
    const fourth = await buildProfile(testApp)
    const { visitor, id } = await addStaff([fourth.id])
    await testApp.call('DELETE', `/v1/profiles/${fourth.id}`)
    expect((await visitor.call('GET', '/v1/session')).body.profiles).toEqual([])
    const post = await visitor.call('POST', '/v1/posts', { text: 'x' })
    expect([post.status, post.body.error.code]).toEqual([404, 'profile_not_found'])
    expect((await testApp.call('GET', `/v1/members/${id}`)).body.profile_ids).toEqual([])
  })
})

test('staff who become owners see everything, and owners who become staff nothing else', async () => {
  await signInOwner(testApp)
  await testApp.call('PATCH', `/v1/members/${staffId}`, { role: 'owner' })
  expect((await staff.call('GET', '/v1/profiles')).status).toBe(200)
  expect((await staff.call('GET', `/v1/posts/${other.post.id}`)).status).toBe(200)
  await testApp.call('PATCH', `/v1/members/${staffId}`, { role: 'staff' })
  expect((await staff.call('GET', '/v1/posts')).body.data).toEqual([])
})

test('an upload of staff with several profiles names the profile', async () => {
  const { visitor } = await addStaff([own.profile.id, other.profile.id])
  const bytes = await imageFile()
  const headers = { cookie: visitor.cookie()!, 'sec-fetch-site': 'same-origin' }
  const refused = await upload(testApp, bytes, { key: null, headers })
  expect([refused.status, refused.body.error.code]).toEqual([400, 'profile_required'])
  const made = await upload(testApp, bytes, {
    key: null,
    headers,
    profile: other.profile.id,
  })
  expect([made.status, made.body.profile_id]).toEqual([201, other.profile.id])
})
