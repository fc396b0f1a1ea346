import { argon2Sync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDashboard, password, signInOwner } from '../../../../test/dashboard.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
  await signInOwner(testApp)
})
afterAll(() => testApp.close())
beforeEach(async () => {
  await testApp.ctx.db.pool.query('delete from rate_window')
})

describe('signing in', () => {
  const signIn = (over: object = {}, ip?: string) =>
    openDashboard(testApp, ip ? { ip } : {}).call('POST', '/v1/session', {
      email: 'olga@example.com',
      password,
      ...over,
    })

  test('signing in ignores the case of the email and spaces around it', async () => {
    const browser = openDashboard(testApp)
    const response = await browser.call('POST', '/v1/session', {
      email: ' OLGA@example.com ',
      password,
    })
    expect([response.status, response.body.member.name]).toEqual([201, 'Olga'])
    expect((await browser.call('GET', '/v1/session')).status).toBe(200)
  })

  test('a wrong password and an unknown email get the same response', async () => {
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

  test('the eleventh attempt for an email in 15 minutes returns 429, from any IP address', async () => {
    for (let attempts = 0; attempts < 10; attempts += 1) {
      const response = await signIn({ password: 'not the password' }, `198.51.100.${attempts}`)
      expect(response.status).toBe(401)
    }
    const response = await signIn({}, '198.51.100.99')
    expect([response.status, response.body.error.code]).toEqual([429, 'rate_limited'])
    expect(response.headers.get('retry-after')).toBe('900')
    testApp.clock.advance(15 * 60_000)
    expect((await signIn()).status).toBe(201)
  })

  test('concurrent attempts do not exceed the limit', async () => {
    const responses = await Promise.all(
      Array.from({ length: 15 }, () => signIn({ password: 'not the password' })),
    )
    const statuses = responses.map((response) => response.status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  })

  test('the 51st attempt from an IP address returns 429 for any email, other addresses can sign in', async () => {
    expect((await signIn({ email: 'nobody-1@example.com' })).status).toBe(401)
    await testApp.ctx.db.pool.query('update rate_window set used = 49')
    expect((await signIn({ email: 'nobody-50@example.com' })).status).toBe(401)
    expect((await signIn()).status).toBe(429)
    expect((await signIn({}, '198.51.100.1')).status).toBe(201)
  })

  test('attempts from an IP address over its limit do not count for the email', async () => {
    expect((await signIn({ email: 'nobody-1@example.com' }, '198.51.100.7')).status).toBe(401)
    await testApp.ctx.db.pool.query('update rate_window set used = 50')
    for (let attempts = 0; attempts < 12; attempts += 1) {
      expect((await signIn({ password: 'not the password' }, '198.51.100.7')).status).toBe(429)
    }
    expect((await signIn({}, '198.51.100.8')).status).toBe(201)
  })

  test('signing in rehashes a password that was hashed at another cost', async () => {
    const nonce = Buffer.from('somesaltsomesalt')
    const cost = { memory: 1_024, passes: 1, parallelism: 1, tagLength: 32 }
    const tag = argon2Sync('argon2id', { message: Buffer.from(password), nonce, ...cost })
    const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
    const stored = `$argon2id$v=19$m=1024,t=1,p=1$${text(nonce)}$${text(tag)}`
    await testApp.ctx.db.pool.query('update member set password_hash = $1', [stored])
    expect((await signIn()).status).toBe(201)
    const { rows } = await testApp.ctx.db.pool.query('select password_hash from member')
    expect(rows[0].password_hash).toContain('$m=8,t=1,p=1$')
    expect((await signIn()).status).toBe(201)
  })

  test('a successful sign-in resets the attempts of the email', async () => {
    for (let attempts = 0; attempts < 9; attempts += 1)
      await signIn({ password: 'not the password' })
    expect((await signIn()).status).toBe(201)
    for (let attempts = 0; attempts < 9; attempts += 1)
      await signIn({ password: 'not the password' })
    expect((await signIn()).status).toBe(201)
  })
})
