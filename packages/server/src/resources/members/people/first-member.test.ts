import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDashboard, password, signInOwner, tokenOf } from '../../../../test/dashboard.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { ensureOwner } from '../../../setup.ts'
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

  test('the link printed at the first start signs the owner in and sets name, email and password', async () => {
    const browser = await signInOwner(testApp)
    const { status, body } = await browser.call('GET', '/v1/session')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      object: 'session',
      member: { name: 'Olga', email: 'olga@example.com', role: 'owner' },
      owner: { email: 'olga@example.com' },
      profiles: null,
      expires_at: '2026-12-05T09:00:00.000Z',
    })
  })

  test('the token is in the URL fragment and stored only as a hash', async () => {
    expect(new URL(testApp.signInUrl).pathname).toBe('/dashboard/sign-in')
    const token = tokenOf(testApp.signInUrl)
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const { rows } = await testApp.ctx.db.pool.query(
      `select 1 from sign_in_link where token_hash::text like '%' || $1 || '%'`,
      [token],
    )
    expect(rows).toEqual([])
  })

  test('reading a link repeatedly does not use it', async () => {
    const browser = openDashboard(testApp)
    const token = tokenOf(testApp.signInUrl)
    for (let reads = 0; reads < 3; reads += 1) {
      const { status, body } = await browser.call('POST', '/v1/session/link', { token })
      expect([status, body.purpose, body.email]).toEqual([200, 'first', null])
    }
    expect((await redeem()).status).toBe(201)
  })

  test('a second use of a link returns 404 sign_in_link_invalid', async () => {
    expect((await redeem()).status).toBe(201)
    const again = await redeem()
    expect([again.status, again.body.error.code]).toEqual([404, 'sign_in_link_invalid'])
    const read = await openDashboard(testApp).call('POST', '/v1/session/link', {
      token: tokenOf(testApp.signInUrl),
    })
    expect(read.body.error.code).toBe('sign_in_link_invalid')
  })

  test('of two concurrent redemptions of a link one succeeds', async () => {
    const responses = await Promise.all([redeem(), redeem({ name: 'Mallory' })])
    expect(responses.map((response) => response.status).sort()).toEqual([201, 404])
  })

  test('an expired link returns sign_in_link_invalid', async () => {
    testApp.clock.advance(7 * dayMs)
    expect((await redeem()).body.error.code).toBe('sign_in_link_invalid')
  })

  test('the first link requires an email when the owner has none', async () => {
    const response = await redeem({ email: undefined })
    expect([response.status, response.body.error.param]).toEqual([400, 'email'])
    expect((await redeem()).status).toBe(201)
  })

  test.each([
    ['eleven characters', 'elevenchars'],
    ['201 characters', 'x'.repeat(201)],
    ['the email', 'Olga@example.com'],
  ])('a password of %s returns 400 and does not use the link', async (_name, bad) => {
    const response = await redeem({ password: bad })
    expect([response.status, response.body.error.param]).toEqual([400, 'password'])
    expect((await redeem()).status).toBe(201)
  })
})

describe('a sign-in link created on the command line', () => {
  beforeAll(async () => {
    testApp = await openTestApp()
    await signInOwner(testApp)
  })
  afterAll(() => testApp.close())

  test('an owner without members gets a link at each start, the last of which works, until they sign in', async () => {
    await testApp.ctx.db.pool.query('delete from member')
    const ctx = { ...testApp.ctx, config: { ...testApp.ctx.config, databaseUrl: null } }
    const first = await ensureOwner(ctx)
    expect(first).toEqual({
      ownerKey: null,
      signInUrl: expect.stringContaining('#token='),
      isFirst: true,
    })
    const second = await ensureOwner(ctx)
    expect((await redeem({ token: tokenOf(first.signInUrl!) })).status).toBe(404)
    const response = await redeem({ token: tokenOf(second.signInUrl!) })
    expect([response.status, response.body.member.role]).toEqual([201, 'owner'])
    expect(await ensureOwner(ctx)).toEqual({ ownerKey: null, signInUrl: null, isFirst: false })
  })

  test('an owner without members gets one link from several processes on one database', async () => {
    await testApp.ctx.db.pool.query('delete from member')
    const databaseUrl = 'postgres://db.internal/postern'
    const ctx = { ...testApp.ctx, config: { ...testApp.ctx.config, databaseUrl } }
    const first = await ensureOwner(ctx)
    expect(await ensureOwner(ctx)).toEqual({ ownerKey: null, signInUrl: null, isFirst: false })
    expect((await redeem({ token: tokenOf(first.signInUrl!) })).status).toBe(201)
  })

  test('with FIRST_CREDENTIALS=hide a later start does not end the link of postern sign-in', async () => {
    await testApp.ctx.db.pool.query('delete from member')
    const hidden = { databaseUrl: null, printsFirstCredentials: false }
    const ctx = { ...testApp.ctx, config: { ...testApp.ctx.config, ...hidden } }
    expect((await ensureOwner(ctx)).isFirst).toBe(true)
    const link = await ctx.db.transact((tx) => createOwnerLink(ctx, tx, null, ctx.clock.now()))
    expect((await ensureOwner(ctx)).isFirst).toBe(false)
    expect((await redeem({ token: tokenOf(link.url) })).status).toBe(201)
  })

  test('an owner who lost the password can set a new one; older links end', async () => {
    const createLink = (email: string | null) =>
      testApp.ctx.db.transact((tx) => createOwnerLink(testApp.ctx, tx, email, testApp.clock.now()))
    const older = await createLink(null)
    const link = await createLink('OLGA@example.com')
    expect(link.email).toBe('olga@example.com')
    const change = { password: 'another password', email: undefined, name: undefined }
    expect((await redeem({ ...change, token: tokenOf(older.url) })).status).toBe(404)
    const response = await redeem({ ...change, token: tokenOf(link.url) })
    expect([response.status, response.body.member.name]).toEqual([201, 'Olga'])
    const old = await openDashboard(testApp).call('POST', '/v1/session', login)
    expect(old.body.error.code).toBe('sign_in_failed')
    await expect(createLink('nobody@example.com')).rejects.toThrow('No owner has the email')
  })
})

test('with FIRST_CREDENTIALS=hide the first start creates no key and returns no link', async () => {
  const hiding = await openTestApp()
  try {
    const { pool } = hiding.ctx.db
    await pool.query('truncate owner cascade')
    const config = { ...hiding.ctx.config, printsFirstCredentials: false }
    const first = await ensureOwner({ ...hiding.ctx, config })
    expect(first).toEqual({ ownerKey: null, signInUrl: null, isFirst: true })
    const { rows } = await pool.query(`select (select count(*)::int from api_key) as keys,
      (select count(*)::int from member) as members`)
    expect(rows).toEqual([{ keys: 0, members: 1 }])
  } finally {
    await hiding.close()
  }
})
