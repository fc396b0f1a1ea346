import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildProfile } from '../../../../test/build.ts'
import { buildWebhook, deleteWebhooks, emitComments } from '../../../../test/build-webhook.ts'
import { hasValidSignature, openReceiver, type Receiver } from '../../../../test/receiver.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { Profile } from '../../../schemas/profile.ts'

const minute = 60_000
const hour = 60 * minute

const testApp = useTestApp()
let receiver: Receiver
let profile: Profile

beforeAll(async () => {
  profile = await buildProfile(testApp, { external_id: 'client-42' })
})
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(async () => {
  await deleteWebhooks(testApp)
  await receiver.close()
})

const deliveries = async (path: string, query = '') =>
  (await testApp.call('GET', `${path}/deliveries${query}`)).body.data
const detail = async (path: string, id: string) =>
  (await testApp.call('GET', `${path}/deliveries/${id}`)).body

describe('retries', () => {
  test('a delivery is retried after 1, 5, 30 minutes, 2, 5, 8 and 8 hours, then is failed', async () => {
    const { path, secret } = await buildWebhook(testApp, { url: receiver.url })
    receiver.respondWith({ status: 503, body: 'try later' })
    await emitComments(testApp, profile, ['stubborn'])
    await testApp.work()
    const delays = [minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 8 * hour, 8 * hour]
    for (const [index, delay] of delays.entries()) {
      expect(receiver.received).toHaveLength(index + 1)
      const [pending] = await deliveries(path)
      expect(pending).toMatchObject({ status: 'pending', attempt_count: index + 1 })
      const wait = Date.parse(pending.next_attempt_at) - testApp.clock.now().getTime()
      expect(wait).toBeGreaterThanOrEqual(delay)
      expect(wait).toBeLessThanOrEqual(delay + Math.min(delay / 10, minute))
      testApp.clock.advance(delay - 1)
      await testApp.work()
      expect(receiver.received).toHaveLength(index + 1)
      testApp.clock.advance(wait - delay + 1)
      await testApp.work()
    }
    expect(receiver.received).toHaveLength(8)
    const [failed] = await deliveries(path)
    expect(failed).toMatchObject({
      status: 'failed',
      attempt_count: 8,
      next_attempt_at: null,
      last_status_code: 503,
      last_error: 'http_status',
    })
    testApp.clock.advance(24 * hour)
    await testApp.work()
    expect(receiver.received).toHaveLength(8)

    const bodies = new Set(receiver.received.map((each) => each.body))
    expect(bodies.size).toBe(1)
    const times = receiver.received.map((each) => String(each.headers['service-signature']))
    expect(new Set(times).size).toBe(8)
    const sentAt = Number(/^t=(\d+)/.exec(times[7]!)![1]) * 1_000
    expect(hasValidSignature(receiver.received[7]!, secret, new Date(sentAt))).toBe(true)
    expect(hasValidSignature(receiver.received[7]!, secret, new Date(sentAt + 301_000))).toBe(false)
    expect(
      (await detail(path, failed.id)).attempts.map((each: { number: number }) => each.number),
    ).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('a later success ends the schedule', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    receiver.respondWith({ status: 500 })
    await emitComments(testApp, profile, ['second time lucky'])
    await testApp.work()
    receiver.respondWith({ status: 200 })
    testApp.clock.advance(66_000)
    await testApp.work()
    expect(await deliveries(path)).toMatchObject([
      { status: 'succeeded', attempt_count: 2, last_error: null, last_status_code: 200 },
    ])
    expect((await testApp.call('GET', path)).body.consecutive_failures).toBe(0)
  })

  test('a redirect is not followed and counts as a failure', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    receiver.respondWith({ status: 302, headers: { location: `${receiver.url}/elsewhere` } })
    await emitComments(testApp, profile, ['moved'])
    await testApp.work()
    expect(receiver.received.map((each) => each.path)).toEqual(['/hooks'])
    expect(await deliveries(path)).toMatchObject([
      { status: 'pending', last_error: 'redirect', last_status_code: 302 },
    ])
  })

  test('an unreachable receiver → last_error connection', async () => {
    const { path } = await buildWebhook(testApp, { url: 'http://127.0.0.1:1/' })
    await emitComments(testApp, profile, ['anyone?'])
    await testApp.work()
    expect(await deliveries(path)).toMatchObject([
      { last_error: 'connection', last_status_code: null, attempt_count: 1 },
    ])
  })
})
