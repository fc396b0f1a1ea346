import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildProfile } from '../../../test/build.ts'
import {
  buildWebhook,
  deleteWebhooks,
  emitComments,
  failNewestDelivery,
} from '../../../test/build-webhook.ts'
import { hasValidSignature, openReceiver, type Receiver } from '../../../test/receiver.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { Profile } from '../../schemas/profile.ts'

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

const deliveries = async (path: string, query = '') =>
  (await testApp.call('GET', `${path}/deliveries${query}`)).body.data
const detail = async (path: string, id: string) =>
  (await testApp.call('GET', `${path}/deliveries/${id}`)).body
const resend = async (path: string, id: string) =>
  expect((await testApp.call('POST', `${path}/deliveries/${id}/resend`)).status).toBe(202)
const attemptsOf = async (path: string, id: string) =>
  (await detail(path, id)).attempts.map(({ number }: { number: number }) => number)
const failAll = (path: string) => failNewestDelivery(testApp, path)

describe('a resend', () => {
  test('sends the same delivery and event once more, with the next number and the current url and secret', async () => {
    const { path } = await buildWebhook(testApp, { url: `${receiver.url}/old` })
    receiver.respondWith({ status: 500 })
    await emitComments(testApp, profile, ['again'])
    const failed = await failAll(path)
    await testApp.call('PATCH', path, { url: `${receiver.url}/new`, active: true })
    const rotated = await testApp.call('POST', `${path}/rotate-secret`, { overlap_seconds: 0 })
    const resent = await testApp.call('POST', `${path}/deliveries/${failed.id}/resend`)
    expect(resent.status).toBe(202)
    expect(resent.body).toMatchObject({ id: failed.id, status: 'pending', attempt_count: 8 })
    await testApp.work()
    const last = receiver.received.at(-1)!
    expect(last.path).toBe('/hooks/new')
    expect(last.headers['service-delivery']).toBe(failed.id)
    expect(last.body).toBe(receiver.received[0]!.body)
    expect(hasValidSignature(last, rotated.body.secret, testApp.clock.now())).toBe(true)
    expect(await deliveries(path)).toMatchObject([{ status: 'failed', attempt_count: 9 }])
    testApp.clock.advance(86_400_000)
    await testApp.work()
    expect(receiver.received).toHaveLength(9)

    receiver.respondWith({ status: 200 })
    await testApp.call('POST', `${path}/deliveries/${failed.id}/resend`)
    await testApp.work()
    const details = await detail(path, failed.id)
    expect(details).toMatchObject({ status: 'succeeded', attempt_count: 10, last_error: null })
    expect(details.attempts.map((each: { number: number }) => each.number)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ])
    expect(details.attempts.at(-1).url).toBe(`${receiver.url}/new`)
  })

  test('on an inactive endpoint returns 409 webhook_inactive', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    await emitComments(testApp, profile, ['hello'])
    await testApp.work()
    await testApp.call('PATCH', path, { active: false })
    const [{ id }] = await deliveries(path)
    const response = await testApp.call('POST', `${path}/deliveries/${id}/resend`)
    expect(response.status).toBe(409)
    expect(response.body.error.code).toBe('webhook_inactive')
  })
})

describe('each resend', () => {
  test('of a delivered delivery is one attempt: two concurrent ones → two attempts with different numbers', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    await emitComments(testApp, profile, ['twice'])
    await testApp.work()
    const [{ id }] = await deliveries(path)
    await Promise.all([resend(path, id), resend(path, id)])
    await testApp.work()
    expect(receiver.received).toHaveLength(3)
    expect(await attemptsOf(path, id)).toEqual([1, 2, 3])
    expect(await deliveries(path)).toMatchObject([{ status: 'succeeded', attempt_count: 3 }])
    expect((await testApp.ctx.db.pool.query('select 1 from delivery_queue')).rows).toEqual([])
  })

  test('of a pending delivery is an extra attempt, and the schedule keeps its times', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    receiver.respondWith({ status: 500 })
    await emitComments(testApp, profile, ['on top'])
    await testApp.work()
    const [{ id, next_attempt_at: due }] = await deliveries(path)
    await resend(path, id)
    await resend(path, id)
    await testApp.work()
    expect(receiver.received).toHaveLength(3)
    expect(await deliveries(path)).toMatchObject([
      { status: 'pending', attempt_count: 3, next_attempt_at: due },
    ])
    testApp.clock.advance(Date.parse(due) - testApp.clock.now().getTime())
    await testApp.work()
    expect(await attemptsOf(path, id)).toEqual([1, 2, 3, 4])
    const [pending] = await deliveries(path)
    const wait = Date.parse(pending.next_attempt_at) - testApp.clock.now().getTime()
    expect(wait).toBeGreaterThanOrEqual(5 * 60_000)
    expect(wait).toBeLessThanOrEqual(5.5 * 60_000)
    for (let hours = 0; hours < 30; hours += 1) {
      testApp.clock.advance(3_600_000)
      await testApp.work()
    }
    expect(await deliveries(path)).toMatchObject([{ status: 'failed', attempt_count: 10 }])
  })

  test('that succeeds ends the schedule', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    receiver.respondWith({ status: 500 })
    await emitComments(testApp, profile, ['mended'])
    await testApp.work()
    receiver.respondWith({ status: 200 })
    const [{ id }] = await deliveries(path)
    await resend(path, id)
    await testApp.work()
    expect(await deliveries(path)).toMatchObject([{ status: 'succeeded', attempt_count: 2 }])
    testApp.clock.advance(3_600_000)
    await testApp.work()
    expect(receiver.received).toHaveLength(2)
  })

  test.each([200, 500])(
    'requested during an attempt that ends with %i → one more attempt',
    async (status) => {
      const { path } = await buildWebhook(testApp, { url: receiver.url })
      receiver.respondWith(async (request) => {
        if (receiver.received.length === 1)
          await resend(path, String(request.headers['service-delivery']))
        return { status }
      })
      await emitComments(testApp, profile, ['in flight'])
      await testApp.work()
      const [{ id }] = await deliveries(path)
      expect(await attemptsOf(path, id)).toEqual([1, 2])
      expect(await deliveries(path)).toMatchObject([
        { status: status === 200 ? 'succeeded' : 'pending' },
      ])
    },
  )

  test('that fails after a success → failed, as the last attempt', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    await emitComments(testApp, profile, ['both'])
    await testApp.work()
    const [{ id }] = await deliveries(path)
    await resend(path, id)
    await resend(path, id)
    receiver.respondWith(() => ({ status: receiver.received.length === 3 ? 500 : 200 }))
    await testApp.work()
    expect(await attemptsOf(path, id)).toEqual([1, 2, 3])
    expect(await deliveries(path)).toMatchObject([{ status: 'failed' }])
  })
})

