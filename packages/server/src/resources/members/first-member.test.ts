import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDashboard, password, signInOwner, tokenOf } from '../../../test/dashboard.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import { ensureOwner } from '../../setup.ts'
import { createOwnerLink } from './first-member.ts'

let testApp: TestApp

const login = { email: 'olga@example.com', password }

const dayMs = 86_400_000
const first = { email: 'olga@example.com', name: 'Olga', password }
const redeem = (over: object = {}) =>
  openDashboard(testApp).call('POST', '/v1/session/redeem', {
    token: tokenOf(testApp.signInUrl),
    ...first,
    ...over,
  })

describe('the first sign-in', () => {
  beforeEach(async () => {
    testApp = await openTestApp()
  })
  afterEach(() => testApp.close())

  test('the link of the first start signs the owner in and sets name, e-mail and password', async () => {
    const visitor = await signInOwner(testApp)
    const { status, body } = await visitor.call('GET', '/v1/session')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      object: 'session',
      member: { name: 'Olga', email: 'olga@example.com', role: 'owner' },
      owner: { email: 'olga@example.com' },
      profiles: null,
      expires_at: '2026-12-05T09:00:00.000Z',
    })
  })

  test('the token stands in the fragment, and no table holds it in clear', async () => {
    expect(new URL(testApp.signInUrl).pathname).toBe('/dashboard/sign-in')
    const token = tokenOf(testApp.signInUrl)
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const { rows } = await testApp.ctx.db.pool.query(
      `select 1 from sign_in_link where token_hash::text like '%' || $1 || '%'`,
      [token],
    )
    expect(rows).toEqual([])
  })

  test('looking at a link, however often, does not use it up', async () => {
    const visitor = openDashboard(testApp)
    const token = tokenOf(testApp.signInUrl)
    for (let look = 0; look < 3; look += 1) {
      const { status, body } = await visitor.call('POST', '/v1/session/link', { token })
      expect([status, body.purpose, body.email]).toEqual([200, 'first', null])
    }
    expect((await redeem()).status).toBe(201)
  })

  test('a link works once', async () => {
    expect((await redeem()).status).toBe(201)
    const again = await redeem()
    expect([again.status, again.body.error.code]).toEqual([404, 'sign_in_link_invalid'])
    const look = await openDashboard(testApp).call('POST', '/v1/session/link', {
      token: tokenOf(testApp.signInUrl),
    })
    expect(look.body.error.code).toBe('sign_in_link_invalid')
  })

  test('of two at the same time one signs in', async () => {
    const answers = await Promise.all([redeem(), redeem({ name: 'Mallory' })])
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 404])
  })

  test('a link that expired signs nobody in', async () => {
    testApp.clock.advance(7 * dayMs)
    expect((await redeem()).body.error.code).toBe('sign_in_link_invalid')
  })

  test('the first link needs an e-mail, as the owner has none', async () => {
    const answer = await redeem({ email: undefined })
    expect([answer.status, answer.body.error.param]).toEqual([400, 'email'])
    expect((await redeem()).status).toBe(201)
  })

  test.each([
    ['eleven characters', 'elevenchars'],
    ['201 characters', 'x'.repeat(201)],
    ['the e-mail', 'Olga@example.com'],
  ])('a password of %s is refused and the link stays', async (_name, bad) => {
    const answer = await redeem({ password: bad })
    expect([answer.status, answer.body.error.param]).toEqual([400, 'password'])
    expect((await redeem()).status).toBe(201)
  })
})

describe('a link made on the machine', () => {
  beforeAll(async () => {
    testApp = await openTestApp()
    await signInOwner(testApp)
  })
  afterAll(() => testApp.close())

  test('an installation that has an owner and no member gets its link once, at its next start', async () => {
    await testApp.ctx.db.pool.query('delete from member')
    const first = await ensureOwner(testApp.ctx)
    expect(first).toEqual({ ownerKey: null, signInUrl: expect.stringContaining('#token=') })
    expect(await ensureOwner(testApp.ctx)).toEqual({ ownerKey: null, signInUrl: null })
    const answer = await redeem({ token: tokenOf(first.signInUrl!) })
    expect([answer.status, answer.body.member.role]).toEqual([201, 'owner'])
  })

  test('lets an owner who lost the password choose another', async () => {
    const make = (email: string | null) =>
      testApp.ctx.db.transact((tx) => createOwnerLink(testApp.ctx, tx, email, testApp.clock.now()))
    const older = await make(null)
    const link = await make('OLGA@example.com')
    expect(link.email).toBe('olga@example.com')
    const change = { password: 'another password', email: undefined, name: undefined }
    expect((await redeem({ ...change, token: tokenOf(older.url) })).status).toBe(404)
    const answer = await redeem({ ...change, token: tokenOf(link.url) })
    expect([answer.status, answer.body.member.name]).toEqual([201, 'Olga'])
    const old = await openDashboard(testApp).call('POST', '/v1/session', login)
    expect(old.body.error.code).toBe('sign_in_failed')
    await expect(make('nobody@example.com')).rejects.toThrow('No owner signs in with')
  })
})
