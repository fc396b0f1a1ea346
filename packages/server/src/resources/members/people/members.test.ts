import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildKey, buildProfile } from '../../../../test/build.ts'
import {
  addMember,
  createSignInToken,
  type DashboardBrowser,
  openDashboard,
  password,
  redeemLink,
  sam,
  signInOwner,
  tokenOf,
} from '../../../../test/dashboard.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'

let testApp: TestApp
let owner: DashboardBrowser
beforeEach(async () => {
  testApp = await openTestApp()
  owner = await signInOwner(testApp)
})
afterEach(() => testApp.close())

const add = (input: object = {}) => addMember(owner, input)
const linkOf = (id: string) => createSignInToken(owner, id)
const signInWith = (token: string, newPassword?: string) => redeemLink(testApp, token, newPassword)

async function ownerId(): Promise<string> {
  return (await owner.call('GET', '/v1/session')).body.member.id
}

describe('adding a member', () => {
  test('a new member has status invited and its assigned profiles', async () => {
    const profile = await buildProfile(testApp)
    const { status, body } = await owner.call('POST', '/v1/members', {
      ...sam,
      email: ' Sam@Example.COM ',
      profile_ids: [profile.id, profile.id],
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^mem_/),
      object: 'member',
      name: 'Sam',
      email: 'sam@example.com',
      role: 'staff',
      profile_ids: [profile.id],
      status: 'invited',
      second_factor: false,
      last_sign_in_at: null,
      created_at: '2026-11-21T09:00:00.000Z',
      updated_at: '2026-11-21T09:00:00.000Z',
    })
    expect((await owner.call('GET', `/v1/members/${body.id}`)).body).toEqual(body)
  })

  test('members are listed oldest first, page by page', async () => {
    for (const name of ['a', 'b', 'c']) await add({ name, email: `${name}@example.com` })
    const page = await owner.call('GET', '/v1/members?limit=3')
    expect(page.body.data.map(({ name }: { name: string }) => name)).toEqual(['Olga', 'a', 'b'])
    const rest = await owner.call('GET', `/v1/members?limit=3&cursor=${page.body.next_cursor}`)
    expect(rest.body.data.map(({ name }: { name: string }) => name)).toEqual(['c'])
  })

  test('an email in use returns 409 email_taken, also in another case', async () => {
    await add()
    const again = await owner.call('POST', '/v1/members', { ...sam, email: 'SAM@example.com' })
    expect([again.status, again.body.error.code]).toEqual([409, 'email_taken'])
  })

  test.each([
    ['profiles for an owner', { role: 'owner', profile_ids: ['?'] }, 400, 'validation_failed'],
    ['an unknown profile', { profile_ids: ['prof_x'] }, 404, 'profile_not_found'],
    ['an invalid email', { email: 'sam' }, 400, 'validation_failed'],
    ['an unknown role', { role: 'admin' }, 400, 'validation_failed'],
  ])('creating a member with %s is refused', async (_name, over, status, code) => {
    const response = await owner.call('POST', '/v1/members', { ...sam, ...over })
    expect([response.status, response.body.error.code]).toEqual([status, code])
  })

  test('a key limited to scopes gets insufficient_scope, an owner key may add a member', async () => {
    const limited = await buildKey(testApp, { scopes: ['keys:write', 'profiles:write'] })
    const refused = await testApp.call('POST', '/v1/members', sam, { key: limited })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope'])
    expect((await testApp.call('POST', '/v1/members', sam)).status).toBe(201)
  })
})

describe('a sign-in link of a member', () => {
  test('a sign-in link of a new member is returned, emailed and activates the member', async () => {
    const { id } = await add()
    const { status, body } = await owner.call('POST', `/v1/members/${id}/sign-in-link`)
    expect(status).toBe(201)
    expect(body).toMatchObject({ member_id: id, purpose: 'invite', sent: true })
    expect(body.expires_at).toBe('2026-11-28T09:00:00.000Z')
    const email = testApp.emails.at(-1)!
    expect(email.to).toBe('sam@example.com')
    expect(email.text).toContain(body.url)
    const { response } = await signInWith(tokenOf(body.url))
    expect([response.status, response.body.member.name]).toEqual([201, 'Sam'])
    expect((await owner.call('GET', `/v1/members/${id}`)).body).toMatchObject({
      status: 'active',
      last_sign_in_at: '2026-11-21T09:00:00.000Z',
    })
  })

  test('a new link invalidates the previous one', async () => {
    const { id } = await add()
    const [older, newer] = [await linkOf(id), await linkOf(id)]
    expect((await signInWith(older)).response.body.error.code).toBe('sign_in_link_invalid')
    expect((await signInWith(newer)).response.status).toBe(201)
  })

  test('redeeming a password reset link ends all sessions and the old password', async () => {
    const { id } = await add()
    const { browser } = await signInWith(await linkOf(id))
    const { response, browser: again } = await signInWith(await linkOf(id), 'another password')
    expect(response.status).toBe(201)
    expect((await browser.call('GET', '/v1/session')).body.error.code).toBe('session_invalid')
    expect((await again.call('GET', '/v1/session')).status).toBe(200)
    const old = await openDashboard(testApp).call('POST', '/v1/session', {
      email: sam.email,
      password,
    })
    expect(old.body.error.code).toBe('sign_in_failed')
  })

  test('a link cannot change the email and is invalid after the owner changes it', async () => {
    const { id } = await add()
    const token = await linkOf(id)
    const other = await openDashboard(testApp).call('POST', '/v1/session/redeem', {
      token,
      password,
      email: 'mallory@example.com',
    })
    expect([other.status, other.body.error.param]).toEqual([400, 'email'])
    await owner.call('PATCH', `/v1/members/${id}`, { email: 'right@example.com' })
    expect((await signInWith(token)).response.body.error.code).toBe('sign_in_link_invalid')
  })
})

