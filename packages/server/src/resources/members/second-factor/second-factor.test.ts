import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addMember,
  createSignInToken,
  type DashboardBrowser,
  openDashboard,
  password,
  redeemLink,
  signInOwner,
  tokenOf,
} from '../../../../test/dashboard.ts'
import { codeAt, type EnabledFactor, enableSecondFactor } from '../../../../test/second-factor.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { createApp } from '../../../app.ts'

const testApp = useTestApp()
let owner: DashboardBrowser

beforeAll(async () => {
  owner = await signInOwner(testApp)
})

let count = 0
let email: string
let memberId: string
let browser: DashboardBrowser
let factor: EnabledFactor

/** A new member whose second factor is on, 90 s ago. */
beforeEach(async () => {
  await testApp.ctx.db.pool.query('delete from rate_window')
  count += 1
  email = `sam${count}@example.com`
  memberId = (await addMember(owner, { email })).id
  browser = (await redeemLink(testApp, await createSignInToken(owner, memberId))).browser
  factor = await enableSecondFactor(testApp, browser)
  testApp.clock.advance(90_000)
})

const path = '/v1/session/second-factor'
const code = (offsetMs = 0) =>
  codeAt(factor.secret, new Date(testApp.clock.now().getTime() + offsetMs))
const wrong = () => (code() === '000000' ? '000001' : '000000')
const signIn = (input: object = {}, ip = '203.0.113.7') =>
  openDashboard(testApp, { ip }).call('POST', '/v1/session', { email, password, ...input })
const actions = async () =>
  (await owner.call('GET', `/v1/audit-log?actor_id=${memberId}`)).body.data.map(
    (entry: { action: string }) => entry.action,
  )

describe('setting up', () => {
  test('requires the password; the factor is off until a code confirms the app', async () => {
    const { id } = await addMember(owner, { email: `new${count}@example.com` })
    const { browser: other } = await redeemLink(testApp, await createSignInToken(owner, id))
    const refused = await other.call('POST', path, { current_password: 'not the password' })
    expect([refused.status, refused.body.error.param]).toEqual([400, 'current_password'])
    const first = await other.call('POST', path, { current_password: password })
    expect(first.status).toBe(201)
    expect(first.body.otpauth_url).toMatch(/^otpauth:\/\/totp\/Postern/)
    expect(first.body.otpauth_url).toContain(first.body.secret)
    const session = await other.call('GET', '/v1/session')
    expect(session.body.second_factor).toEqual({
      enabled: false,
      required: false,
      recovery_codes_left: 0,
    })
    // A second start replaces the secret of the first.
    const second = await other.call('POST', path, { current_password: password })
    const old = codeAt(first.body.secret, testApp.clock.now())
    const notMine = await other.call('POST', `${path}/enable`, { code: old })
    expect([notMine.status, notMine.body.error.param]).toEqual([400, 'code'])
    const current = codeAt(second.body.secret, testApp.clock.now())
    const enabled = await other.call('POST', `${path}/enable`, { code: current })
    expect([enabled.status, enabled.body.recovery_codes.length]).toEqual([201, 10])
    expect(new Set(enabled.body.recovery_codes).size).toBe(10)
    // 24 characters of base32 are 120 bits.
    for (const each of enabled.body.recovery_codes) expect(each).toMatch(/^([a-z2-7]{4}-?){6}$/)
  })

  test('enabling without a setup, and setting up again, return 409', async () => {
    const again = await browser.call('POST', path, { current_password: password })
    expect([again.status, again.body.error.code]).toEqual([409, 'second_factor_enabled'])
    const enable = await owner.call('POST', `${path}/enable`, { code: '123456' })
    expect([enable.status, enable.body.error.code]).toEqual([409, 'second_factor_not_enabled'])
  })

  test('enabling and disabling end the other sessions of the member', async () => {
    const other = openDashboard(testApp)
    await other.call('POST', '/v1/session', { email, password, code: code() })
    expect((await other.call('GET', '/v1/session')).status).toBe(200)
    testApp.clock.advance(30_000)
    const off = await browser.call('POST', `${path}/disable`, { code: code() })
    expect([off.status, off.body.second_factor.enabled]).toEqual([200, false])
    expect((await other.call('GET', '/v1/session')).status).toBe(401)
    const third = openDashboard(testApp)
    expect((await third.call('POST', '/v1/session', { email, password })).status).toBe(201)
    await enableSecondFactor(testApp, browser)
    expect((await third.call('GET', '/v1/session')).status).toBe(401)
    expect((await browser.call('GET', '/v1/session')).status).toBe(200)
  })

  test('the database has no code and no secret in plain text', async () => {
    const { pool } = testApp.ctx.db
    const { rows } = await pool.query(
      `select secret_sealed::text as stored from second_factor
       union all select code_hash::text from recovery_code`,
    )
    const stored = rows.map((row) => Buffer.from(row.stored.slice(2), 'hex').toString('latin1'))
    const plain = [factor.secret, ...factor.recoveryCodes.map((each) => each.replaceAll('-', ''))]
    for (const secret of plain) expect(stored.join()).not.toContain(secret)
  })
})

