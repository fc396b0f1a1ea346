import { argon2Sync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDashboard, password, signInOwner } from '../../../test/dashboard.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'

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

  test('e-mail in any case and password give a session', async () => {
    const visitor = openDashboard(testApp)
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
    testApp.clock.advance(15 * 60_000)
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
    await testApp.ctx.db.pool.query('update rate_window set used = 49')
    expect((await signIn({ email: 'nobody-50@example.com' })).status).toBe(401)
    expect((await signIn()).status).toBe(429)
    expect((await signIn({}, '198.51.100.1')).status).toBe(201)
  })

  test('an address over its limit uses up no try of an e-mail', async () => {
    expect((await signIn({ email: 'nobody-1@example.com' }, '198.51.100.7')).status).toBe(401)
    await testApp.ctx.db.pool.query('update rate_window set used = 50')
    for (let tries = 0; tries < 12; tries += 1) {
      expect((await signIn({ password: 'not the password' }, '198.51.100.7')).status).toBe(429)
    }
    expect((await signIn({}, '198.51.100.8')).status).toBe(201)
  })

  test('a password that was stored at a lower cost is stored anew', async () => {
    const nonce = Buffer.from('somesaltsomesalt')
    const cost = { memory: 1_024, passes: 1, parallelism: 1, tagLength: 32 }
    const tag = argon2Sync('argon2id', { message: Buffer.from(password), nonce, ...cost })
    const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
    const stored = `$argon2id$v=19$m=1024,t=1,p=1$${text(nonce)}$${text(tag)}`
    await testApp.ctx.db.pool.query('update member set password_hash = $1', [stored])
    expect((await signIn()).status).toBe(201)
    const { rows } = await testApp.ctx.db.pool.query('select password_hash from member')
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
