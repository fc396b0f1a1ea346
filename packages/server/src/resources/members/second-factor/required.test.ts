import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addMember,
  createSignInToken,
  type DashboardBrowser,
  redeemLink,
  signInOwner,
} from '../../../../test/dashboard.ts'
import { enableSecondFactor } from '../../../../test/second-factor.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'

let testApp: TestApp
let owner: DashboardBrowser
let count = 0

beforeAll(async () => {
  testApp = await openTestApp()
  owner = await signInOwner(testApp)
})
afterAll(() => testApp.close())

describe('a required second factor', () => {
  const require = (value: string) =>
    owner.call('PATCH', '/v1/owner', { second_factor_required_for: value })
  const newMember = async (role = 'staff') => {
    count += 1
    const { id } = await addMember(owner, { email: `later${count}@example.com`, role })
    return (await redeemLink(testApp, await createSignInToken(owner, id))).browser
  }

  test('a member without one can only set one up, from the next request on', async () => {
    const member = await newMember()
    await enableSecondFactor(testApp, owner)
    expect((await member.call('GET', '/v1/posts')).status).toBe(200)
    expect((await require('everyone')).status).toBe(200)
    const refused = await member.call('GET', '/v1/posts')
    expect([refused.status, refused.body.error.code]).toEqual([403, 'second_factor_setup_required'])
    expect((await member.call('GET', '/v1/live')).status).toBe(403)
    const session = await member.call('GET', '/v1/session')
    expect(session.body.second_factor).toMatchObject({ enabled: false, required: true })
    expect((await owner.call('GET', '/v1/posts')).status).toBe(200)
    await enableSecondFactor(testApp, member)
    expect((await member.call('GET', '/v1/posts')).status).toBe(200)
    expect((await require('nobody')).status).toBe(200)
  })

  test('of owners applies to owners only, and never to API keys', async () => {
    const [staff, second] = [await newMember(), await newMember('owner')]
    await require('owners')
    expect((await staff.call('GET', '/v1/posts')).status).toBe(200)
    expect((await second.call('GET', '/v1/posts')).status).toBe(403)
    expect((await testApp.call('GET', '/v1/posts')).status).toBe(200)
    await require('nobody')
  })
})