describe('signing in with a second factor', () => {
  test('the right password alone opens no session', async () => {
    const response = await signIn()
    expect([response.status, response.body.error.code]).toEqual([401, 'second_factor_required'])
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('a wrong password gets sign_in_failed, with or without a code', async () => {
    for (const input of [{}, { code: code() }]) {
      const response = await signIn({ password: 'not the password', ...input })
      expect([response.status, response.body.error.code]).toEqual([401, 'sign_in_failed'])
    }
  })

  test('password and code sign in; spaces in the code do not matter', async () => {
    const spaced = ` ${code().slice(0, 3)} ${code().slice(3)} `
    const response = await signIn({ code: spaced })
    expect([response.status, response.body.member.email]).toEqual([201, email])
  })

  test.each([
    ['the previous step', -30_000, 201],
    ['the next step', 30_000, 201],
    ['two steps before', -60_000, 401],
    ['two steps later', 60_000, 401],
  ])('a code of %s', async (_name, offsetMs, status) => {
    expect((await signIn({ code: code(offsetMs) })).status).toBe(status)
  })

  test('a code works once, also for concurrent requests and in another process', async () => {
    const current = code()
    const statuses = (
      await Promise.all([signIn({ code: current }), signIn({ code: current })])
    ).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 401])
    const response = await createApp(testApp.ctx).request('/v1/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ email, password, code: current }),
    })
    expect(response.status).toBe(401)
    testApp.clock.advance(30_000)
    expect((await signIn({ code: code() })).status).toBe(201)
  })

  test('after the code of the next step, the current one is refused', async () => {
    expect((await signIn({ code: code(30_000) })).status).toBe(201)
    expect((await signIn({ code: code() })).body.error.code).toBe('second_factor_invalid')
  })

  test('ten wrong codes exhaust the attempts of the email, from any IP address', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const response = await signIn({ code: wrong() }, `198.51.100.${attempt}`)
      expect(response.body.error.code).toBe('second_factor_invalid')
    }
    const response = await signIn({ code: code() }, '198.51.100.99')
    expect([response.status, response.body.error.code]).toEqual([429, 'rate_limited'])
    testApp.clock.advance(15 * 60_000)
    expect((await signIn({ code: code() })).status).toBe(201)
  })

  test('the right password without a code does not restore attempts', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) await signIn()
    expect((await signIn({ code: code() })).status).toBe(429)
  })

  test('the right password in the settings does not restore attempts of the code', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await browser.call('POST', `${path}/disable`, { code: wrong() })).status).toBe(400)
      if (attempt < 9) await browser.call('POST', path, { current_password: password })
    }
    expect((await browser.call('POST', `${path}/disable`, { code: code() })).status).toBe(429)
  })

  test('a new email gives no new attempts', async () => {
    for (let attempt = 0; attempt < 9; attempt += 1) await signIn({ code: wrong() })
    const change = { email: `new-${email}`, current_password: password }
    expect((await browser.call('PATCH', '/v1/session', change)).status).toBe(200)
    const token = tokenOf(testApp.emails.at(-1)!.text)
    expect((await browser.call('POST', '/v1/session/email', { token })).status).toBe(200)
    const response = await signIn({ email: `new-${email}`, code: wrong() })
    expect(response.body.error.code).toBe('second_factor_invalid')
    expect((await signIn({ email: `new-${email}`, code: code() })).status).toBe(429)
  })

  test('a complete sign-in restores the attempts of the email', async () => {
    for (let attempt = 0; attempt < 9; attempt += 1) await signIn({ code: wrong() })
    expect((await signIn({ code: code() })).status).toBe(201)
    for (let attempt = 0; attempt < 9; attempt += 1) await signIn({ code: wrong() })
    testApp.clock.advance(30_000)
    expect((await signIn({ code: code() })).status).toBe(201)
  })

  test('the audit log has wrong codes and used recovery codes', async () => {
    await signIn({ code: wrong() })
    await signIn({ code: factor.recoveryCodes[0] })
    expect((await actions()).slice(0, 2)).toEqual(['signInWithRecoveryCode', 'secondFactorFailed'])
  })
})

