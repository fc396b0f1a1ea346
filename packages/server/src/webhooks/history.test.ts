import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildKey, buildProfile } from '../../test/build.ts'
import { buildWebhook, deleteWebhooks, emitComments } from '../../test/build-webhook.ts'
import { type House, openHouse } from '../../test/house.ts'
import { openReceiver, type Receiver, verifies } from '../../test/receiver.ts'
import type { Profile } from '../resources/profile.ts'

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
const failAll = async (path: string) => {
  for (let hours = 0; hours < 32; hours += 1) {
    house.clock.advance(3_600_000)
    await house.work()
  }
  const [delivery] = await deliveries(path)
  expect(delivery).toMatchObject({ status: 'failed', attempt_count: 8 })
  return delivery
}

describe('the history', () => {
  test('is listed newest first in pages without a gap', async () => {
    const { path } = await buildWebhook(house, { url: receiver.url })
    for (let count = 0; count < 7; count += 1) {
      await emitComments(house, profile, [`${count}`, `${count}b`])
      house.clock.advance(1_000)
    }
    await house.work()
    const all = await deliveries(path, '?limit=100')
    expect(all).toHaveLength(14)
    const times = all.map((each: { created_at: string }) => each.created_at)
    expect(times).toEqual([...times].sort().reverse())
    const seen: unknown[] = []
    let cursor = ''
    do {
      const { body } = await house.call('GET', `${path}/deliveries?limit=4${cursor}`)
      seen.push(...body.data)
      cursor = body.next_cursor ? `&cursor=${body.next_cursor}` : ''
    } while (cursor)
    expect(seen).toEqual(all)
  })

  test('has no gap between days, however many are in one', async () => {
    const { path } = await buildWebhook(house, { url: receiver.url })
    for (const count of [3, 6, 1]) {
      house.clock.advance(3 * 86_400_000)
      await emitComments(
        house,
        profile,
        Array.from({ length: count }, (_, place) => `${place}`),
      )
    }
    await house.work()
    const all = await deliveries(path, '?limit=100')
    expect(all).toHaveLength(10)
    for (const size of [1, 2, 5, 9]) {
      const seen: unknown[] = []
      let cursor = ''
      do {
        const { body } = await house.call('GET', `${path}/deliveries?limit=${size}${cursor}`)
        seen.push(...body.data)
        cursor = body.next_cursor ? `&cursor=${body.next_cursor}` : ''
      } while (cursor)
      expect(seen).toEqual(all)
    }
  })

  test('lists each delivery with all its attempts and what is sent, as it is read by itself', async () => {
    const { path } = await buildWebhook(house, { url: receiver.url })
    receiver.answer({ status: 500, body: 'not today' })
    await emitComments(house, profile, ['first'])
    await failAll(path)
    await house.call('PATCH', path, { active: true })
    receiver.answer({ status: 200 })
    house.clock.advance(2 * 86_400_000)
    await emitComments(house, profile, ['second', 'third'])
    await house.work()
    const all = await deliveries(path)
    expect(all.map((each: { attempts: unknown[] }) => each.attempts.length)).toEqual([1, 1, 8])
    for (const each of all) {
      expect(each).toEqual(await detail(path, each.id))
      expect(JSON.parse(each.request.body).id).toBe(each.event_id)
    }
    const [attempt] = all[2].attempts
    expect(attempt).toMatchObject({ number: 1, status_code: 500, error: 'http_status' })
    expect(attempt.response_body).toBe('not today')
  })

  test('is filtered by status and event type', async () => {
    const { path } = await buildWebhook(house, { url: receiver.url })
    receiver.answer((request) => ({ status: request.json.data.text === 'bad' ? 500 : 200 }))
    await emitComments(house, profile, ['good', 'bad'])
    await house.work()
    const statuses = async (query: string) =>
      (await deliveries(path, query)).map((each: { status: string }) => each.status)
    expect(await statuses('?status=succeeded')).toEqual(['succeeded'])
    expect(await statuses('?status=pending')).toEqual(['pending'])
    expect(await statuses('?status=failed')).toEqual([])
    expect((await statuses('?status=pending,succeeded')).sort()).toEqual(['pending', 'succeeded'])
    expect(await statuses('?event_type=post.failed')).toEqual([])
    expect(await statuses('?event_type=comment.created,post.failed')).toHaveLength(2)
    await house.call('PATCH', path, { active: false })
    expect(await statuses('?status=skipped')).toEqual(['skipped'])
    expect((await statuses('?status=failed,skipped')).sort()).toEqual(['skipped'])
    const answer = await house.call('GET', `${path}/deliveries?status=lost`)
    expect(answer.body.error).toMatchObject({ code: 'validation_failed', param: 'status.0' })
  })

  test('reaches back 30 days and no further', async () => {
    const { path } = await buildWebhook(house, { url: receiver.url })
    await emitComments(house, profile, ['old'])
    await house.work()
    const [{ id }] = await deliveries(path)
    house.clock.advance(30 * 86_400_000)
    expect(await deliveries(path)).toHaveLength(1)
    house.clock.advance(1)
    expect(await deliveries(path)).toEqual([])
    expect((await detail(path, id)).error.code).toBe('delivery_not_found')
  })

  test('an endpoint that was bound later shows a profile key only what is of its profile', async () => {
    const other = await buildProfile(house)
    const { path } = await buildWebhook(house, { url: receiver.url })
    await emitComments(house, other, ['theirs'])
    await emitComments(house, profile, ['mine'])
    await house.work()
    await house.call('PATCH', path, { profile_id: profile.id })
    const key = await buildKey(house, { profile_id: profile.id })
    const seen = (await house.call('GET', `${path}/deliveries`, undefined, { key })).body.data
    expect(seen.map((each: { profile_id: string }) => each.profile_id)).toEqual([profile.id])
    const all = await deliveries(path)
    const theirs = all.find((each: { profile_id: string }) => each.profile_id === other.id)
    for (const [method, tail] of [
      ['GET', ''],
      ['POST', '/resend'],
    ] as const) {
      const to = `${path}/deliveries/${theirs.id}${tail}`
      const answer = await house.call(method, to, undefined, { key })
      expect(answer.body.error.code).toBe('delivery_not_found')
    }
  })

  test.each(['nonsense', '019b0000-0000-7000-8000-000000000000'])(
    'a delivery %s that is not there is 404 delivery_not_found',
    async (id) => {
      const { path } = await buildWebhook(house, { url: receiver.url })
      expect((await detail(path, id)).error.code).toBe('delivery_not_found')
      const resent = await house.call('POST', `${path}/deliveries/${id}/resend`)
      expect(resent.body.error.code).toBe('delivery_not_found')
    },
  )

  test('the stored bodies of a deleted profile are erased, its rows stay', async () => {
    const doomed = await buildProfile(house)
    const { path } = await buildWebhook(house, { url: receiver.url, events: ['comment.created'] })
    await emitComments(house, doomed, ['delivered'])
    await house.work()
    receiver.answer({ status: 500 })
    await emitComments(house, doomed, ['pending'])
    await house.work()
    const received = receiver.received.length
    await house.call('DELETE', `/v1/profiles/${doomed.id}`)
    expect(await deliveries(path)).toEqual([])
    house.clock.advance(3_600_000)
    await house.work()
    expect(receiver.received).toHaveLength(received)
    const kept = await house.ctx.db.read
      .selectFrom('event')
      .select('body')
      .where('profile_id', '=', doomed.id)
      .execute()
    expect(kept.map((row) => row.body.length)).toEqual([0, 0])
  })
})

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

  test('of a pending delivery brings it forward and keeps its schedule', async () => {
    const { path } = await buildWebhook(house, { url: receiver.url })
    receiver.answer({ status: 500 })
    await emitComments(house, profile, ['now please'])
    await house.work()
    const [{ id }] = await deliveries(path)
    await house.call('POST', `${path}/deliveries/${id}/resend`)
    await house.work()
    expect(receiver.received).toHaveLength(2)
    const [pending] = await deliveries(path)
    expect(pending).toMatchObject({ status: 'pending', attempt_count: 2 })
    const wait = Date.parse(pending.next_attempt_at) - house.clock.now().getTime()
    expect(wait).toBeGreaterThanOrEqual(5 * 60_000)
  })

  test('asked for twice at once is one attempt', async () => {
    const { path } = await buildWebhook(house, { url: receiver.url })
    await emitComments(house, profile, ['once'])
    await house.work()
    const [{ id }] = await deliveries(path)
    await Promise.all([1, 2].map(() => house.call('POST', `${path}/deliveries/${id}/resend`)))
    await house.work()
    expect(receiver.received).toHaveLength(2)
    expect((await detail(path, id)).attempt_count).toBe(2)
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

describe('a test', () => {
  test('is sent at once and answers the finished delivery', async () => {
    const { id, path, secret } = await buildWebhook(house, {
      url: receiver.url,
      events: ['post.failed'],
    })
    receiver.answer({ status: 200, body: 'thanks' })
    const { status, body } = await house.call('POST', `${path}/test`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      object: 'webhook_delivery',
      event_type: 'webhook.test',
      status: 'succeeded',
      test: true,
      attempt_count: 1,
      max_attempts: 1,
      last_status_code: 200,
      next_attempt_at: null,
      attempts: [{ number: 1, status_code: 200, response_body: 'thanks' }],
    })
    const [request] = receiver.received
    expect(verifies(request!, secret, house.clock.now())).toBe(true)
    expect(request!.headers['service-event']).toBe('webhook.test')
    expect(request!.json.data).toEqual({ webhook_id: id, message: expect.any(String) })
    expect(await deliveries(path)).toHaveLength(1)
  })

  test('belongs to the profile the endpoint is bound to, else to the default profile', async () => {
    const bound = await buildWebhook(house, { url: receiver.url, profile_id: profile.id })
    const unbound = await buildWebhook(house, { url: receiver.url })
    const defaultId = (await house.call('GET', '/v1/profiles')).body.data[0].id
    expect((await house.call('POST', `${bound.path}/test`)).body.profile_id).toBe(profile.id)
    expect((await house.call('POST', `${unbound.path}/test`)).body.profile_id).toBe(defaultId)
  })

  test('that fails is never retried and is no failure of the endpoint', async () => {
    const { path } = await buildWebhook(house, { url: receiver.url })
    receiver.answer({ status: 500 })
    const { body } = await house.call('POST', `${path}/test`)
    expect(body).toMatchObject({ status: 'failed', last_error: 'http_status', attempt_count: 1 })
    expect(body.completed_at).not.toBeNull()
    house.clock.advance(86_400_000)
    await house.work()
    expect(receiver.received).toHaveLength(1)
    expect((await house.call('GET', path)).body).toMatchObject({
      consecutive_failures: 0,
      last_failure_at: null,
    })
    await house.call('POST', `${path}/deliveries/${body.id}/resend`)
    await house.work()
    expect(receiver.received).toHaveLength(2)
    expect((await house.call('GET', path)).body.consecutive_failures).toBe(0)
  })

  test('is allowed while the endpoint is inactive', async () => {
    const { path } = await buildWebhook(house, { url: receiver.url })
    await house.call('PATCH', path, { active: false })
    expect((await house.call('POST', `${path}/test`)).body.status).toBe('succeeded')
    expect((await house.call('GET', path)).body.active).toBe(false)
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
