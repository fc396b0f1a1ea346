import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildProfile } from '../../../../test/build.ts'
import { buildWebhook, deleteWebhooks, emitComments } from '../../../../test/build-webhook.ts'
import { openReceiver, type Receiver } from '../../../../test/receiver.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { Profile } from '../../../schemas/profile.ts'

const testApp = useTestApp({ env: { OWNER_EMAIL: 'owner@example.com' } })
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
  testApp.emails.length = 0
})

const texts = (count: number) => Array.from({ length: count }, (_, index) => `event ${index}`)
const read = async (path: string) => (await testApp.call('GET', path)).body
const deliveries = async (path: string, query = '') =>
  (await testApp.call('GET', `${path}/deliveries${query}`)).body.data

/** Advances the clock by half minutes until the endpoint has `failures` or is inactive. */
async function failUntil(path: string, failures: number): Promise<void> {
  for (let steps = 0; steps < 200; steps += 1) {
    await testApp.work()
    const { consecutive_failures, active } = await read(path)
    if (!active || consecutive_failures >= failures) return
    testApp.clock.advance(30_000)
  }
  throw new Error('The endpoint did not come to that many failures.')
}

describe('50 consecutive failed attempts', () => {
  test('make the endpoint inactive, skip pending deliveries and email the owner', async () => {
    const { id, path } = await buildWebhook(testApp, { url: receiver.url })
    receiver.respondWith({ status: 500 })
    await emitComments(testApp, profile, texts(60))
    await failUntil(path, 49)
    expect(await read(path)).toMatchObject({ active: true, consecutive_failures: 49 })
    testApp.clock.advance(30_000)
    await testApp.work()
    expect(await read(path)).toMatchObject({
      active: false,
      inactive_reason: 'failures',
      consecutive_failures: 50,
      last_failure_at: testApp.clock.now().toISOString(),
    })
    expect(receiver.received).toHaveLength(50)
    const history = await deliveries(path, '?limit=100')
    expect(history).toHaveLength(60)
    for (const delivery of history) {
      expect(delivery).toMatchObject({
        status: 'skipped',
        last_error: 'endpoint_inactive',
        next_attempt_at: null,
        completed_at: testApp.clock.now().toISOString(),
      })
    }
    await testApp.work()
    expect(testApp.emails.map(({ to, subject }) => ({ to, subject }))).toEqual([
      { to: 'owner@example.com', subject: expect.stringContaining('failing') },
      { to: 'owner@example.com', subject: expect.stringContaining('disabled') },
    ])
    expect(testApp.emails[1]!.text).toContain(id)
  })

  test('are counted per endpoint and reset by a success', async () => {
    const good = await openReceiver()
    const bad = await buildWebhook(testApp, { url: receiver.url })
    const fine = await buildWebhook(testApp, { url: good.url })
    receiver.respondWith({ status: 500 })
    await emitComments(testApp, profile, texts(40))
    await failUntil(bad.path, 30)
    expect((await read(fine.path)).consecutive_failures).toBe(0)
    expect(good.received).toHaveLength(40)
    receiver.respondWith({ status: 200 })
    testApp.clock.advance(30_000)
    await testApp.work()
    expect(await read(bad.path)).toMatchObject({ active: true, consecutive_failures: 0 })
    await good.close()
  })

  test('warn the owner once at 25', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    receiver.respondWith({ status: 500 })
    await emitComments(testApp, profile, texts(30))
    await failUntil(path, 24)
    await testApp.work()
    expect(testApp.emails).toEqual([])
    await failUntil(path, 28)
    await testApp.work()
    expect(testApp.emails.map((email) => email.subject)).toEqual([
      expect.stringContaining('failing'),
    ])
  })

  test('are emailed again later if the mail server refuses the email', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    const { mail } = testApp.ctx
    const { send } = mail
    mail.send = () => Promise.reject(new Error('the mail server is away'))
    receiver.respondWith({ status: 500 })
    await emitComments(testApp, profile, texts(30))
    await failUntil(path, 25)
    await testApp.work()
    mail.send = send
    await testApp.work()
    expect(testApp.emails).toEqual([])
    testApp.clock.advance(600_000)
    await testApp.work()
    expect(testApp.emails).toHaveLength(1)
    expect(testApp.emails[0]!.text).toContain('The last 25 delivery attempts')
  })

  test('are 1, 2, 4, then 5 seconds apart after the fifth', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    receiver.respondWith({ status: 500 })
    await emitComments(testApp, profile, texts(5))
    await testApp.work()
    expect(receiver.received).toHaveLength(5)
    await emitComments(testApp, profile, texts(20))
    const began = testApp.clock.now().getTime()
    const seconds: number[] = []
    for (let steps = 0; steps < 35; steps += 1) {
      const before = receiver.received.length
      await testApp.work()
      const now = (testApp.clock.now().getTime() - began) / 1_000
      for (let more = before; more < receiver.received.length; more += 1) seconds.push(now)
      testApp.clock.advance(1_000)
    }
    expect(seconds).toEqual([1, 3, 7, 12, 17, 22, 27, 32])
    expect(await read(path)).toMatchObject({ active: true })
  })
})

