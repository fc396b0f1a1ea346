import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  addMember,
  createSignInToken,
  type DashboardBrowser,
  openDashboard,
  password,
  redeemLink,
  signInOwner,
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

describe('one’s own session', () => {
  test('name changes alone; e-mail and password need the current password', async () => {
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
      email: 'o@example.com',
      password: 'another password',
    })
    expect(signIn.status).toBe(201)
  })

  test('guessing the current password is limited like signing in', async () => {
    const guess = { password: 'another password', current_password: 'not the password' }
    for (let tries = 0; tries < 10; tries += 1) await owner.call('PATCH', '/v1/session', guess)
    const answer = await owner.call('PATCH', '/v1/session', {
      ...guess,
      current_password: password,
    })
    expect([answer.status, answer.body.error.code]).toEqual([429, 'rate_limited'])
  })

  test('a new password ends the other sessions and keeps this one', async () => {
    const other = openDashboard(testApp)
    await other.call('POST', '/v1/session', { email: 'olga@example.com', password })
    await owner.call('PATCH', '/v1/session', {
      password: 'another password',
      current_password: password,
    })
    expect((await other.call('GET', '/v1/session')).body.error.code).toBe('session_invalid')
    expect((await owner.call('GET', '/v1/session')).status).toBe(200)
  })

  test('the list names each place where the member is signed in, and the one of the request', async () => {
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

  test('nobody ends the sessions of another member', async () => {
    const { id } = await add()
    const { visitor } = await signInWith(await linkOf(id))
    const { body } = await owner.call('GET', '/v1/sessions')
    const answer = await visitor.call('DELETE', `/v1/sessions/${body.data[0].id}`)
    expect([answer.status, answer.body.error.code]).toEqual([404, 'session_not_found'])
    expect((await visitor.call('GET', '/v1/sessions')).body.data).toHaveLength(1)
  })

  test('signing out everywhere ends all sessions, or all but this one', async () => {
    const others = [openDashboard(testApp), openDashboard(testApp)]
    for (const other of others) {
      await other.call('POST', '/v1/session', { email: 'olga@example.com', password })
    }
    const kept = await owner.call('DELETE', '/v1/sessions?keep_current=true')
    expect(kept.body).toEqual({ object: 'sessions_ended', count: 2 })
    for (const other of others) expect((await other.call('GET', '/v1/session')).status).toBe(401)
    expect((await owner.call('DELETE', '/v1/sessions')).body.count).toBe(1)
    expect((await owner.call('GET', '/v1/session')).body.error.code).toBe('session_invalid')
  })

  test('signing out takes the cookie away and ends the session for whoever copied it', async () => {
    const copy = owner.cookie()
    const answer = await owner.call('DELETE', '/v1/session')
    expect(answer.body).toEqual({ object: 'session', signed_out: true })
    expect(answer.headers.getSetCookie()[0]).toContain('Max-Age=0')
    expect(owner.cookie()).toBeNull()
    owner.useCookie(copy)
    expect((await owner.call('GET', '/v1/session')).body.error.code).toBe('session_invalid')
  })
})
