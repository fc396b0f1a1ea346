import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildKey, buildProfile, sendRequest } from '../../../../test/build.ts'
import {
  type DashboardBrowser,
  openDashboard,
  password,
  signInOwner,
  tokenOf,
} from '../../../../test/dashboard.ts'
import { imageFile, upload } from '../../../../test/media-files.ts'
import { openReceiver, type Receiver } from '../../../../test/receiver.ts'
import { type SeededProfile, seedProfile } from '../../../../test/seed.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { routes } from '../../../app.ts'
import { newId } from '../../../core/ids.ts'
import type { Route } from '../../../http/route.ts'

const testApp = useTestApp({ listening: true })
let receiver: Receiver
let own: SeededProfile
let other: SeededProfile
/** Belongs to no profile. */
let unbound: { id: string }
let staff: DashboardBrowser
let staffId: string

beforeAll(async () => {
  receiver = await openReceiver()
  unbound = (await testApp.call('POST', '/v1/webhooks', { url: receiver.url, events: ['*'] })).body
  own = await seedProfile(testApp, 'threads', receiver.url)
  other = await seedProfile(testApp, 'instagram', receiver.url)
  for (const { profile, ids } of [own, other]) {
    ids.push(await sendRequest(testApp, await buildKey(testApp, { profile_id: profile.id })))
  }
  await testApp.requestLog.flush()
  const addedStaff = await addStaff([own.profile.id])
  staff = addedStaff.browser
  staffId = addedStaff.id
}, 60_000)
afterAll(() => receiver.close())

let count = 0
async function addStaff(profileIds: string[]): Promise<{ browser: DashboardBrowser; id: string }> {
  count += 1
  const member = await testApp.call('POST', '/v1/members', {
    name: `Sam ${count}`,
    email: `sam${count}@example.com`,
    role: 'staff',
    profile_ids: profileIds,
  })
  const link = await testApp.call('POST', `/v1/members/${member.body.id}/sign-in-link`)
  const browser = openDashboard(testApp)
  await browser.call('POST', '/v1/session/redeem', { token: tokenOf(link.body.url), password })
  return { browser, id: member.body.id }
}

/** Fills in the path with the IDs of a seeded profile. */
function pathOf(path: string, seeded: SeededProfile): string {
  const idOf: Record<string, string> = {
    accounts: seeded.account.id,
    'approval-links': seeded.approval.id,
    'report-links': seeded.report.id,
    comments: seeded.comment.id,
    imports: seeded.importId,
    'connect-links': seeded.link.id,
    invitations: seeded.invitation.id,
    media: seeded.media.id,
    posts: seeded.post.id,
    profiles: seeded.profile.id,
    requests: seeded.ids.at(-1)!,
    'saved-texts': seeded.savedText.id,
    syncs: seeded.sync.id,
    webhooks: seeded.webhook.id,
  }
  return path
    .replaceAll(
      /([\w-]+)\/\{id\}/g,
      (_, segment: string) => `${segment}/${idOf[segment] ?? segment}`,
    )
    .replace('{deliveryId}', seeded.delivery.id)
    .replace('{targetId}', seeded.post.targets[0].id)
}

/** A minimal valid body for each operation that has one. */
const bodies: Record<string, unknown> = {
  createApprovalLink: { post_ids: [newId('post')] },
  createConnectLink: { redirect_url: 'https://app.example.com/back' },
  createInvitation: { redirect_url: 'https://app.example.com/back' },
  createPostApprovalLink: {},
  createReportLink: { month: '2026-01' },
  hideComment: { hidden: true },
  repeatPost: { every: 'week', count: 1 },
  reorderQueue: { post_ids: [newId('post')] },
  recoverWebhook: { since: '2026-11-21T08:00:00Z' },
  replyToComment: { text: 'x' },
  resolveTarget: { platform_post_id: '1' },
  updateAccountPostingPlan: { paused: true },
  updateComment: { reply_status: 'replied' },
  updateMedia: { tags: [] },
  updatePost: { text: 'x' },
  updateProfilePostingPlan: { paused: true },
  updateSavedText: { text: 'x' },
  updateWebhook: { active: true },
}

const open = routes.filter((route) => route.access === 'key')
/** An event stream never ends; the tests of `live/` read them. */
const isStream = ({ responses }: Route) =>
  Object.values(responses).some(({ contentType }) => contentType === 'text/event-stream')
