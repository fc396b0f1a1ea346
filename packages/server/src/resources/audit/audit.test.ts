import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { buildKey, buildProfile } from '../../../test/build.ts'
import {
  type DashboardBrowser,
  openDashboard,
  password,
  signInOwner,
} from '../../../test/dashboard.ts'
import { openReceiver, type Receiver } from '../../../test/receiver.ts'
import { type SeededProfile, seedProfile } from '../../../test/seed.ts'
import { successfulChanges } from '../../../test/successful-changes.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { routes } from '../../app.ts'
import { topicOf } from '../../http/audit.ts'
import { deleteOldEntries } from './entries.ts'

const testApp = useTestApp({ listening: true })
let receiver: Receiver
let owner: DashboardBrowser
let seeded: SeededProfile
/** Secrets from all responses; no entry may contain them. */
const secrets = new Set<string>()

beforeAll(async () => {
  receiver = await openReceiver()
  owner = await signInOwner(testApp)
  seeded = await seedProfile(testApp, 'threads', receiver.url)
}, 60_000)
afterAll(() => receiver.close())

/** Operations other than GET that record no entry, with the reason. */
const withoutEntry: Record<string, string> = {
  validatePost: 'It only reads.',
  previewLink: 'It only reads.',
  readSignInLink: 'It only reads.',
}

const changing = routes.filter(({ method }) => method !== 'get').map((route) => route.operationId)

/** Operations that `successfulChanges` calls as a new member. */
const ofNewMember = new Set([
  'redeemSignInLink',
  'confirmEmail',
  'signOut',
  'endSession',
  'endSessions',
  'setUpSecondFactor',
  'enableSecondFactor',
  'disableSecondFactor',
  'createRecoveryCodes',
])

async function newestEntry(): Promise<Record<string, never> & { [name: string]: unknown }> {
  const { body } = await testApp.call('GET', '/v1/audit-log?limit=1')
  return body.data[0]
}

test('every operation other than GET records an entry or is on the list of exceptions', () => {
  expect([...Object.keys(successfulChanges), ...Object.keys(withoutEntry)].sort()).toEqual(
    [...changing].sort(),
  )
  for (const route of routes) {
    const isSilent = route.action === null && route.access !== 'public'
    if (isSilent) expect(withoutEntry).toHaveProperty(route.operationId)
  }
})

test('every change sends a live notification of its topic', () => {
  for (const route of routes) {
    if (route.method === 'get' || route.action === null) continue
    for (const response of Object.values(route.responses)) {
      const { shape } = response.schema as z.ZodObject<{ object: z.ZodLiteral<string> }>
      expect(topicOf, route.operationId).toHaveProperty(shape.object.value)
    }
  }
})

describe('an entry has the actor, action, resource, IP address and status', () => {
  // Disconnecting comes last, because the others need the account.
  const order = Object.keys(successfulChanges).sort(
    (left, right) => Number(left === 'disconnectAccount') - Number(right === 'disconnectAccount'),
  )
  test.each(order)('%s', async (operation) => {
    const fixture = { testApp, owner, seeded, receiverUrl: receiver.url }
    const response = await successfulChanges[operation]!(fixture)
    if (response.status >= 300) throw new Error(JSON.stringify(response.body))
    collectSecrets(response.body)
    const entry = await newestEntry()
    const isOther = ofNewMember.has(operation)
    expect(entry).toMatchObject({
      object: 'audit_entry',
      action: operation,
      at: testApp.clock.now().toISOString(),
      actor: { kind: 'member', name: isOther ? 'Sam' : 'Olga' },
      request_id: response.headers.get('x-request-id'),
      // The form upload is tested without a connection.
      ip: operation === 'createMedia' ? null : '203.0.113.7',
      status: response.status,
      resource: { type: expect.stringMatching(/^[a-z_]+$/) },
    })
    if (response.body.id && operation !== 'signIn') {
      expect(entry.resource).toMatchObject({ id: response.body.id })
    }
    if (response.body.profile_id) expect(entry.profile_id).toBe(response.body.profile_id)
  })

  test('no entry contains a secret, a text, an email or a URL', async () => {
    const { rows } = await testApp.ctx.db.pool.query(
      'select row_to_json(audit_entry)::text as entry from audit_entry',
    )
    expect(rows.length).toBeGreaterThan(Object.keys(successfulChanges).length)
    const everything = rows.map((row) => row.entry).join('\n')
    expect(secrets.size).toBeGreaterThan(3)
    for (const secret of [...secrets, password, testApp.ownerKey, owner.cookie()!]) {
      expect(everything).not.toContain(secret)
    }
    for (const text of ['a secret plan', 'a kind word', '@example.com', 'https://', 'stuck']) {
      expect(everything).not.toContain(text)
    }
  })
})

/** Collects keys, signing secrets and tokens in URLs from a response. */
function collectSecrets(body: Record<string, unknown>): void {
  if (typeof body.secret === 'string') secrets.add(body.secret)
  for (const code of (body.recovery_codes ?? []) as string[]) secrets.add(code)
  if (typeof body.url !== 'string') return
  const token = /(?:token=|connect\/)([\w-]{43})$/.exec(body.url)?.[1]
  if (token) secrets.add(token)
}

