import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildProfile } from '../../../../test/build.ts'
import { buildWebhook, deleteWebhooks, emitComments } from '../../../../test/build-webhook.ts'
import { openReceiver, type Receiver } from '../../../../test/receiver.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { Profile } from '../../../schemas/profile.ts'

const testApp = useTestApp()
let receiver: Receiver
let profile: Profile

beforeAll(async () => {
  profile = await buildProfile(testApp)
})
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(async () => {
  await deleteWebhooks(testApp)
  await receiver.close()
})

const texts = (count: number) => Array.from({ length: count }, (_, index) => `event ${index}`)
const read = async (path: string) => (await testApp.call('GET', path)).body
const deliveries = async (path: string) => (await read(`${path}/deliveries?limit=100`)).data
const resend = async (path: string, id: string) =>
  expect((await testApp.call('POST', `${path}/deliveries/${id}/resend`)).status).toBe(202)
const idOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['service-delivery'])

/** Advances the clock second by second; returns the second of each attempt. */
async function recordAttempts(seconds: number): Promise<{ id: string; at: number }[]> {
  const attempts: { id: string; at: number }[] = []
  for (let second = 0; second <= seconds; second += 1) {
    if (second > 0) testApp.clock.advance(1_000)
    const countBefore = receiver.received.length
    await testApp.work()
    for (const request of receiver.received.slice(countBefore))
      attempts.push({ id: idOf(request), at: second })
  }
  return attempts
}

describe('a failing endpoint with 60 events waiting', () => {
  test('gets an attempt at least every 5 seconds and retries on time, and is disabled after 50 failures', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    receiver.respondWith({ status: 500 })
    await emitComments(testApp, profile, texts(60))
    const attempts = await recordAttempts(240)
    expect(attempts).toHaveLength(50)
    expect(await read(path)).toMatchObject({ active: false, consecutive_failures: 50 })
    const last = attempts.at(-1)!.at
    const gaps = attempts.map(({ at }, index) => at - (attempts[index - 1]?.at ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(5)
    expect(last).toBeGreaterThanOrEqual(120)
    for (const times of Map.groupBy(attempts, ({ id }) => id).values()) {
      const [first, second] = times.map(({ at }) => at) as [number, number?]
      // 60 s, up to 10 % jitter, and up to 9 s behind other deliveries that are due.
      const due = { from: first + 60, to: first + 66 + 9 }
      if (second === undefined) expect(due.to).toBeGreaterThan(last)
      else expect([second >= due.from, second <= due.to]).toEqual([true, true])
    }
    expect(Map.groupBy(attempts, ({ id }) => id).size).toBeLessThan(40)
  })

  test('gets a resend before all due deliveries', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    receiver.respondWith({ status: 500 })
    await emitComments(testApp, profile, texts(60))
    const before = await recordAttempts(61)
    const [{ id }] = (await deliveries(path)).filter(
      (each: { attempt_count: number }) => each.attempt_count === 0,
    )
    await resend(path, id)
    const after = await recordAttempts(2)
    expect(after[0]!.id).toBe(id)
    expect(before.some((each) => each.id === id)).toBe(false)
  })

  test('gets recovered deliveries one at a time, after due retries', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    const since = testApp.clock.now().toISOString()
    receiver.respondWith({ status: 500 })
    await emitComments(testApp, profile, texts(40))
    await testApp.call('PATCH', path, { active: false })
    await testApp.call('PATCH', path, { active: true })
    await emitComments(testApp, profile, texts(5))
    await testApp.work()
    const attempted = new Set(receiver.received.map(idOf))
    expect((await testApp.call('POST', `${path}/recover`, { since })).status).toBe(202)
    const attempts = await recordAttempts(59)
    expect(attempts.length).toBeLessThan(20)
    expect(new Set(attempts.map(({ at }) => at)).size).toBe(attempts.length)
    // Now the retries are due, and the wait for the next recovered delivery is over.
    testApp.clock.advance(10_000)
    const next = await recordAttempts(4)
    expect(next.map(({ id }) => attempted.has(id))).toEqual([true, true, true, true, true])
  })
})
