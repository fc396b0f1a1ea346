import { argon2Sync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  openDashboard,
  password,
  signInOwner,
  tokenOf,
  type Visitor,
} from '../../test/dashboard.ts'
import { type House, openHouse } from '../../test/house.ts'
import { ensureOwner } from '../setup.ts'
import { makeOwnerLink } from './first.ts'

let house: House

/** A house for all tests of a group, with an owner who has signed in once. */
function withOwner(): void {
  beforeAll(async () => {
    house = await openHouse()
    await signInOwner(house)
  })
  afterAll(() => house.close())
  beforeEach(async () => {
    await house.ctx.db.pool.query('delete from sign_in_window')
  })
}

const login = { email: 'olga@example.com', password }

async function signedIn(): Promise<Visitor> {
  const visitor = openDashboard(house)
  const answer = await visitor.call('POST', '/v1/session', login)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return visitor
}

const dayMs = 86_400_000
const first = { email: 'olga@example.com', name: 'Olga', password }
const redeem = (over: object = {}) =>
  openDashboard(house).call('POST', '/v1/session/redeem', {
    token: tokenOf(house.signInUrl),
    ...first,
    ...over,
  })

describe('the first sign-in', () => {
  beforeEach(async () => {
    house = await openHouse()
  })
  afterEach(() => house.close())

  test('the link of the first start signs the owner in and sets name, e-mail and password', async () => {
    const visitor = await signInOwner(house)
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
    expect(new URL(house.signInUrl).pathname).toBe('/dashboard/sign-in')
    const token = tokenOf(house.signInUrl)
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const { rows } = await house.ctx.db.pool.query(
      `select 1 from sign_in_link where token_hash::text like '%' || $1 || '%'`,
      [token],
    )
    expect(rows).toEqual([])
  })

  test('looking at a link, however often, does not use it up', async () => {
    const visitor = openDashboard(house)
    const token = tokenOf(house.signInUrl)
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
    const look = await openDashboard(house).call('POST', '/v1/session/link', {
      token: tokenOf(house.signInUrl),
    })
    expect(look.body.error.code).toBe('sign_in_link_invalid')
  })

  test('of two at the same time one signs in', async () => {
    const answers = await Promise.all([redeem(), redeem({ name: 'Mallory' })])
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 404])
  })

  test('a link that expired signs nobody in', async () => {
    house.clock.advance(7 * dayMs)
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
  withOwner()

  test('an installation that has an owner and no member gets its link once, at its next start', async () => {
    await house.ctx.db.pool.query('delete from member')
    const first = await ensureOwner(house.ctx)
    expect(first).toEqual({ ownerKey: null, signInUrl: expect.stringContaining('#token=') })
    expect(await ensureOwner(house.ctx)).toEqual({ ownerKey: null, signInUrl: null })
    const answer = await redeem({ token: tokenOf(first.signInUrl!) })
    expect([answer.status, answer.body.member.role]).toEqual([201, 'owner'])
  })

  test('lets an owner who lost the password choose another', async () => {
    const make = (email: string | null) =>
      house.ctx.db.transact((tx) => makeOwnerLink(house.ctx, tx, email, house.clock.now()))
    const older = await make(null)
    const link = await make('OLGA@example.com')
    expect(link.email).toBe('olga@example.com')
    const change = { password: 'another password', email: undefined, name: undefined }
    expect((await redeem({ ...change, token: tokenOf(older.url) })).status).toBe(404)
    const answer = await redeem({ ...change, token: tokenOf(link.url) })
    expect([answer.status, answer.body.member.name]).toEqual([201, 'Olga'])
    const old = await openDashboard(house).call('POST', '/v1/session', login)
    expect(old.body.error.code).toBe('sign_in_failed')
    await expect(make('nobody@example.com')).rejects.toThrow('No owner signs in with')
  })
})

