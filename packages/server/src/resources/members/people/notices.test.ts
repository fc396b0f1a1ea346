import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addMember,
  createSignInToken,
  type DashboardBrowser,
  openDashboard,
  password,
  redeemLink,
  signInOwner,
} from '../../../../test/dashboard.ts'
import { codeAt, enableSecondFactor } from '../../../../test/second-factor.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'

let testApp: TestApp
let owner: DashboardBrowser
beforeAll(async () => {
  testApp = await openTestApp()
  owner = await signInOwner(testApp)
})
afterAll(() => testApp.close())

/** A new member, signed in. */
async function openMember(email: string): Promise<DashboardBrowser> {
  const { id } = await addMember(owner, { email })
  const { browser } = await redeemLink(testApp, await createSignInToken(owner, id))
  testApp.emails.length = 0
  return browser
}

test('wrong codes are told to the member after ten, and refused after 30 in a day', async () => {
  const email = 'sam@example.com'
  const browser = await openMember(email)
  const { secret } = await enableSecondFactor(testApp, browser)
  testApp.clock.advance(90_000)
  const right = () => codeAt(secret, testApp.clock.now())
  const wrong = () => (right() === '000000' ? '000001' : '000000')
  const signIn = async (code: string) =>
    (await openDashboard(testApp).call('POST', '/v1/session', { email, password, code })).status
  for (let guess = 1; guess <= 30; guess += 1) {
    if (guess % 10 === 0) testApp.clock.advance(16 * 60_000)
    expect([guess, await signIn(wrong())]).toEqual([guess, 401])
    expect([guess, testApp.emails.length]).toEqual([guess, guess < 10 ? 0 : 1])
  }
  expect(testApp.emails[0]).toMatchObject({ to: email, subject: expect.stringContaining('codes') })
  testApp.clock.advance(16 * 60_000)
  expect(await signIn(right())).toBe(429)
  testApp.clock.advance(24 * 3_600_000)
  expect(await signIn(right())).toBe(201)
})
