import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  addMember,
  createSignInToken,
  type DashboardBrowser,
  openDashboard,
  password,
  redeemLink,
  signInOwner,
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
const signInWith = (token: string, word?: string) => redeemLink(testApp, token, word)

describe('the session of the signed-in member', () => {
  test('changing email or password requires the current password, changing the name does not', async () => {
    const renamed = await owner.call('PATCH', '/v1/session', { name: 'Olga B.' })
    expect(renamed.body.member.name).toBe('Olga B.')
    for (const change of [{ email: 'o@example.com' }, { password: 'another password' }]) {
      const bare = await owner.call('PATCH', '/v1/session', change)
      expect([bare.status, bare.body.error.param]).toEqual([400, 'current_password'])
      const wrong = await owner.call('PATCH', '/v1/session', {
        ...change,
        current_password: 'not the password',
      })
      expect([wrong.status, wrong.body.error.param]).toEqual([400, 'current_password'])
      const right = { ...change, current_password: password }
      expect((await owner.call('PATCH', '/v1/session', right)).status).toBe(200)
    }
    const signIn = await openDashboard(testApp).call('POST', '/v1/session', {
      email: 'olga@example.com',
      password: 'another password',
    })
    expect(signIn.status).toBe(201)
  })

  test('the time zone is null until set, then that of the member on every session', async () => {
    expect((await owner.call('GET', '/v1/session')).body.member.time_zone).toBeNull()
    const { body } = await owner.call('PATCH', '/v1/session', { time_zone: 'Asia/Tokyo' })
    expect(body.member.time_zone).toBe('Asia/Tokyo')
    const other = openDashboard(testApp)
    const signIn = await other.call('POST', '/v1/session', { email: 'olga@example.com', password })
    expect(signIn.body.member.time_zone).toBe('Asia/Tokyo')
    await owner.call('PATCH', '/v1/session', { name: 'Olga B.' })
    const reset = await owner.call('PATCH', '/v1/session', { time_zone: null })
    expect(reset.body.member).toMatchObject({ name: 'Olga B.', time_zone: null })
  })

  test.each(['Europe/Atlantis', '+01:00', '', 'a'.repeat(65)])(
    'a time zone that is no IANA name is refused: %j',
    async (zone) => {
      const { status, body } = await owner.call('PATCH', '/v1/session', { time_zone: zone })
      expect([status, body.error.param]).toEqual([400, 'time_zone'])
    },
  )

  test.each(['passwordpassword', 'olga@example.com1', 'localhost2026'])(
    'the new password %s is refused as easy to guess',
    async (easy) => {
      const change = { password: easy, current_password: password }
      const { status, body } = await owner.call('PATCH', '/v1/session', change)
      expect([status, body.error.details[0].code]).toEqual([400, 'easy_to_guess'])
    },
  )

  test('wrong current passwords count towards the sign-in limit', async () => {
    const guess = { password: 'another password', current_password: 'not the password' }
    for (let tries = 0; tries < 10; tries += 1) await owner.call('PATCH', '/v1/session', guess)
    const response = await owner.call('PATCH', '/v1/session', {
      ...guess,
      current_password: password,
    })
    expect([response.status, response.body.error.code]).toEqual([429, 'rate_limited'])
  })

  test('a new password ends all sessions but the current one', async () => {
    const other = openDashboard(testApp)
    await other.call('POST', '/v1/session', { email: 'olga@example.com', password })
    await owner.call('PATCH', '/v1/session', {
      password: 'another password',
      current_password: password,
    })
    expect((await other.call('GET', '/v1/session')).body.error.code).toBe('session_invalid')
    expect((await owner.call('GET', '/v1/session')).status).toBe(200)
  })

  test('the list has every session of the member and marks the current one', async () => {
    testApp.clock.advance(60_000)
    const other = openDashboard(testApp, { ip: '198.51.100.4' })
    await other.call('POST', '/v1/session', { email: 'olga@example.com', password })
    const { body } = await owner.call('GET', '/v1/sessions')
    expect(body.data).toMatchObject([
      { current: false, ip: '198.51.100.4', created_at: '2026-11-21T09:01:00.000Z' },
      { current: true, ip: '203.0.113.7', user_agent: expect.stringContaining('Firefox') },
    ])
    const ended = await owner.call('DELETE', `/v1/sessions/${body.data[0].id}`)
    expect([ended.status, ended.body.id]).toEqual([200, body.data[0].id])
    expect((await other.call('GET', '/v1/session')).body.error.code).toBe('session_invalid')
  })

  test('ending the session of another member returns 404 session_not_found', async () => {
    const { id } = await add()
    const { browser } = await signInWith(await linkOf(id))
    const { body } = await owner.call('GET', '/v1/sessions')
    const response = await browser.call('DELETE', `/v1/sessions/${body.data[0].id}`)
    expect([response.status, response.body.error.code]).toEqual([404, 'session_not_found'])
    expect((await browser.call('GET', '/v1/sessions')).body.data).toHaveLength(1)
  })

  test('signing out everywhere ends all sessions, with keep_current all but the current one', async () => {
    const others = [openDashboard(testApp), openDashboard(testApp)]
    for (const other of others) {
      await other.call('POST', '/v1/session', { email: 'olga@example.com', password })
    }
    const response = await owner.call('DELETE', '/v1/sessions?keep_current=true')
    expect(response.body).toEqual({ object: 'sessions_ended', count: 2 })
    for (const other of others) expect((await other.call('GET', '/v1/session')).status).toBe(401)
    expect((await owner.call('DELETE', '/v1/sessions')).body.count).toBe(1)
    expect((await owner.call('GET', '/v1/session')).body.error.code).toBe('session_invalid')
  })

  test('signing out clears the cookie and ends the session for copies of the cookie', async () => {
    const copy = owner.cookie()
    const response = await owner.call('DELETE', '/v1/session')
    expect(response.body).toEqual({ object: 'session', signed_out: true })
    expect(response.headers.getSetCookie()[0]).toContain('Max-Age=0')
    expect(owner.cookie()).toBeNull()
    owner.useCookie(copy)
    expect((await owner.call('GET', '/v1/session')).body.error.code).toBe('session_invalid')
  })
})