describe('signing in', () => {
  withOwner()
  const signIn = (over: object = {}, ip?: string) =>
    openDashboard(house, ip ? { ip } : {}).call('POST', '/v1/session', {
      email: 'olga@example.com',
      password,
      ...over,
    })

  test('e-mail in any case and password give a session', async () => {
    const visitor = openDashboard(house)
    const answer = await visitor.call('POST', '/v1/session', {
      email: ' OLGA@example.com ',
      password,
    })
    expect([answer.status, answer.body.member.name]).toEqual([201, 'Olga'])
    expect((await visitor.call('GET', '/v1/session')).status).toBe(200)
  })

  test('a wrong password and an unknown e-mail are told alike', async () => {
    const wrong = await signIn({ password: 'not the password' })
    const unknown = await signIn({ email: 'nobody@example.com' })
    expect(wrong.status).toBe(401)
    expect({ ...wrong.body.error, request_id: '' }).toEqual({
      ...unknown.body.error,
      request_id: '',
    })
    expect(wrong.body.error.code).toBe('sign_in_failed')
    expect(wrong.headers.getSetCookie()).toEqual([])
  })

  test('the eleventh try for an e-mail in 15 minutes is refused, from wherever it comes', async () => {
    for (let tries = 0; tries < 10; tries += 1) {
      const answer = await signIn({ password: 'not the password' }, `198.51.100.${tries}`)
      expect(answer.status).toBe(401)
    }
    const answer = await signIn({}, '198.51.100.99')
    expect([answer.status, answer.body.error.code]).toEqual([429, 'rate_limited'])
    expect(answer.headers.get('retry-after')).toBe('900')
    house.clock.advance(15 * 60_000)
    expect((await signIn()).status).toBe(201)
  })

  test('simultaneous tries do not slip past the limit', async () => {
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => signIn({ password: 'not the password' })),
    )
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  })

  test('the 51st try from an address is refused, whatever the e-mails; another address is not', async () => {
    expect((await signIn({ email: 'nobody-1@example.com' })).status).toBe(401)
    await house.ctx.db.pool.query('update sign_in_window set used = 49')
    expect((await signIn({ email: 'nobody-50@example.com' })).status).toBe(401)
    expect((await signIn()).status).toBe(429)
    expect((await signIn({}, '198.51.100.1')).status).toBe(201)
  })

  test('a password that was stored at a lower cost is stored anew', async () => {
    const nonce = Buffer.from('somesaltsomesalt')
    const cost = { memory: 1_024, passes: 1, parallelism: 1, tagLength: 32 }
    const tag = argon2Sync('argon2id', { message: Buffer.from(password), nonce, ...cost })
    const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
    const stored = `$argon2id$v=19$m=1024,t=1,p=1$${text(nonce)}$${text(tag)}`
    await house.ctx.db.pool.query('update member set password_hash = $1', [stored])
    expect((await signIn()).status).toBe(201)
    const { rows } = await house.ctx.db.pool.query('select password_hash from member')
    expect(rows[0].password_hash).toContain('$m=32768,t=3,p=1$')
    expect((await signIn()).status).toBe(201)
  })

  test('a right password makes the count of its e-mail begin anew', async () => {
    for (let tries = 0; tries < 9; tries += 1) await signIn({ password: 'not the password' })
    expect((await signIn()).status).toBe(201)
    for (let tries = 0; tries < 9; tries += 1) await signIn({ password: 'not the password' })
    expect((await signIn()).status).toBe(201)
  })
})

