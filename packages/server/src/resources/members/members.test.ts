import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildKey, buildProfile } from '../../../test/build.ts'
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
} from '../../../test/dashboard.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp
let owner: DashboardBrowser
beforeEach(async () => {
  testApp = await openTestApp()
  owner = await signInOwner(testApp)
})
afterEach(() => testApp.close())

const add = (input: object = {}) => addMember(owner, input)
const linkOf = (id: string) => createSignInToken(owner, id)
const signInWith = (token: string, word?: string) => redeemLink(testApp, token, word)

async function ownerId(): Promise<string> {
  return (await owner.call('GET', '/v1/session')).body.member.id
}

describe('adding a member', () => {
  test('it is invited and sees the profiles it was given', async () => {
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
      last_sign_in_at: null,
      created_at: '2026-11-21T09:00:00.000Z',
      updated_at: '2026-11-21T09:00:00.000Z',
    })
    expect((await owner.call('GET', `/v1/members/${body.id}`)).body).toEqual(body)
  })

  test('the list begins with the oldest and goes on by its cursor', async () => {
    for (const name of ['a', 'b', 'c']) await add({ name, email: `${name}@example.com` })
    const page = await owner.call('GET', '/v1/members?limit=3')
    expect(page.body.data.map(({ name }: { name: string }) => name)).toEqual(['Olga', 'a', 'b'])
    const rest = await owner.call('GET', `/v1/members?limit=3&cursor=${page.body.next_cursor}`)
    expect(rest.body.data.map(({ name }: { name: string }) => name)).toEqual(['c'])
  })

  test('an e-mail in use is email_taken, in whatever case', async () => {
    await add()
    const again = await owner.call('POST', '/v1/members', { ...sam, email: 'SAM@example.com' })
    expect([again.status, again.body.error.code]).toEqual([409, 'email_taken'])
  })

  test.each([
    ['profiles for an owner', { role: 'owner', profile_ids: ['?'] }, 400, 'validation_failed'],
    ['a profile that is not there', { profile_ids: ['prof_x'] }, 404, 'profile_not_found'],
    ['no e-mail', { email: 'sam' }, 400, 'validation_failed'],
    ['another role', { role: 'admin' }, 400, 'validation_failed'],
  ])('%s is refused', async (_name, over, status, code) => {
    const answer = await owner.call('POST', '/v1/members', { ...sam, ...over })
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
  })

  test('a key limited to scopes cannot, whatever its scopes, and an owner key can', async () => {
    const limited = await buildKey(testApp, { scopes: ['keys:write', 'profiles:write'] })
    const refused = await testApp.call('POST', '/v1/members', sam, { key: limited })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope'])
    expect((await testApp.call('POST', '/v1/members', sam)).status).toBe(201)
  })
})

describe('a sign-in link of a member', () => {
  test('is answered once, sent by e-mail, and invites', async () => {
    const { id } = await add()
    const { status, body } = await owner.call('POST', `/v1/members/${id}/sign-in-link`)
    expect(status).toBe(201)
    expect(body).toMatchObject({ member_id: id, purpose: 'invite', sent: true })
    expect(body.expires_at).toBe('2026-11-28T09:00:00.000Z')
    const letter = testApp.emails.at(-1)!
    expect(letter.to).toBe('sam@example.com')
    expect(letter.text).toContain(body.url)
    const { answer } = await signInWith(tokenOf(body.url))
    expect([answer.status, answer.body.member.name]).toEqual([201, 'Sam'])
    expect((await owner.call('GET', `/v1/members/${id}`)).body).toMatchObject({
      status: 'active',
      last_sign_in_at: '2026-11-21T09:00:00.000Z',
    })
  })

  test('a newer one ends the older', async () => {
    const { id } = await add()
    const [older, newer] = [await linkOf(id), await linkOf(id)]
    expect((await signInWith(older)).answer.body.error.code).toBe('sign_in_link_invalid')
    expect((await signInWith(newer)).answer.status).toBe(201)
  })

  test('one to choose a new password ends all sessions, and the old password', async () => {
    const { id } = await add()
    const { visitor } = await signInWith(await linkOf(id))
    const { answer, visitor: again } = await signInWith(await linkOf(id), 'another password')
    expect(answer.status).toBe(201)
    expect((await visitor.call('GET', '/v1/session')).body.error.code).toBe('session_invalid')
    expect((await again.call('GET', '/v1/session')).status).toBe(200)
    const old = await openDashboard(testApp).call('POST', '/v1/session', {
      email: sam.email,
      password,
    })
    expect(old.body.error.code).toBe('sign_in_failed')
  })

  test('does not change the e-mail, and ends when the e-mail is changed', async () => {
    const { id } = await add()
    const token = await linkOf(id)
    const other = await openDashboard(testApp).call('POST', '/v1/session/redeem', {
      token,
      password,
      email: 'mallory@example.com',
    })
    expect([other.status, other.body.error.param]).toEqual([400, 'email'])
    await owner.call('PATCH', `/v1/members/${id}`, { email: 'right@example.com' })
    expect((await signInWith(token)).answer.body.error.code).toBe('sign_in_link_invalid')
  })
})

