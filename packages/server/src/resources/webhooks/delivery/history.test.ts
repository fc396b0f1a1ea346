import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildKey, buildProfile } from '../../../../test/build.ts'
import {
  buildWebhook,
  deleteWebhooks,
  emitComments,
  failNewestDelivery,
} from '../../../../test/build-webhook.ts'
import { openReceiver, type Receiver } from '../../../../test/receiver.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { Delivery } from '../../../schemas/delivery.ts'
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

const deliveries = async (path: string, query = '') =>
  (await testApp.call('GET', `${path}/deliveries${query}`)).body.data
const detail = async (path: string, id: string) =>
  (await testApp.call('GET', `${path}/deliveries/${id}`)).body
const failAll = (path: string) => failNewestDelivery(testApp, path)

describe('the history', () => {
  test('is listed newest first, in pages without gaps', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    for (let count = 0; count < 7; count += 1) {
      await emitComments(testApp, profile, [`${count}`, `${count}b`])
      testApp.clock.advance(1_000)
    }
    await testApp.work()
    const all = await deliveries(path, '?limit=100')
    expect(all).toHaveLength(14)
    const times = all.map((each: { created_at: string }) => each.created_at)
    expect(times).toEqual([...times].sort().reverse())
    const paged: unknown[] = []
    let cursor = ''
    do {
      const { body } = await testApp.call('GET', `${path}/deliveries?limit=4${cursor}`)
      paged.push(...body.data)
      cursor = body.next_cursor ? `&cursor=${body.next_cursor}` : ''
    } while (cursor)
    expect(paged).toEqual(all)
  })

  test('has no gaps between days, however many deliveries a day has', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    for (const count of [3, 6, 1]) {
      testApp.clock.advance(3 * 86_400_000)
      await emitComments(
        testApp,
        profile,
        Array.from({ length: count }, (_, index) => `${index}`),
      )
    }
    await testApp.work()
    const all = await deliveries(path, '?limit=100')
    expect(all).toHaveLength(10)
    for (const size of [1, 2, 5, 9]) {
      const paged: unknown[] = []
      let cursor = ''
      do {
        const { body } = await testApp.call('GET', `${path}/deliveries?limit=${size}${cursor}`)
        paged.push(...body.data)
        cursor = body.next_cursor ? `&cursor=${body.next_cursor}` : ''
      } while (cursor)
      expect(paged).toEqual(all)
    }
  })

  test('lists each delivery as a single read shows it, with bodies only if they are included', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    receiver.respondWith({ status: 500, body: 'not today' })
    await emitComments(testApp, profile, ['first'])
    await failAll(path)
    await testApp.call('PATCH', path, { active: true })
    receiver.respondWith({ status: 200 })
    testApp.clock.advance(2 * 86_400_000)
    await emitComments(testApp, profile, ['second', 'third'])
    await testApp.work()
    const all = await deliveries(path, '?include=bodies')
    expect(all.map((each: { attempts: unknown[] }) => each.attempts.length)).toEqual([1, 1, 8])
    for (const each of all) {
      expect(each).toEqual(await detail(path, each.id))
      expect(JSON.parse(each.request.body).id).toBe(each.event_id)
    }
    const withoutBodies = all.map(({ request: _, attempts, ...delivery }: Delivery) => ({
      ...delivery,
      attempts: attempts.map(({ response_headers: _, response_body: __, ...rest }) => rest),
    }))
    expect(await deliveries(path)).toEqual(withoutBodies)
    const [attempt] = all[2].attempts
    expect(attempt).toMatchObject({ number: 1, status_code: 500, error: 'http_status' })
    expect(attempt.response_body).toBe('not today')
  })

  test('an unknown value of include is a 400 that names the allowed one', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    const { status, body } = await testApp.call('GET', `${path}/deliveries?include=body`)
    expect([status, body.error.details]).toMatchObject([
      400,
      [{ path: 'include', message: expect.stringContaining('bodies') }],
    ])
  })

  test('is filtered by status and event type', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    receiver.respondWith((request) => ({ status: request.json.data.text === 'bad' ? 500 : 200 }))
    await emitComments(testApp, profile, ['good', 'bad'])
    await testApp.work()
    const statuses = async (query: string) =>
      (await deliveries(path, query)).map((each: { status: string }) => each.status)
    expect(await statuses('?status=succeeded')).toEqual(['succeeded'])
    expect(await statuses('?status=pending')).toEqual(['pending'])
    expect(await statuses('?status=failed')).toEqual([])
    expect((await statuses('?status=pending,succeeded')).sort()).toEqual(['pending', 'succeeded'])
    expect(await statuses('?event_type=post.failed')).toEqual([])
    expect(await statuses('?event_type=comment.created,post.failed')).toHaveLength(2)
    await testApp.call('PATCH', path, { active: false })
    expect(await statuses('?status=skipped')).toEqual(['skipped'])
    expect((await statuses('?status=failed,skipped')).sort()).toEqual(['skipped'])
    const response = await testApp.call('GET', `${path}/deliveries?status=lost`)
    expect(response.body.error).toMatchObject({ code: 'validation_failed', param: 'status.0' })
  })

  test('goes back 30 days', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    await emitComments(testApp, profile, ['old'])
    await testApp.work()
    const [{ id }] = await deliveries(path)
    testApp.clock.advance(30 * 86_400_000)
    expect(await deliveries(path)).toHaveLength(1)
    testApp.clock.advance(1)
    expect(await deliveries(path)).toEqual([])
    expect((await detail(path, id)).error.code).toBe('delivery_not_found')
  })

  test('a profile key sees only deliveries of its profile on an endpoint that was bound later', async () => {
    const other = await buildProfile(testApp)
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    await emitComments(testApp, other, ['theirs'])
    await emitComments(testApp, profile, ['mine'])
    await testApp.work()
    await testApp.call('PATCH', path, { profile_id: profile.id })
    const key = await buildKey(testApp, { profile_id: profile.id })
    const visible = (await testApp.call('GET', `${path}/deliveries`, undefined, { key })).body.data
    expect(visible.map((each: { profile_id: string }) => each.profile_id)).toEqual([profile.id])
    const all = await deliveries(path)
    const theirs = all.find((each: { profile_id: string }) => each.profile_id === other.id)
    for (const [method, tail] of [
      ['GET', ''],
      ['POST', '/resend'],
    ] as const) {
      const to = `${path}/deliveries/${theirs.id}${tail}`
      const response = await testApp.call(method, to, undefined, { key })
      expect(response.body.error.code).toBe('delivery_not_found')
    }
  })

  test.each(['nonsense', '019b0000-0000-7000-8000-000000000000'])(
    'an unknown delivery %s returns 404 delivery_not_found',
    async (id) => {
      const { path } = await buildWebhook(testApp, { url: receiver.url })
      expect((await detail(path, id)).error.code).toBe('delivery_not_found')
      const resent = await testApp.call('POST', `${path}/deliveries/${id}/resend`)
      expect(resent.body.error.code).toBe('delivery_not_found')
    },
  )

  test("deleting a profile erases its events' bodies and keeps the rows", async () => {
    const deleted = await buildProfile(testApp)
    const { path } = await buildWebhook(testApp, { url: receiver.url, events: ['comment.created'] })
    await emitComments(testApp, deleted, ['delivered'])
    await testApp.work()
    receiver.respondWith({ status: 500 })
    await emitComments(testApp, deleted, ['pending'])
    await testApp.work()
    const received = receiver.received.length
    await testApp.call('DELETE', `/v1/profiles/${deleted.id}`)
    expect(await deliveries(path)).toEqual([])
    testApp.clock.advance(3_600_000)
    await testApp.work()
    expect(receiver.received).toHaveLength(received)
    const events = await testApp.ctx.db.query
      .selectFrom('event')
      .select(['type', sql<number>`length(body)`.as('bytes')])
      .where('profile_id', '=', deleted.id)
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { type: 'comment.created', bytes: 0 },
      { type: 'comment.created', bytes: 0 },
      { type: 'profile.deleted', bytes: expect.any(Number) },
    ])
  })
})