describe('recovery codes', () => {
  test('each signs in once, in any case and without dashes', async () => {
    const [first, second] = factor.recoveryCodes
    expect((await signIn({ code: first })).status).toBe(201)
    expect((await signIn({ code: first })).body.error.code).toBe('second_factor_invalid')
    const response = await signIn({ code: second!.toUpperCase().replaceAll('-', ' ') })
    expect(response.status).toBe(201)
    expect(response.body.second_factor).toMatchObject({ enabled: true, recovery_codes_left: 8 })
  })

  test('of two concurrent uses of a code one succeeds', async () => {
    const [first] = factor.recoveryCodes
    const responses = await Promise.all([signIn({ code: first }), signIn({ code: first })])
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 401])
  })

  test('new ones need a code and replace the old ones', async () => {
    const refused = await browser.call('POST', `${path}/recovery-codes`, { code: wrong() })
    expect([refused.status, refused.body.error.param]).toEqual([400, 'code'])
    expect((await actions())[0]).toBe('secondFactorFailed')
    const replaced = await browser.call('POST', `${path}/recovery-codes`, { code: code() })
    expect(replaced.status).toBe(201)
    expect((await signIn({ code: factor.recoveryCodes[0] })).status).toBe(401)
    expect((await signIn({ code: replaced.body.recovery_codes[9] })).status).toBe(201)
  })
})

describe('turning it off', () => {
  test('needs a code; a recovery code works too', async () => {
    const refused = await browser.call('POST', `${path}/disable`, { code: wrong() })
    expect([refused.status, refused.body.error.param]).toEqual([400, 'code'])
    const off = await browser.call('POST', `${path}/disable`, { code: factor.recoveryCodes[3] })
    expect([off.status, off.body.second_factor.recovery_codes_left]).toEqual([200, 0])
    expect((await signIn()).status).toBe(201)
    const again = await browser.call('POST', `${path}/disable`, { code: code() })
    expect(again.body.error.code).toBe('second_factor_not_enabled')
  })

  test('a reset link needs a code and stays usable after a wrong one', async () => {
    const token = await createSignInToken(owner, memberId)
    const redeem = (input: object) =>
      openDashboard(testApp).call('POST', '/v1/session/redeem', {
        token,
        password: 'a new passphrase',
        ...input,
      })
    const link = await openDashboard(testApp).call('POST', '/v1/session/link', { token })
    expect(link.body.second_factor).toBe(true)
    expect((await redeem({})).body.error.code).toBe('second_factor_required')
    expect((await redeem({ code: wrong() })).body.error.code).toBe('second_factor_invalid')
    expect((await signIn()).body.error.code).toBe('second_factor_required')
    expect((await redeem({ code: code() })).status).toBe(201)
    testApp.clock.advance(30_000)
    const next = await signIn({ password: 'a new passphrase', code: code() })
    expect(next.status).toBe(201)
    expect(next.body.second_factor.enabled).toBe(true)
  })

  test('wrong codes with a reset link count as attempts', async () => {
    const token = await createSignInToken(owner, memberId)
    const redeem = () =>
      openDashboard(testApp).call('POST', '/v1/session/redeem', { token, password, code: wrong() })
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await redeem()).status).toBe(401)
    expect((await redeem()).status).toBe(429)
  })

  test('an owner resets the factor of a member, which ends their sessions', async () => {
    const member = await owner.call('GET', `/v1/members/${memberId}`)
    expect(member.body.second_factor).toBe(true)
    const reset = await owner.call('DELETE', `/v1/members/${memberId}/second-factor`)
    expect([reset.status, reset.body.second_factor]).toEqual([200, false])
    expect((await browser.call('GET', '/v1/session')).status).toBe(401)
    expect((await signIn()).status).toBe(201)
    const again = await owner.call('DELETE', `/v1/members/${memberId}/second-factor`)
    expect(again.body.error.code).toBe('second_factor_not_enabled')
  })

  test('an owner cannot reset their own, staff nobody’s', async () => {
    const { body } = await owner.call('GET', '/v1/session')
    const own = await owner.call('DELETE', `/v1/members/${body.member.id}/second-factor`)
    expect([own.status, own.body.error.code]).toEqual([409, 'second_factor_enabled'])
    const staff = await browser.call('DELETE', `/v1/members/${memberId}/second-factor`)
    expect([staff.status, staff.body.error.code]).toEqual([403, 'owner_key_required'])
  })
})
