import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildKey, buildProfile } from '../../../test/build.ts'
import { buildWebhook, emitComments } from '../../../test/build-webhook.ts'
import { openReceiver, type Receiver } from '../../../test/receiver.ts'
import { useTestApp } from '../../../test/test-app.ts'

const testApp = useTestApp()
let receiver: Receiver
let profile: { id: string }
let path: string
let start: string

const hourMs = 3_600_000
const hoursAfter = (hours: number) => new Date(Date.parse(start) + hours * hourMs).toISOString()

/**
 * Hour 0: two deliveries succeed, one fails all of its 8 attempts. Hour 2: one is pending after a failed
 * attempt, one was skipped before the first.
 */
beforeAll(async () => {
  receiver = await openReceiver()
  profile = await buildProfile(testApp)
  path = (await buildWebhook(testApp, { url: receiver.url })).path
  const now = testApp.clock.now().getTime()
  testApp.clock.advance(hourMs - (now % hourMs))
  start = testApp.clock.now().toISOString()
  await emitComments(testApp, profile, ['one', 'two'])
  await testApp.work()
  await testApp.call('POST', `${path}/test`)
  receiver.respondWith({ status: 500 })
  await emitComments(testApp, profile, ['three'])
  for (let hours = 0; hours < 32; hours += 1) {
    await testApp.work()
    testApp.clock.advance(hourMs)
  }
})
afterAll(() => receiver.close())

const read = async (query: string) => await testApp.call('GET', `${path}/statistics?${query}`)

/** Gives the attempts known durations: 10, 20, 30 … ms in their order. */
async function setDurations(): Promise<void> {
  await testApp.ctx.db.pool.query(`
    update attempt set duration_ms = ordered.n * 10
    from (select delivery_id, number, row_number() over (order by started_at, delivery_id, number) as n
      from attempt where delivery_id in (select id from delivery where not test)) ordered
    where ordered.delivery_id = attempt.delivery_id and ordered.number = attempt.number`)
}

test('statistics count deliveries and attempts by the hour, without test events', async () => {
  await setDurations()
  const { status, body } = await read(`since=${start}&until=${hoursAfter(3)}`)
  expect(status).toBe(200)
  const hour = {
    deliveries: 3,
    succeeded: 2,
    failed: 1,
    skipped: 0,
    pending: 0,
    attempts: 10,
    failed_attempts: 8,
    success_rate: 0.2,
    latency_ms: { p50: 50, p95: 100 },
  }
  const none = {
    deliveries: 0,
    succeeded: 0,
    failed: 0,
    skipped: 0,
    pending: 0,
    attempts: 0,
    failed_attempts: 0,
    success_rate: null,
    latency_ms: null,
  }
  expect(body).toMatchObject({ interval: 'hour', since: start, until: hoursAfter(3), total: hour })
  expect(body.buckets).toEqual([
    { start, ...hour },
    { start: hoursAfter(1), ...none },
    { start: hoursAfter(2), ...none },
  ])
})

test('pending and skipped deliveries are counted by their status now', async () => {
  const since = testApp.clock.now().toISOString()
  await emitComments(testApp, profile, ['pending'])
  await testApp.work()
  testApp.clock.advance(1_000)
  const until = testApp.clock.now().toISOString()
  const query = `since=${since}&until=${until}`
  expect((await read(query)).body.total).toMatchObject({ pending: 1, skipped: 0, attempts: 1 })
  await testApp.call('PATCH', path, { active: false })
  const { total } = (await read(query)).body
  expect(total).toMatchObject({ deliveries: 1, pending: 0, skipped: 1, failed_attempts: 1 })
  await testApp.call('PATCH', path, { active: true })
})

test('by day and event type, the buckets are days in UTC and leave other types out', async () => {
  const days = `since=${start}&until=${hoursAfter(32)}&interval=day`
  const { body } = await read(`${days}&event_type=comment.created`)
  expect(body.total.deliveries).toBeGreaterThanOrEqual(3)
  expect(body.buckets[0].start).toBe(`${start.slice(0, 10)}T00:00:00.000Z`)
  expect(body.buckets).toHaveLength(2)
  expect((await read(`${days}&event_type=post.failed`)).body.total.deliveries).toBe(0)
})

test('the default is the last 24 hours by the hour; longer than a week is by the day', async () => {
  const { body } = await read('')
  expect(body.interval).toBe('hour')
  expect(Date.parse(body.until) - Date.parse(body.since)).toBe(24 * hourMs)
  const long = testApp.clock.now().getTime() - 8 * 24 * hourMs
  expect((await read(`since=${new Date(long).toISOString()}`)).body.interval).toBe('day')
})

test('a range before the history returns 400 too_long_ago', async () => {
  const { status, body } = await read('since=2020-01-01T00:00:00Z')
  expect(status).toBe(400)
  expect(body.error.details).toMatchObject([{ path: 'since', code: 'too_long_ago' }])
})

test("a profile key gets 404 for another profile's endpoint", async () => {
  const key = await buildKey(testApp, { profile_id: profile.id })
  const response = await testApp.call('GET', `${path}/statistics`, undefined, { key })
  expect([response.status, response.body.error.code]).toEqual([404, 'webhook_not_found'])
})