describe('the entry', () => {
  test("of a failed sign-in names the email's member, and no one for an unknown email", async () => {
    const browser = openDashboard(testApp)
    const login = { email: 'olga@example.com', password: 'not the password' }
    await browser.call('POST', '/v1/session', login)
    expect(await newestEntry()).toMatchObject({
      action: 'signInFailed',
      actor: { kind: 'member', name: 'Olga' },
      status: 401,
    })
    await browser.call('POST', '/v1/session', { ...login, email: 'my-password-by-mistake' })
    const entry = await newestEntry()
    expect(entry).toMatchObject({
      action: 'signInFailed',
      actor: { kind: 'system', id: null, name: null },
    })
    expect(JSON.stringify(entry)).not.toContain('my-password')
  })

  test('of a changed password has the action changePassword', async () => {
    await owner.call('PATCH', '/v1/session', { password, current_password: password })
    expect(await newestEntry()).toMatchObject({ action: 'changePassword' })
  })

  test('of a key stores the name of the key', async () => {
    const key = await buildKey(testApp, { profile_id: seeded.profile.id })
    await testApp.call('POST', '/v1/posts', { text: 'x' }, { key })
    expect(await newestEntry()).toMatchObject({
      actor: { kind: 'api_key', id: expect.stringMatching(/^key_/), name: 'test' },
      action: 'createPost',
      profile_id: seeded.profile.id,
      ip: null,
    })
  })

  test('is not recorded for refused, read-only or replayed requests', async () => {
    const once = { headers: { 'idempotency-key': 'once' }, profile: seeded.profile.id }
    await owner.call('POST', '/v1/posts', { text: 'x' }, once)
    const { id } = await newestEntry()
    await owner.call('POST', '/v1/posts', { text: 'x' }, once)
    await owner.call('POST', '/v1/posts', { text: 3 })
    await owner.call('DELETE', '/v1/posts/nothing')
    await owner.call('POST', '/v1/posts/validate', { text: 'x' })
    await owner.call('GET', '/v1/posts')
    expect((await newestEntry()).id).toBe(id)
  })
})

describe('the list', () => {
  test('is filtered by actor, action, profile, resource and time, and paginated', async () => {
    const profile = await buildProfile(testApp)
    testApp.clock.advance(60_000)
    const from = testApp.clock.now().toISOString()
    const posts = []
    for (const text of ['a', 'b', 'c']) {
      const created = await owner.call('POST', '/v1/posts', { text }, { profile: profile.id })
      posts.push(created.body.id)
      testApp.clock.advance(1_000)
    }
    const me = (await owner.call('GET', '/v1/session')).body.member.id
    const list = async (query: string) => {
      const { status, body } = await owner.call('GET', `/v1/audit-log?${query}`)
      expect(status).toBe(200)
      return body.data.map((entry: { resource: { id: string } }) => entry.resource.id)
    }
    const newestFirst = [...posts].reverse()
    expect(await list(`from=${from}`)).toEqual(newestFirst)
    expect(await list(`profile_id=${profile.id}&actor_id=${me}`)).toEqual(newestFirst)
    expect(await list(`profile_id=${profile.id}&action=createProfile`)).toEqual([profile.id])
    expect(await list(`resource_id=${posts[1]}`)).toEqual([posts[1]])
    const either = 'action=createProfile,createPost'
    expect(await list(`profile_id=${profile.id}&${either}`)).toEqual([...newestFirst, profile.id])
    const to = new Date(Date.parse(from) + 1_000).toISOString()
    expect(await list(`from=${from}&to=${to}`)).toEqual([posts[0]])
    const page = await owner.call('GET', `/v1/audit-log?from=${from}&limit=2`)
    expect(await list(`from=${from}&limit=2&cursor=${page.body.next_cursor}`)).toEqual([posts[0]])
    const inProfile = await owner.call('GET', '/v1/audit-log', undefined, { profile: profile.id })
    expect(inProfile.body.data).toHaveLength(4)
  })

  test('has one entry if its ID is given', async () => {
    const { id } = await newestEntry()
    const { body } = await owner.call('GET', `/v1/audit-log?id=${id}`)
    expect(body.data.map((entry: { id: string }) => entry.id)).toEqual([id])
  })

  test('shows the deletion of a profile while it is being deleted', async () => {
    const profile = await buildProfile(testApp)
    await owner.call('DELETE', `/v1/profiles/${profile.id}`)
    const { body } = await owner.call('GET', `/v1/audit-log?profile_id=${profile.id}`)
    expect(body.data[0]).toMatchObject({ action: 'deleteProfile' })
  })

  test('loses entries older than 400 days', async () => {
    const before = await newestEntry()
    testApp.clock.advance(400 * 86_400_000 + 1)
    await testApp.call('POST', '/v1/profiles', { name: 'Later' })
    await deleteOldEntries(testApp.ctx)
    const { body } = await testApp.call('GET', '/v1/audit-log')
    expect(body.data).toHaveLength(1)
    expect(body.data[0].id).not.toBe(before.id)
  })
})