describe('recovering', () => {
  test('sends only failed and skipped deliveries since the instant', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    receiver.respondWith((request) => ({ status: request.json.data.text === 'fine' ? 200 : 500 }))
    await emitComments(testApp, profile, ['before'])
    await failAll(path)
    testApp.clock.advance(3_600_000)
    const since = testApp.clock.now().toISOString()
    await emitComments(testApp, profile, ['fine', 'failed'])
    for (let hours = 0; hours < 32; hours += 1) {
      await testApp.work()
      testApp.clock.advance(3_600_000)
    }
    await emitComments(testApp, profile, ['skipped'])
    await testApp.call('PATCH', path, { active: false })
    const inactive = await testApp.call('POST', `${path}/recover`, { since })
    expect(inactive.body.error.code).toBe('webhook_inactive')
    await testApp.call('PATCH', path, { active: true })
    await testApp.work()
    receiver.respondWith({ status: 200 })
    receiver.received.length = 0
    const { status, body } = await testApp.call('POST', `${path}/recover`, { since })
    expect(status).toBe(202)
    expect(body).toMatchObject({ object: 'webhook_recovery', since })
    await testApp.work()
    const texts = receiver.received.map((each) => each.json.data.text).sort()
    expect(texts).toEqual(['failed', 'skipped'])
    const statuses = (await deliveries(path)).map((each: { status: string }) => each.status)
    expect(statuses.sort()).toEqual(['failed', 'succeeded', 'succeeded', 'succeeded'])
  })

  test('twice before it started is one recovery since the earlier instant', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    const since = testApp.clock.now().toISOString()
    await emitComments(testApp, profile, ['missed'])
    await testApp.call('PATCH', path, { active: false })
    await testApp.call('PATCH', path, { active: true })
    testApp.clock.advance(60_000)
    for (const from of [
      testApp.clock.now().toISOString(),
      since,
      testApp.clock.now().toISOString(),
    ]) {
      expect((await testApp.call('POST', `${path}/recover`, { since: from })).status).toBe(202)
    }
    const { rows } = await testApp.ctx.db.pool.query('select since from webhook_recovery')
    expect(rows.map((row) => row.since.toISOString())).toEqual([since])
    await testApp.work()
    expect(receiver.received.map((each) => each.json.data.text)).toEqual(['missed'])
  })

  test('since a future instant or one before the history is refused with its own code', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    const now = testApp.clock.now().getTime()
    for (const [ms, code] of [
      [60_000, 'in_future'],
      [-31 * 86_400_000, 'too_long_ago'],
    ] as const) {
      const since = new Date(now + ms).toISOString()
      const { status, body } = await testApp.call('POST', `${path}/recover`, { since })
      expect([status, body.error.details[0].code]).toEqual([400, code])
    }
  })

  test('leaves out a delivery with the maximum of attempts', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    const since = testApp.clock.now().toISOString()
    await emitComments(testApp, profile, ['often'])
    await testApp.call('PATCH', path, { active: false })
    await testApp.call('PATCH', path, { active: true })
    await testApp.ctx.db.pool.query(
      `insert into attempt (delivery_id, created_at, number, started_at, duration_ms, url)
       select id, created_at, 100, created_at, 1, '' from delivery
       where outcome = 'skipped' order by created_at desc, id desc limit 1`,
    )
    await testApp.call('POST', `${path}/recover`, { since })
    await testApp.work()
    expect(receiver.received).toEqual([])
  })

  test('continues over several pages', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    const since = testApp.clock.now().toISOString()
    await emitComments(
      testApp,
      profile,
      Array.from({ length: 520 }, (_, index) => `${index}`),
    )
    await testApp.call('PATCH', path, { active: false })
    await testApp.call('PATCH', path, { active: true })
    await testApp.work()
    expect(receiver.received).toEqual([])
    await testApp.call('POST', `${path}/recover`, { since })
    await testApp.work()
    expect(new Set(receiver.received.map((each) => each.json.data.text)).size).toBe(520)
    expect(receiver.received).toHaveLength(520)
  })

  test.each(['2026-01-01T00:00:00Z', '2030-01-01T00:00:00Z', 'yesterday'])(
    'since %s is refused',
    async (since) => {
      const { path } = await buildWebhook(testApp, { url: receiver.url })
      const response = await testApp.call('POST', `${path}/recover`, { since })
      expect(response.body.error).toMatchObject({ code: 'validation_failed', param: 'since' })
    },
  )
})