describe('disabling and removing', () => {
  test('a disabled member loses its sessions and links and cannot sign in', async () => {
    const { id } = await add()
    const { browser } = await signInWith(await linkOf(id))
    const link = await linkOf(id)
    const { body } = await owner.call('PATCH', `/v1/members/${id}`, { disabled: true })
    expect(body.status).toBe('disabled')
    expect((await browser.call('GET', '/v1/session')).body.error.code).toBe('session_invalid')
    expect((await signInWith(link)).response.body.error.code).toBe('sign_in_link_invalid')
    const login = { email: sam.email, password }
    const signIn = await openDashboard(testApp).call('POST', '/v1/session', login)
    expect(signIn.body.error.code).toBe('sign_in_failed')
    const fresh = await owner.call('POST', `/v1/members/${id}/sign-in-link`)
    expect([fresh.status, fresh.body.error.code]).toEqual([409, 'member_disabled'])
    await owner.call('PATCH', `/v1/members/${id}`, { disabled: false })
    expect((await openDashboard(testApp).call('POST', '/v1/session', login)).status).toBe(201)
  })

  test('a session created while the member is disabled returns session_invalid', async () => {
    const { id } = await add()
    const { browser } = await signInWith(await linkOf(id))
    await testApp.ctx.db.pool.query('update member set disabled_at = now() where id = $1', [id])
    expect((await browser.call('GET', '/v1/session')).body.error.code).toBe('session_invalid')
  })

  test('a removed member loses its sessions, and its email can be used again', async () => {
    const { id } = await add()
    const { browser } = await signInWith(await linkOf(id))
    const { status, body } = await owner.call('DELETE', `/v1/members/${id}`)
    expect([status, body]).toEqual([200, { id, object: 'member', deleted: true }])
    expect((await browser.call('GET', '/v1/session')).body.error.code).toBe('session_invalid')
    expect((await owner.call('GET', `/v1/members/${id}`)).status).toBe(404)
    await add()
  })
})

describe('the last owner who can sign in', () => {
  test.each([
    ['be removed', 'DELETE', undefined],
    ['be disabled', 'PATCH', { disabled: true }],
    ['become staff', 'PATCH', { role: 'staff' }],
  ])('cannot %s', async (_name, method, body) => {
    // An invited owner without a password does not count: it cannot sign in.
    await add({ role: 'owner' })
    const response = await owner.call(method, `/v1/members/${await ownerId()}`, body)
    expect([response.status, response.body.error.code]).toEqual([409, 'last_owner'])
    expect((await owner.call('GET', '/v1/profiles')).status).toBe(200)
  })

  test('of two owners who demote each other concurrently one stays an owner', async () => {
    await testApp.close()
    testApp = await openTestApp({ poolMax: 6 })
    owner = await signInOwner(testApp)
    const { id } = await add({ role: 'owner' })
    await signInWith(await linkOf(id))
    const first = await ownerId()
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = await Promise.all(
        [id, first].map((each) => testApp.call('PATCH', `/v1/members/${each}`, { role: 'staff' })),
      )
      expect([one!.status, two!.status].sort()).toEqual([200, 409])
      const demoted = one!.status === 200 ? id : first
      await testApp.call('PATCH', `/v1/members/${demoted}`, { role: 'owner' })
    }
  })
})

describe('the owner', () => {
  test('name and email of the owner can be changed; without an email there is a warning', async () => {
    const before = await owner.call('GET', '/v1/owner')
    expect(before.body).toMatchObject({ object: 'owner', email: 'olga@example.com' })
    const after = await owner.call('PATCH', '/v1/owner', { name: 'Agency', email: null })
    expect(after.body).toMatchObject({ name: 'Agency', email: null, id: testApp.ownerId })
    const { body } = await owner.call('GET', '/v1/session')
    expect(body.owner).toEqual({ name: 'Agency', email: null })
    expect(body.warnings.map(({ code }: { code: string }) => code)).toContain('owner_email_missing')
  })
})
