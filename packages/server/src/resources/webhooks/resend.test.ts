import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildProfile } from '../../../test/build.ts'
import {
  buildWebhook,
  deleteWebhooks,
  emitComments,
  failNewest,
} from '../../../test/build-webhook.ts'
import { type House, openHouse } from '../../../test/house.ts'
import { openReceiver, type Receiver, verifies } from '../../../test/receiver.ts'
import type { Profile } from '../../schemas/profile.ts'

let house: House
let receiver: Receiver
let profile: Profile

beforeAll(async () => {
  house = await openHouse()
  profile = await buildProfile(house)
})
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(async () => {
  await deleteWebhooks(house)
  await receiver.close()
})
afterAll(() => house.close())

const deliveries = async (path: string, query = '') =>
  (await house.call('GET', `${path}/deliveries${query}`)).body.data
const detail = async (path: string, id: string) =>
  (await house.call('GET', `${path}/deliveries/${id}`)).body
const resend = async (path: string, id: string) =>
  expect((await house.call('POST', `${path}/deliveries/${id}/resend`)).status).toBe(202)
const attemptsOf = async (path: string, id: string) =>
  (await detail(path, id)).attempts.map(({ number }: { number: number }) => number)
const failAll = (path: string) => failNewest(house, path)

describe('a resend', () => {
  test('is the same delivery and event with the next number, the current url and secret, one try', async () => {
    const { path } = await buildWebhook(house, { url: `${receiver.url}/old` })
    receiver.answer({ status: 500 })
    await emitComments(house, profile, ['again'])
    const failed = await failAll(path)
    await house.call('PATCH', path, { url: `${receiver.url}/new`, active: true })
    const rotated = await house.call('POST', `${path}/rotate-secret`, { overlap_seconds: 0 })
    const resent = await house.call('POST', `${path}/deliveries/${failed.id}/resend`)
    expect(resent.status).toBe(202)
    expect(resent.body).toMatchObject({ id: failed.id, status: 'pending', attempt_count: 8 })
    await house.work()
    const last = receiver.received.at(-1)!
    expect(last.path).toBe('/hooks/new')
    expect(last.headers['service-delivery']).toBe(failed.id)
    expect(last.body).toBe(receiver.received[0]!.body)
    expect(verifies(last, rotated.body.secret, house.clock.now())).toBe(true)
    expect(await deliveries(path)).toMatchObject([{ status: 'failed', attempt_count: 9 }])
    house.clock.advance(86_400_000)
    await house.work()
    expect(receiver.received).toHaveLength(9)

    receiver.answer({ status: 200 })
    await house.call('POST', `${path}/deliveries/${failed.id}/resend`)
    await house.work()
    const shown = await detail(path, failed.id)
    expect(shown).toMatchObject({ status: 'succeeded', attempt_count: 10, last_error: null })
    expect(shown.attempts.map((each: { number: number }) => each.number)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ])
    expect(shown.attempts.at(-1).url).toBe(`${receiver.url}/new`)
  })

  test('on an inactive endpoint is 409 webhook_inactive', async () => {
    const { path } = await buildWebhook(house, { url: receiver.url })
    await emitComments(house, profile, ['hello'])
    await house.work()
    await house.call('PATCH', path, { active: false })
    const [{ id }] = await deliveries(path)
    const answer = await house.call('POST', `${path}/deliveries/${id}/resend`)
    expect(answer.status).toBe(409)
    expect(answer.body.error.code).toBe('webhook_inactive')
  })
})

