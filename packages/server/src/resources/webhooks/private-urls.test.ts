import { afterEach, beforeAll, expect, test } from 'vitest'
import { buildKey, buildProfile, buildWebhook } from '../../../test/build.ts'
import { deleteWebhooks } from '../../../test/build-webhook.ts'
import {
  createSignInToken,
  type DashboardBrowser,
  redeemLink,
  sam,
  signInOwner,
} from '../../../test/dashboard.ts'
import { resolvesTo } from '../../../test/outbound.ts'
import { useTestApp } from '../../../test/test-app.ts'

const privateUrl = 'http://127.0.0.1:9/hook'
/** A public host name that resolves to a private address. */
const inwardUrl = 'https://inward.example.com/hook'
const events = ['*']

const testApp = useTestApp({ lookup: resolvesTo(['10.0.0.7']) })
let owner: DashboardBrowser
let staff: DashboardBrowser
let profileId = ''
let profileKey = ''

beforeAll(async () => {
  owner = await signInOwner(testApp)
  profileId = (await buildProfile(testApp)).id
  profileKey = await buildKey(testApp, { profile_id: profileId })
  const member = await testApp.call('POST', '/v1/members', { ...sam, profile_ids: [profileId] })
  staff = (await redeemLink(testApp, await createSignInToken(owner, member.body.id))).browser
})
afterEach(() => deleteWebhooks(testApp))

test.each([privateUrl, inwardUrl])('an owner registers the private url %s → 201', async (url) => {
  for (const caller of [testApp, owner]) {
    expect((await caller.call('POST', '/v1/webhooks', { url, events })).status).toBe(201)
  }
})

test.each([privateUrl, inwardUrl])(
  'a profile key or staff registers the private url %s → 400 webhook_url_invalid',
  async (url) => {
    const bound = await buildWebhook(testApp, { profile_id: profileId })
    const responses = [
      await testApp.call('POST', '/v1/webhooks', { url, events }, { key: profileKey }),
      await testApp.call('PATCH', `/v1/webhooks/${bound.id}`, { url }, { key: profileKey }),
      await staff.call('POST', '/v1/webhooks', { url, events }),
      await staff.call('PATCH', `/v1/webhooks/${bound.id}`, { url }),
    ]
    for (const { status, body } of responses) {
      expect([status, body.error?.code]).toEqual([400, 'webhook_url_invalid'])
    }
  },
)

test('private_webhooks of the session is true for owners and false for staff', async () => {
  expect((await owner.call('GET', '/v1/session')).body.private_webhooks).toBe(true)
  expect((await staff.call('GET', '/v1/session')).body.private_webhooks).toBe(false)
})