describe('while an endpoint is inactive', () => {
  test('events get no delivery, and re-enabling sends nothing', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    await testApp.call('PATCH', path, { active: false })
    await emitComments(testApp, profile, ['lost'])
    await testApp.work()
    expect(await deliveries(path)).toEqual([])
    const on = await testApp.call('PATCH', path, { active: true })
    expect(on.body).toMatchObject({ active: true, consecutive_failures: 0, inactive_reason: null })
    await testApp.work()
    expect(receiver.received).toEqual([])
    await emitComments(testApp, profile, ['heard'])
    await testApp.work()
    expect(receiver.received.map((each) => each.json.data.text)).toEqual(['heard'])
  })

  test('pending deliveries are skipped and can be resent after re-enabling', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    receiver.respondWith({ status: 500 })
    await emitComments(testApp, profile, ['waiting'])
    await testApp.work()
    await testApp.call('PATCH', path, { active: false })
    expect(await deliveries(path)).toMatchObject([{ status: 'skipped', attempt_count: 1 }])
    await testApp.call('PATCH', path, { active: true })
    testApp.clock.advance(86_400_000)
    await testApp.work()
    expect(receiver.received).toHaveLength(1)
    receiver.respondWith({ status: 200 })
    const [{ id }] = await deliveries(path)
    await testApp.call('POST', `${path}/deliveries/${id}/resend`)
    await testApp.work()
    expect(await deliveries(path)).toMatchObject([
      { status: 'succeeded', attempt_count: 2, last_error: null },
    ])
  })

  test('re-enabling after 50 failures resets the count and sends new events immediately', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    receiver.respondWith({ status: 500 })
    await emitComments(testApp, profile, texts(51))
    await failUntil(path, 50)
    expect((await read(path)).active).toBe(false)
    receiver.respondWith({ status: 200 })
    await testApp.call('PATCH', path, { active: true })
    receiver.received.length = 0
    await emitComments(testApp, profile, ['back'])
    await testApp.work()
    expect(receiver.received.map((each) => each.json.data.text)).toEqual(['back'])
    expect(await read(path)).toMatchObject({ active: true, consecutive_failures: 0 })
  })

  test('an event published as the endpoint became inactive is skipped', async () => {
    const { id, path } = await buildWebhook(testApp, { url: receiver.url })
    await emitComments(testApp, profile, ['in between'])
    // As if the publishing transaction had committed after the endpoint went inactive.
    await testApp.ctx.db.pool.query(
      `update webhook_endpoint set active = false, inactive_reason = 'owner' where id = $1`,
      [id],
    )
    await testApp.work()
    expect(receiver.received).toEqual([])
    expect(await deliveries(path)).toMatchObject([
      { status: 'skipped', last_error: 'endpoint_inactive', attempt_count: 0 },
    ])
  })
})

test('pending deliveries of a deleted endpoint are never sent', async () => {
  const { id, path } = await buildWebhook(testApp, { url: receiver.url })
  await emitComments(testApp, profile, ['too late'])
  await testApp.call('DELETE', path)
  await testApp.work()
  const raced = await buildWebhook(testApp, { url: receiver.url })
  await emitComments(testApp, profile, ['raced'])
  await testApp.ctx.db.pool.query('delete from webhook_endpoint where id = $1', [raced.id])
  await testApp.work()
  expect(receiver.received).toEqual([])
  const remaining = await testApp.ctx.db.pool.query('select 1 from delivery_queue')
  expect(remaining.rows).toEqual([])
  expect((await testApp.call('GET', `/v1/webhooks/${id}/deliveries`)).status).toBe(404)
})

describe('a backlog longer than one page', () => {
  const pending = async () =>
    (await testApp.ctx.db.pool.query('select 1 from delivery_queue')).rows.length

  async function backlog(id: string, count: number): Promise<void> {
    await emitComments(testApp, profile, ['the first'])
    await testApp.ctx.db.pool.query(
      `with one as (select * from delivery where endpoint_id = $1 limit 1), more as (
        insert into delivery select gen_random_uuid(), one.created_at, one.owner_id, one.profile_id,
          one.endpoint_id, one.event_id, one.event_created_at, one.event_type
        from one, generate_series(2, $2::int) returning id, created_at, event_id, event_created_at)
      insert into delivery_queue (delivery_id, delivery_created_at, endpoint_id, event_id,
        event_created_at, due_at)
      select id, created_at, $1, event_id, event_created_at, created_at + interval '1 hour' from more`,
      [id, count],
    )
  }

  test('shows as skipped immediately and is removed by page', async () => {
    const { id, path } = await buildWebhook(testApp, { url: receiver.url })
    await backlog(id, 2_500)
    await testApp.call('PATCH', path, { active: false })
    expect(await pending()).toBe(1_500)
    const listed = await deliveries(path, '?limit=100')
    expect(new Set(listed.map((each: { status: string }) => each.status))).toEqual(
      new Set(['skipped']),
    )
    await testApp.work()
    expect(await pending()).toBe(0)
    expect(receiver.received).toEqual([])
  })

  test('is not sent if the endpoint is re-enabled before all of it is removed', async () => {
    const { id, path } = await buildWebhook(testApp, { url: receiver.url })
    await backlog(id, 2_500)
    await testApp.call('PATCH', path, { active: false })
    await testApp.call('PATCH', path, { active: true })
    expect(await pending()).toBe(0)
    testApp.clock.advance(2 * 3_600_000)
    await testApp.work()
    expect(receiver.received).toEqual([])
  })

  test('is removed for a deleted endpoint too', async () => {
    const { id, path } = await buildWebhook(testApp, { url: receiver.url })
    await backlog(id, 1_500)
    await testApp.call('DELETE', path)
    await testApp.work()
    expect(await pending()).toBe(0)
    expect(receiver.received).toEqual([])
  })
})