describe('each resend', () => {
  test('of a delivered one is an attempt: two at once → two attempts with their own numbers', async () => {
    const { path } = await buildWebhook(house, { url: receiver.url })
    await emitComments(house, profile, ['twice'])
    await house.work()
    const [{ id }] = await deliveries(path)
    await Promise.all([resend(path, id), resend(path, id)])
    await house.work()
    expect(receiver.received).toHaveLength(3)
    expect(await attemptsOf(path, id)).toEqual([1, 2, 3])
    expect(await deliveries(path)).toMatchObject([{ status: 'succeeded', attempt_count: 3 }])
    expect((await house.ctx.db.pool.query('select 1 from delivery_queue')).rows).toEqual([])
  })

  test('of a pending one comes on top of the schedule, which keeps its times', async () => {
    const { path } = await buildWebhook(house, { url: receiver.url })
    receiver.answer({ status: 500 })
    await emitComments(house, profile, ['on top'])
    await house.work()
    const [{ id, next_attempt_at: due }] = await deliveries(path)
    await resend(path, id)
    await resend(path, id)
    await house.work()
    expect(receiver.received).toHaveLength(3)
    expect(await deliveries(path)).toMatchObject([
      { status: 'pending', attempt_count: 3, next_attempt_at: due },
    ])
    house.clock.advance(Date.parse(due) - house.clock.now().getTime())
    await house.work()
    expect(await attemptsOf(path, id)).toEqual([1, 2, 3, 4])
    const [pending] = await deliveries(path)
    const wait = Date.parse(pending.next_attempt_at) - house.clock.now().getTime()
    expect(wait).toBeGreaterThanOrEqual(5 * 60_000)
    expect(wait).toBeLessThanOrEqual(5.5 * 60_000)
    for (let hours = 0; hours < 30; hours += 1) {
      house.clock.advance(3_600_000)
      await house.work()
    }
    expect(await deliveries(path)).toMatchObject([{ status: 'failed', attempt_count: 10 }])
  })

  test('that is delivered ends the schedule', async () => {
    const { path } = await buildWebhook(house, { url: receiver.url })
    receiver.answer({ status: 500 })
    await emitComments(house, profile, ['mended'])
    await house.work()
    receiver.answer({ status: 200 })
    const [{ id }] = await deliveries(path)
    await resend(path, id)
    await house.work()
    expect(await deliveries(path)).toMatchObject([{ status: 'succeeded', attempt_count: 2 }])
    house.clock.advance(3_600_000)
    await house.work()
    expect(receiver.received).toHaveLength(2)
  })

  test.each([200, 500])(
    'that is asked for while an attempt is in flight that ends with %i → one more attempt',
    async (status) => {
      const { path } = await buildWebhook(house, { url: receiver.url })
      receiver.answer(async (request) => {
        if (receiver.received.length === 1)
          await resend(path, String(request.headers['service-delivery']))
        return { status }
      })
      await emitComments(house, profile, ['in flight'])
      await house.work()
      const [{ id }] = await deliveries(path)
      expect(await attemptsOf(path, id)).toEqual([1, 2])
      expect(await deliveries(path)).toMatchObject([
        { status: status === 200 ? 'succeeded' : 'pending' },
      ])
    },
  )

  test('after a delivered one fails → failed, as the last attempt says', async () => {
    const { path } = await buildWebhook(house, { url: receiver.url })
    await emitComments(house, profile, ['both'])
    await house.work()
    const [{ id }] = await deliveries(path)
    await resend(path, id)
    await resend(path, id)
    receiver.answer(() => ({ status: receiver.received.length === 3 ? 500 : 200 }))
    await house.work()
    expect(await attemptsOf(path, id)).toEqual([1, 2, 3])
    expect(await deliveries(path)).toMatchObject([{ status: 'failed' }])
  })
})

