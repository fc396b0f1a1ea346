import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount, buildKey, buildProfile } from '../../../test/build.ts'
import { buildWebhook, deleteWebhooks, emitComments } from '../../../test/build-webhook.ts'
import { openReceiver, type Receiver } from '../../../test/receiver.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { Profile } from '../../schemas/profile.ts'

const testApp = useTestApp()
let receiver: Receiver
let receiverOfB: Receiver
let a: Profile
let b: Profile

beforeAll(async () => {
  a = await buildProfile(testApp)
  b = await buildProfile(testApp)
})
beforeEach(async () => {
  receiver = await openReceiver()
  receiverOfB = await openReceiver()
})
afterEach(async () => {
  await deleteWebhooks(testApp)
  await receiver.close()
  await receiverOfB.close()
})

const deliveries = async (path: string, key = testApp.ownerKey) =>
  (await testApp.call('GET', `${path}/deliveries`, undefined, { key })).body.data
const bind = async (path: string, profile: Profile | null, url?: string) => {
  const body = { profile_id: profile?.id ?? null, ...(url ? { url } : {}) }
  expect((await testApp.call('PATCH', path, body)).status).toBe(200)
}
const textsAt = ({ received }: Receiver) => received.map(({ json }) => json.data.text)
const fiveMinutes = async () => {
  for (let minutes = 0; minutes < 10; minutes += 1) {
    testApp.clock.advance(30_000)
    await testApp.work()
  }
}

describe('an endpoint that is bound to another profile', () => {
  test('with a pending retry → the retry is skipped in the same commit', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url, profile_id: a.id })
    receiver.respondWith({ status: 500 })
    await emitComments(testApp, a, ['of A'])
    await testApp.work()
    await bind(path, b, receiverOfB.url)
    const { rows } = await testApp.ctx.db.pool.query('select 1 from delivery_queue')
    expect(rows).toEqual([])
    await emitComments(testApp, b, ['of B'])
    await fiveMinutes()
    expect(textsAt(receiverOfB)).toEqual(['of B'])
    expect(receiver.received).toHaveLength(1)
    expect(await deliveries(path)).toMatchObject([
      { status: 'succeeded', profile_id: b.id },
      { status: 'skipped', profile_id: a.id, attempt_count: 1 },
    ])
  })

  test('whose new profile changes url and secret and recovers → gets no deliveries of the first profile', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    const since = testApp.clock.now().toISOString()
    receiver.respondWith({ status: 500 })
    await buildAccount(testApp, { profile_id: a.id })
    await emitComments(testApp, a, ['of A'])
    await emitComments(testApp, b, ['of B'])
    await testApp.work()
    await bind(path, b)
    const key = await buildKey(testApp, { profile_id: b.id })
    const asB = async (method: string, rest: string, body?: object) => {
      const { status } = await testApp.call(method, `${path}${rest}`, body, { key })
      expect(status).toBeLessThan(300)
    }
    expect(await deliveries(path, key)).toMatchObject([{ profile_id: b.id }])
    // A profile key may not name a private address, so the owner does it here.
    await testApp.call('PATCH', path, { url: receiverOfB.url })
    await asB('POST', '/rotate-secret')
    await asB('PATCH', '', { active: false })
    await asB('PATCH', '', { active: true })
    await asB('POST', '/recover', { since })
    await fiveMinutes()
    expect(textsAt(receiverOfB)).toEqual(['of B'])
  })

  test('while a recovery is waiting → only deliveries of the new profile are recovered', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    const since = testApp.clock.now().toISOString()
    await emitComments(testApp, a, ['of A'])
    await emitComments(testApp, b, ['of B'])
    await testApp.call('PATCH', path, { active: false })
    await testApp.call('PATCH', path, { active: true })
    expect((await testApp.call('POST', `${path}/recover`, { since })).status).toBe(202)
    await bind(path, b, receiverOfB.url)
    await fiveMinutes()
    expect(textsAt(receiverOfB)).toEqual(['of B'])
    expect(receiver.received).toEqual([])
  })

  test('resending a delivery of the first profile → 400 profile_conflict', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    await emitComments(testApp, a, ['of A'])
    await testApp.work()
    await bind(path, b, receiverOfB.url)
    const [{ id }] = await deliveries(path)
    const resent = await testApp.call('POST', `${path}/deliveries/${id}/resend`)
    expect([resent.status, resent.body.error.code]).toEqual([400, 'profile_conflict'])
    await testApp.work()
    expect(receiverOfB.received).toEqual([])
  })

  test('while an event of the first profile is being published → that delivery is skipped', async () => {
    const { id, path } = await buildWebhook(testApp, { url: receiver.url, profile_id: a.id })
    await emitComments(testApp, a, ['of A'])
    // As if the publishing transaction had committed after the endpoint was bound to B.
    await testApp.ctx.db.pool.query('update webhook_endpoint set profile_id = $2 where id = $1', [
      id,
      b.id,
    ])
    expect(await deliveries(path)).toMatchObject([{ status: 'skipped' }])
    await fiveMinutes()
    expect(receiver.received).toEqual([])
    expect(await deliveries(path)).toMatchObject([{ status: 'skipped', attempt_count: 0 }])
  })

  test.each([
    [500, 'skipped'],
    [200, 'succeeded'],
  ])(
    'while an attempt is in flight that ends with %i → %s, without a retry',
    async (status, shown) => {
      const { path } = await buildWebhook(testApp, { url: receiver.url, profile_id: a.id })
      receiver.respondWith(async () => {
        await bind(path, b, receiverOfB.url)
        return { status }
      })
      await emitComments(testApp, a, ['of A'])
      await fiveMinutes()
      expect([receiver.received.length, receiverOfB.received.length]).toEqual([1, 0])
      expect(await deliveries(path)).toMatchObject([{ status: shown, attempt_count: 1 }])
    },
  )

  test('and then unbound → skipped deliveries are sent by recover only', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    const since = testApp.clock.now().toISOString()
    receiver.respondWith({ status: 500 })
    await emitComments(testApp, a, ['of A'])
    await testApp.work()
    receiver.respondWith({ status: 200 })
    await bind(path, b)
    await bind(path, null)
    await fiveMinutes()
    expect(textsAt(receiver)).toEqual(['of A'])
    await testApp.call('POST', `${path}/recover`, { since })
    await testApp.work()
    expect(textsAt(receiver)).toEqual(['of A', 'of A'])
    const [{ id }] = await deliveries(path)
    expect((await testApp.call('POST', `${path}/deliveries/${id}/resend`)).status).toBe(202)
    await testApp.work()
    expect(textsAt(receiver)).toEqual(['of A', 'of A', 'of A'])
  })
})