describe('a session', () => {
  withOwner()

  test('its cookie is for this host, for http and for same-site requests alone', async () => {
    const answer = await openDashboard(house).call('POST', '/v1/session', login)
    const [cookie] = answer.headers.getSetCookie()
    expect(cookie).toMatch(
      /^postern_session=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/,
    )
  })

  test('with https the cookie is Secure and bound to the host by its name', async () => {
    const secure = await openHouse({ env: { PUBLIC_URL: 'https://postern.example.com' } })
    try {
      const visitor = await signInOwner(secure)
      expect(visitor.cookie()).toMatch(/^__Host-postern_session=/)
      const answer = await visitor.call('DELETE', '/v1/session')
      expect(answer.headers.getSetCookie()[0]).toMatch(
        /^__Host-postern_session=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax; Secure$/,
      )
    } finally {
      await secure.close()
    }
  })

  test('its token is stored as a hash alone', async () => {
    const visitor = await signedIn()
    const token = visitor.cookie()!.split('=')[1]!
    const { rows } = await house.ctx.db.pool.query(
      'select row_to_json(session)::text as t from session',
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row.t).not.toContain(token)
  })

  test('it lives 14 days after its last use, and 90 days at most', async () => {
    const visitor = await signedIn()
    for (let days = 0; days < 84; days += 12) {
      house.clock.advance(12 * dayMs)
      expect((await visitor.call('GET', '/v1/session')).status).toBe(200)
    }
    house.clock.advance(6 * dayMs)
    const over = await visitor.call('GET', '/v1/session')
    expect([over.status, over.body.error.code]).toEqual([401, 'session_invalid'])
  })

  test('it ends when it was not used for 14 days', async () => {
    const visitor = await signedIn()
    house.clock.advance(14 * dayMs)
    expect((await visitor.call('GET', '/v1/session')).body.error.code).toBe('session_invalid')
  })

  test('without any credentials the answer is api_key_missing', async () => {
    const answer = await openDashboard(house).call('GET', '/v1/session')
    expect([answer.status, answer.body.error.code]).toEqual([401, 'api_key_missing'])
  })

  test('an Authorization header wins over the cookie', async () => {
    const visitor = await signedIn()
    const headers = { authorization: `Bearer ${house.ownerKey}` }
    const answer = await visitor.call('GET', '/v1/session', undefined, { headers })
    expect([answer.status, answer.body.error.code]).toEqual([403, 'session_required'])
    const bad = await visitor.call('GET', '/v1/session', undefined, {
      headers: { authorization: 'Bearer nonsense' },
    })
    expect(bad.body.error.code).toBe('api_key_invalid')
  })

  test('an owner who signed in may do what an owner key may', async () => {
    const visitor = await signedIn()
    const made = await visitor.call('POST', '/v1/profiles', { name: 'Acme' })
    expect(made.status).toBe(201)
    expect((await visitor.call('GET', '/v1/profiles')).body.data).toContainEqual(made.body)
    const me = await visitor.call('GET', '/v1/me', undefined, { profile: made.body.id })
    expect(me.body).toMatchObject({
      key: null,
      member: { name: 'Olga', role: 'owner' },
      profile: { id: made.body.id },
    })
  })
})

describe('a request from a page of another site', () => {
  withOwner()

  const from = (headers: Record<string, string>) => ({
    headers: { 'sec-fetch-site': '', ...headers },
  })

  test.each([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['same-site', { 'sec-fetch-site': 'same-site' }],
    ['typed in', { 'sec-fetch-site': 'none' }],
    [
      'cross-site with a forged Origin',
      { 'sec-fetch-site': 'cross-site', origin: 'http://localhost' },
    ],
  ])('%s: is refused with a session, and at the sign-in', async (_name, headers) => {
    const visitor = await signedIn()
    const change = await visitor.call('POST', '/v1/profiles', { name: 'x' }, { headers })
    expect([change.status, change.body.error.code]).toEqual([403, 'csrf_refused'])
    const entry = await visitor.call('POST', '/v1/session', login, { headers })
    expect([entry.status, entry.body.error.code]).toEqual([403, 'csrf_refused'])
    expect((await visitor.call('GET', '/v1/profiles', undefined, { headers })).status).toBe(200)
  })

  test('without Sec-Fetch-Site the Origin decides', async () => {
    const visitor = await signedIn()
    const cookie = visitor.cookie()!
    const post = async (origin: string | null) => {
      const response = await house.app.request('http://dash.example:4000/v1/profiles', {
        method: 'POST',
        headers: {
          cookie,
          'content-type': 'application/json',
          ...(origin === null ? {} : { origin }),
        },
        body: JSON.stringify({ name: 'x' }),
      })
      return response.status
    }
    expect(await post('http://dash.example:4000')).toBe(201)
    expect(await post('http://dash.example')).toBe(403)
    expect(await post('http://evil.example:4000')).toBe(403)
    expect(await post('null')).toBe(403)
    expect(await post(null)).toBe(403)
  })

  test('an API key needs no such header', async () => {
    const answer = await house.call('POST', '/v1/profiles', { name: 'x' }, from({}))
    expect(answer.status).toBe(201)
  })
})