describe('recovering', () => {
  test('sends again what failed or was skipped since then, and nothing else', async () => {
    const { path } = await buildWebhook(house, { url: receiver.url })
    receiver.answer((request) => ({ status: request.json.data.text === 'fine' ? 200 : 500 }))
    await emitComments(house, profile, ['before'])
    await failAll(path)
    house.clock.advance(3_600_000)
    const since = house.clock.now().toISOString()
    await emitComments(house, profile, ['fine', 'failed'])
    for (let hours = 0; hours < 32; hours += 1) {
      await house.work()
      house.clock.advance(3_600_000)
    }
    await emitComments(house, profile, ['skipped'])
    await house.call('PATCH', path, { active: false })
    const inactive = await house.call('POST', `${path}/recover`, { since })
    expect(inactive.body.error.code).toBe('webhook_inactive')
    await house.call('PATCH', path, { active: true })
    await house.work()
    receiver.answer({ status: 200 })
    receiver.received.length = 0
    const { status, body } = await house.call('POST', `${path}/recover`, { since })
    expect(status).toBe(202)
    expect(body).toMatchObject({ object: 'webhook_recovery', since })
    await house.work()
    const texts = receiver.received.map((each) => each.json.data.text).sort()
    expect(texts).toEqual(['failed', 'skipped'])
    const statuses = (await deliveries(path)).map((each: { status: string }) => each.status)
    expect(statuses.sort()).toEqual(['failed', 'succeeded', 'succeeded', 'succeeded'])
  })

  test('asked for again before it began is one recovery, since the earliest instant', async () => {
    const { path } = await buildWebhook(house, { url: receiver.url })
    const since = house.clock.now().toISOString()
    await emitComments(house, profile, ['missed'])
    await house.call('PATCH', path, { active: false })
    await house.call('PATCH', path, { active: true })
    house.clock.advance(60_000)
    for (const from of [house.clock.now().toISOString(), since, house.clock.now().toISOString()]) {
      expect((await house.call('POST', `${path}/recover`, { since: from })).status).toBe(202)
    }
    const { rows } = await house.ctx.db.pool.query('select since from webhook_recovery')
    expect(rows.map((row) => row.since.toISOString())).toEqual([since])
    await house.work()
    expect(receiver.received.map((each) => each.json.data.text)).toEqual(['missed'])
  })

  test('since what lies ahead or before the history is refused, each in its own words', async () => {
    const { path } = await buildWebhook(house, { url: receiver.url })
    const now = house.clock.now().getTime()
    for (const [ms, code] of [
      [60_000, 'in_future'],
      [-31 * 86_400_000, 'too_long_ago'],
    ] as const) {
      const since = new Date(now + ms).toISOString()
      const { status, body } = await house.call('POST', `${path}/recover`, { since })
      expect([status, body.error.details[0].code]).toEqual([400, code])
    }
  })

  test('leaves out a delivery that had as many attempts as it may have', async () => {
    const { path } = await buildWebhook(house, { url: receiver.url })
    const since = house.clock.now().toISOString()
    await emitComments(house, profile, ['often'])
    await house.call('PATCH', path, { active: false })
    await house.call('PATCH', path, { active: true })
    await house.ctx.db.pool.query(
      `insert into attempt (delivery_id, created_at, number, started_at, duration_ms, url)
       select id, created_at, 100, created_at, 1, '' from delivery
       where outcome = 'skipped' order by created_at desc, id desc limit 1`,
    )
    await house.call('POST', `${path}/recover`, { since })
    await house.work()
    expect(receiver.received).toEqual([])
  })

  test('goes through more than one page', async () => {
    const { path } = await buildWebhook(house, { url: receiver.url })
    const since = house.clock.now().toISOString()
    await emitComments(
      house,
      profile,
      Array.from({ length: 520 }, (_, place) => `${place}`),
    )
    await house.call('PATCH', path, { active: false })
    await house.call('PATCH', path, { active: true })
    await house.work()
    expect(receiver.received).toEqual([])
    await house.call('POST', `${path}/recover`, { since })
    await house.work()
    expect(new Set(receiver.received.map((each) => each.json.data.text)).size).toBe(520)
    expect(receiver.received).toHaveLength(520)
  })

  test.each(['2026-01-01T00:00:00Z', '2030-01-01T00:00:00Z', 'yesterday'])(
    'since %s is refused',
    async (since) => {
      const { path } = await buildWebhook(house, { url: receiver.url })
      const answer = await house.call('POST', `${path}/recover`, { since })
      expect(answer.body.error).toMatchObject({ code: 'validation_failed', param: 'since' })
    },
  )
})