const lists = open.filter(
  (route) => route.method === 'get' && !route.path.includes('{') && !isStream(route),
)
const items = open.filter(({ path }) => path.includes('{'))

describe('staff with one profile', () => {
  test('the session lists the profile and hides the owner’s email', async () => {
    const { body } = await staff.call('GET', '/v1/session')
    const { id, name } = own.profile
    const profiles = [{ id, name, external_id: null, color: null, approval_required: false }]
    expect(body).toMatchObject({ member: { role: 'staff' }, owner: { email: null }, profiles })
  })

  test.each(lists)('$operationId lists only what belongs to the profile', async (route) => {
    const ownerBody = JSON.stringify((await testApp.call('GET', route.path)).body)
    const { status, body } = await staff.call('GET', route.path)
    expect(status).toBe(200)
    const staffBody = JSON.stringify(body)
    for (const id of [...other.ids, unbound.id]) expect(staffBody).not.toContain(id)
    // These have no IDs; the tests of statistics compare the numbers of staff.
    const idless = ['getMe', 'listPlatforms', 'getStatistics', 'getMediaUsage']
    if (idless.includes(route.operationId)) return
    // The owner sees both, so the list is not just empty.
    const isIn = (text: string, id: string) =>
      route.path.endsWith('.csv') ? text.includes(id) : text.includes(`id":"${id}"`)
    expect(own.ids.some((id) => isIn(staffBody, id))).toBe(true)
    expect(other.ids.some((id) => isIn(ownerBody, id))).toBe(true)
  })

  test.each(items)('$operationId of another profile’s resource returns 404', async (route) => {
    const { method, path, operationId } = route
    const foreignPath = pathOf(path, other)
    const { status, body } = await staff.call(
      method.toUpperCase(),
      foreignPath,
      bodies[operationId],
    )
    expect([status, body.error.type]).toEqual([404, 'not_found_error'])
    expect(JSON.stringify(body)).not.toContain(other.profile.id)
  })

  test.each(items.filter(({ method }) => method === 'get'))(
    '$operationId of the profile’s resource returns 200',
    async ({ path }) => {
      expect((await staff.call('GET', pathOf(path, own))).status).toBe(200)
    },
  )

  test.each(routes.filter((route) => route.access === 'owner'))(
    '$operationId returns 403 owner_key_required',
    async ({ method, path }) => {
      const { status, body } = await staff.call(method.toUpperCase(), pathOf(path, own))
      const message = 'Only owners can do this. Ask an owner.'
      expect([status, body.error]).toMatchObject([403, { code: 'owner_key_required', message }])
    },
  )

  test.each([
    ['the staff’s profile', () => own.profile.id, 200],
    ['another profile', () => other.profile.id, 404],
    ['an unknown profile', () => 'ext-unknown', 404],
  ])('a Service-Profile header with %s', async (_name, reference, expected) => {
    const { status, body } = await staff.call('GET', '/v1/posts', undefined, {
      profile: reference(),
    })
    expect(status).toBe(expected)
    if (expected === 404) expect(body.error.code).toBe('profile_not_found')
  })

  test('an endpoint without a profile returns 404 webhook_not_found', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/deliveries'],
      ['POST', '/test'],
    ] as const) {
      const body = method === 'PATCH' ? { active: true } : undefined
      const response = await staff.call(method, `/v1/webhooks/${unbound.id}${path}`, body)
      expect([response.status, response.body.error.code]).toEqual([404, 'webhook_not_found'])
    }
  })

  test('an endpoint created by staff belongs to their profile and cannot leave it', async () => {
    const url = 'https://receiver.example/hook'
    const response = await staff.call('POST', '/v1/webhooks', { url, events: ['*'] })
    expect([response.status, response.body.profile_id]).toEqual([201, own.profile.id])
    const path = `/v1/webhooks/${response.body.id}`
    const unbind = await staff.call('PATCH', path, { profile_id: null })
    expect([unbind.status, unbind.body.error.code]).toEqual([400, 'profile_conflict'])
    const rebind = await staff.call('PATCH', path, { profile_id: other.profile.id })
    expect([rebind.status, rebind.body.error.code]).toEqual([404, 'profile_not_found'])
    expect((await staff.call('DELETE', path)).status).toBe(200)
  })

  test('resources created without naming a profile belong to the only profile', async () => {
    const post = await staff.call('POST', '/v1/posts', { text: 'x' })
    expect([post.status, post.body.profile_id]).toEqual([201, own.profile.id])
    testApp.clock.advance(6 * 60_000)
    const sync = await staff.call('POST', '/v1/insights/sync', {})
    expect([sync.status, sync.body.profile_id]).toEqual([202, own.profile.id])
  })

  test('a post with another profile’s account or media returns 404', async () => {
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

describe('staff with several profiles', () => {
  let several: DashboardBrowser
  let severalId: string
  let third: { id: string }
  beforeAll(async () => {
    third = await buildProfile(testApp)
    const addedStaff = await addStaff([third.id, own.profile.id])
    several = addedStaff.browser
    severalId = addedStaff.id
  })

  test('creating without naming a profile returns 400 profile_required', async () => {
    for (const [path, body] of [
      ['/v1/posts', { text: 'x' }],
      ['/v1/webhooks', { url: 'https://receiver.example/hook', events: ['*'] }],
      ['/v1/insights/sync', {}],
    ] as const) {
      const response = await several.call('POST', path, body)
      expect([path, response.status, response.body.error.code]).toEqual([
        path,
        400,
        'profile_required',
      ])
    }
    const post = await several.call('POST', '/v1/posts', { text: 'x' }, { profile: third.id })
    expect([post.status, post.body.profile_id]).toEqual([201, third.id])
  })

  test('media of another assigned profile returns 400 media_profile_mismatch', async () => {
    const { status, body } = await several.call(
      'POST',
      '/v1/posts',
      { text: 'x', media: [{ id: own.media.id }] },
      { profile: third.id },
    )
    expect([status, body.error.code]).toEqual([400, 'media_profile_mismatch'])
  })

  test('removing a profile from a member takes effect with the next request', async () => {
    const key = { headers: { 'idempotency-key': 'once' } }
    const input = { text: 'mine', targets: [{ account_id: own.account.id }] }
    const response = await several.call('POST', '/v1/posts', input, key)
    expect(response.status).toBe(201)
    await testApp.call('PATCH', `/v1/members/${severalId}`, { profile_ids: [third.id] })
    expect((await several.call('GET', `/v1/posts/${response.body.id}`)).status).toBe(404)
    expect((await several.call('GET', '/v1/accounts')).body.data).toEqual([])
    expect((await several.call('GET', '/v1/session')).body.profiles).toMatchObject([
      { id: third.id },
    ])
    // Nor does an idempotent replay return the earlier response.
    const again = await several.call('POST', '/v1/posts', input, key)
    expect([again.status, JSON.stringify(again.body).includes(own.profile.id)]).toEqual([
      422,
      false,
    ])
  })

  test('deleting a profile removes it from staff immediately', async () => {
    const fourth = await buildProfile(testApp)
    const { browser, id } = await addStaff([fourth.id])
    await testApp.call('DELETE', `/v1/profiles/${fourth.id}`)
    expect((await browser.call('GET', '/v1/session')).body.profiles).toEqual([])
    const post = await browser.call('POST', '/v1/posts', { text: 'x' })
    expect([post.status, post.body.error.code]).toEqual([404, 'profile_not_found'])
    expect((await testApp.call('GET', `/v1/members/${id}`)).body.profile_ids).toEqual([])
  })
})

test('staff promoted to owner sees all profiles, an owner demoted to staff none', async () => {
  await signInOwner(testApp)
  await testApp.call('PATCH', `/v1/members/${staffId}`, { role: 'owner' })
  expect((await staff.call('GET', '/v1/profiles')).status).toBe(200)
  expect((await staff.call('GET', `/v1/posts/${other.post.id}`)).status).toBe(200)
  await testApp.call('PATCH', `/v1/members/${staffId}`, { role: 'staff' })
  expect((await staff.call('GET', '/v1/posts')).body.data).toEqual([])
})

test('an upload by staff with several profiles must name the profile', async () => {
  const { browser } = await addStaff([own.profile.id, other.profile.id])
  const bytes = await imageFile()
  const headers = { cookie: browser.cookie()!, 'sec-fetch-site': 'same-origin' }
  const refused = await upload(testApp, bytes, { key: null, headers })
  expect([refused.status, refused.body.error.code]).toEqual([400, 'profile_required'])
  const uploaded = await upload(testApp, bytes, { key: null, headers, profile: other.profile.id })
  expect([uploaded.status, uploaded.body.profile_id]).toEqual([201, other.profile.id])
})