describe('disabling and removing', () => {
  test('a disabled member is out at once and cannot come back by itself', async () => {
    const { id } = await add()
    const { visitor } = await signInWith(await linkOf(id))
    const link = await linkOf(id)
    const { body } = await owner.call('PATCH', `/v1/members/${id}`, { disabled: true })
    expect(body.status).toBe('disabled')
    expect((await visitor.call('GET', '/v1/session')).body.error.code).toBe('session_invalid')
    expect((await signInWith(link)).answer.body.error.code).toBe('sign_in_link_invalid')
    const login = { email: sam.email, password }
    const signIn = await openDashboard(testApp).call('POST', '/v1/session', login)
    expect(signIn.body.error.code).toBe('sign_in_failed')
    const fresh = await owner.call('POST', `/v1/members/${id}/sign-in-link`)
    expect([fresh.status, fresh.body.error.code]).toEqual([409, 'member_disabled'])
    await owner.call('PATCH', `/v1/members/${id}`, { disabled: false })
    expect((await openDashboard(testApp).call('POST', '/v1/session', login)).status).toBe(201)
  })

  test('a session that came to be beside the disabling lets nobody in either', async () => {
    const { id } = await add()
    const { visitor } = await signInWith(await linkOf(id))
    await testApp.ctx.db.pool.query('update member set disabled_at = now() where id = $1', [id])
    expect((await visitor.call('GET', '/v1/session')).body.error.code).toBe('session_invalid')
  })

  test('a removed member is out at once, and its e-mail is free', async () => {
    const { id } = await add()
    const { visitor } = await signInWith(await linkOf(id))
    const { status, body } = await owner.call('DELETE', `/v1/members/${id}`)
    expect([status, body]).toEqual([200, { id, object: 'member', deleted: true }])
    expect((await visitor.call('GET', '/v1/session')).body.error.code).toBe('session_invalid')
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
    // One who was invited and never came could not let anybody in.
    await add({ role: 'owner' })
    const answer = await owner.call(method, `/v1/members/${await ownerId()}`, body)
    expect([answer.status, answer.body.error.code]).toEqual([409, 'last_owner'])
    expect((await owner.call('GET', '/v1/profiles')).status).toBe(200)
  })

  test('of two owners who remove each other at the same time one stays', async () => {
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
  test('has a name and an e-mail for letters, which may be taken away', async () => {
    const before = await owner.call('GET', '/v1/owner')
    expect(before.body).toMatchObject({ object: 'owner', email: 'olga@example.com' })
    const after = await owner.call('PATCH', '/v1/owner', { name: 'Agency', email: null })
    expect(after.body).toMatchObject({ name: 'Agency', email: null, id: testApp.ownerId })
    const { body } = await owner.call('GET', '/v1/session')
    expect(body.owner).toEqual({ name: 'Agency', email: null })
    expect(body.warnings.map(({ code }: { code: string }) => code)).toContain('owner_email_missing')
  })
})
