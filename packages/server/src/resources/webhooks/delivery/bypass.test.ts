import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildProfile } from '../../../../test/build.ts'
import { type BuiltWebhook, buildWebhook, emitComments } from '../../../../test/build-webhook.ts'
import { refusedUrls } from '../../../../test/bypass.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import type { Profile } from '../../../schemas/profile.ts'

/** Tests every path that stores or calls a URL against the bypass list. */

const publicUrl = 'https://hooks.example.com/postern'
const addresses: Record<string, string[]> = {
  'hooks.example.com': ['93.184.215.14'],
  'inner.example.com': ['10.0.0.1'],
  'mixed.example.com': ['93.184.215.14', '127.0.0.1'],
  '127.0.0.1.nip.io': ['127.0.0.1'],
  'metadata.example.com': ['169.254.169.254'],
  'six.example.com': ['::1'],
  'nat64.example.com': ['64:ff9b::7f00:1'],
}
const innerNames = Object.keys(addresses)
  .slice(1)
  .map((host) => `https://${host}/`)
const all = [...Object.values(refusedUrls).flat(), ...innerNames]
/** URLs written to the database directly, to test that an attempt refuses them too. */
const stored = [
  ...refusedUrls['other notations of 127.0.0.1'],
  ...refusedUrls['private literals'],
  ...refusedUrls['names of inner networks'],
  ...innerNames,
  'http://127.0.0.1/',
  'http://hooks.example.com/',
]

let testApp: TestApp
let profile: Profile
let endpoint: BuiltWebhook
let trap: Server
let trapped = 0

beforeAll(async () => {
  trap = createServer((socket) => {
    trapped += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
  const lookup = ((host: string, _options: unknown, callback: (...found: unknown[]) => void) => {
    const list = addresses[host] ?? ['127.0.0.1']
    callback(
      null,
      list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as never
  testApp = await openTestApp({ env: { ALLOW_PRIVATE_WEBHOOKS: 'false' }, lookup })
  profile = await buildProfile(testApp)
  endpoint = await buildWebhook(testApp, { url: publicUrl })
})
beforeEach(() => {
  trapped = 0
})
afterAll(async () => {
  await testApp.close()
  await new Promise((resolve) => trap.close(resolve))
})

/** Stores a URL as if it had been accepted earlier, by another version or another DNS response. */
async function store(url: string): Promise<void> {
  await testApp.ctx.db.pool.query(
    `update webhook_endpoint set url = $1, active = true, inactive_reason = null,
      consecutive_failures = 0, attempt_after = null where id = $2`,
    [url, endpoint.id],
  )
  await testApp.ctx.db.pool.query('delete from delivery_queue')
}

const newest = async () =>
  (await testApp.call('GET', `${endpoint.path}/deliveries?limit=1`)).body.data[0]

describe('every row of the bypass list', () => {
  test.each(all)('%j is refused on create and update', async (url) => {
    const created = await testApp.call('POST', '/v1/webhooks', { url, events: ['*'] })
    const changed = await testApp.call('PATCH', endpoint.path, { url })
    for (const { status, body } of [created, changed]) {
      expect(status).toBe(400)
      expect(['webhook_url_invalid', 'validation_failed']).toContain(body.error.code)
      expect(body.error.param).toBe('url')
    }
  })

  test.each(stored)('%j is not called by a test event', async (url) => {
    await store(url)
    const { body } = await testApp.call('POST', `${endpoint.path}/test`)
    expect(body).toMatchObject({ status: 'failed', last_error: 'blocked_address' })
    expect(trapped).toBe(0)
  })

  test.each(stored)('%j is not called by an attempt, its retry or a resend', async (url) => {
    await store(url)
    await emitComments(testApp, profile, ['inner'])
    await testApp.work()
    const { id } = await newest()
    testApp.clock.advance(70_000)
    await testApp.work()
    await testApp.call('POST', `${endpoint.path}/deliveries/${id}/resend`)
    await testApp.work()
    const { body } = await testApp.call('GET', `${endpoint.path}/deliveries/${id}`)
    const errors = body.attempts.map((each: { error: string }) => each.error)
    expect(errors).toEqual(['blocked_address', 'blocked_address', 'blocked_address'])
    expect(body.attempts[0].response_body).toBeNull()
    expect(trapped).toBe(0)
  })
})
