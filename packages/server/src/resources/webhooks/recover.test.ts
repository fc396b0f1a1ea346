import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildProfile } from '../../../test/build.ts'
import { buildWebhook, deleteWebhooks, emitComments } from '../../../test/build-webhook.ts'
import { openReceiver, type Receiver } from '../../../test/receiver.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { limits } from '../../core/limits.ts'
import type { Delivery } from '../../schemas/delivery.ts'
import { recoverNextPage } from './delivery/recover.ts'

const testApp = useTestApp()
let receiver: Receiver
let profile: { id: string }

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

const texts = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`)
const textOf = ({ body }: { body: string }) => JSON.parse(body).data.text ?? JSON.parse(body).type
const receivedTexts = () => receiver.received.map(textOf)
const list = async (path: string, query = ''): Promise<Delivery[]> =>
  (await testApp.call('GET', `${path}/deliveries?limit=100&${query}`)).body.data
const recover = async (path: string, body: object, headers: Record<string, string> = {}) =>
  await testApp.call('POST', `${path}/recover`, body, { headers })

/** An endpoint that received three comments, one per hour, and failed the second. */
async function buildHistory() {
  const { path } = await buildWebhook(testApp, { url: receiver.url })
  const times: string[] = []
  for (const text of ['first', 'second', 'third']) {
    testApp.clock.advance(3_600_000)
    times.push(testApp.clock.now().toISOString())
    await emitComments(testApp, profile, [text])
    await testApp.work()
  }
  receiver.received.length = 0
  return { path, times }
}

describe('a replay', () => {
  test('of a range with succeeded sends what was created in it, with the event and delivery IDs of before', async () => {
    const { path, times } = await buildHistory()
    const before = await list(path)
    const range = { since: times[0], until: times[2], statuses: ['succeeded'] }
    const response = await recover(path, range)
    expect(response.status).toBe(202)
    expect(response.body).toMatchObject({ since: times[0], until: times[2], count: 2 })
    await testApp.work()
    expect(receivedTexts()).toEqual(['first', 'second'])
    expect(receiver.received.map(({ headers }) => headers['service-delivery'])).toEqual(
      [before[2], before[1]].map((each) => each!.id),
    )
    expect(await list(path)).toMatchObject([
      { attempt_count: 1, status: 'succeeded' },
      { attempt_count: 2, status: 'succeeded' },
      { attempt_count: 2, status: 'succeeded' },
    ])
  })

  test('of event types leaves out the others', async () => {
    const { path, times } = await buildHistory()
    const statuses = ['succeeded']
    const types = { since: times[0], statuses, event_types: ['post.published'] }
    expect((await recover(path, types)).body.count).toBe(0)
    await testApp.work()
    expect(receivedTexts()).toEqual([])
    const both = { since: times[0], statuses, event_types: ['post.failed', 'comment.created'] }
    expect((await recover(path, both)).body.count).toBe(3)
    await testApp.work()
    expect(receivedTexts()).toEqual(['first', 'second', 'third'])
  })

  test('of a range leaves out test events', async () => {
    const { path, times } = await buildHistory()
    expect((await testApp.call('POST', `${path}/test`)).status).toBe(200)
    receiver.received.length = 0
    expect((await recover(path, { since: times[0], statuses: ['succeeded'] })).body.count).toBe(3)
    await testApp.work()
    expect(receivedTexts()).toEqual(['first', 'second', 'third'])
  })

  test('of chosen deliveries sends those', async () => {
    const { path } = await buildHistory()
    const [third, , first] = await list(path)
    const response = await recover(path, { delivery_ids: [third!.id, first!.id, first!.id] })
    expect(response.body).toMatchObject({ since: null, until: null, count: 2 })
    await testApp.work()
    expect(receivedTexts().toSorted()).toEqual(['first', 'third'])
  })

  test('of chosen deliveries sends one that waits for a retry now, and its schedule keeps its times', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    receiver.respondWith({ status: 500 })
    await emitComments(testApp, profile, ['retrying'])
    await testApp.work()
    const [{ id, next_attempt_at: due }] = (await list(path)) as [Delivery]
    expect((await recover(path, { delivery_ids: [id] })).body.count).toBe(1)
    expect((await recover(path, { delivery_ids: [id] })).body.count).toBe(0)
    await testApp.work()
    expect(await list(path)).toMatchObject([
      { status: 'pending', attempt_count: 2, next_attempt_at: due },
    ])
    receiver.respondWith({ status: 200 })
    await recover(path, { delivery_ids: [id] })
    await testApp.work()
    expect(await list(path)).toMatchObject([{ status: 'succeeded', next_attempt_at: null }])
  })

  test('of chosen deliveries leaves out one that was not attempted yet, which is due anyway', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    await emitComments(testApp, profile, ['new'])
    const [{ id }] = (await list(path)) as [Delivery]
    expect((await recover(path, { delivery_ids: [id] })).body.count).toBe(0)
    await testApp.work()
    expect(receivedTexts()).toEqual(['new'])
  })

  test('repeated with the same Idempotency-Key sends nothing more', async () => {
    const { path, times } = await buildHistory()
    const range = { since: times[0], statuses: ['succeeded'] }
    const first = await recover(path, range, { 'idempotency-key': 'replay-1' })
    await testApp.work()
    const second = await recover(path, range, { 'idempotency-key': 'replay-1' })
    await testApp.work()
    expect(second.body).toEqual(first.body)
    expect(receiver.received).toHaveLength(3)
  })

  test('is in the audit log', async () => {
    const { path, times } = await buildHistory()
    await recover(path, { since: times[0] })
    const { body } = await testApp.call('GET', '/v1/audit-log?action=recoverWebhook&limit=1')
    expect(body.data).toMatchObject([{ action: 'recoverWebhook' }])
  })

  test('of many deliveries lets a new event wait for one page, however slow the receiver', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    const since = testApp.clock.now().toISOString()
    const { recoveryPageRows } = limits.webhook
    await emitComments(testApp, profile, texts('old', 3 * recoveryPageRows))
    await testApp.work()
    receiver.received.length = 0
    testApp.clock.advance(1_000)
    const { body } = await recover(path, { since, statuses: ['succeeded'] })
    expect(body.count).toBe(3 * recoveryPageRows)
    for (let poll = 0; poll < 5; poll += 1) await recoverNextPage(testApp.ctx)
    testApp.clock.advance(1)
    await emitComments(testApp, profile, ['new'])
    testApp.clock.advance(1)
    await testApp.work()
    expect(receiver.received).toHaveLength(3 * recoveryPageRows + 1)
    const ahead = receivedTexts().indexOf('new')
    expect(ahead).toBeLessThanOrEqual(recoveryPageRows + limits.webhook.recoveryWaitsAtDue)
  })

  test('does not hold up another endpoint whose receiver works', async () => {
    const hanging = await buildHistory()
    await recover(hanging.path, { since: hanging.times[0], statuses: ['succeeded'] })
    const { recoveryWaitsAtDue } = limits.webhook
    await emitComments(testApp, profile, texts('waiting', recoveryWaitsAtDue))
    const other = await buildWebhook(testApp, { url: `${receiver.url}/other` })
    await emitComments(testApp, profile, ['to both'])
    expect(await recoverNextPage(testApp.ctx)).toBe(0)
    testApp.clock.advance(1_000)
    await recover(other.path, { since: hanging.times[0], statuses: ['failed'] })
    expect(await recoverNextPage(testApp.ctx)).toBe(1)
    await testApp.work()
    expect(receivedTexts()).toContain('first')
  })

  test('on a failing endpoint comes after due retries, as do new events', async () => {
    const { path, times } = await buildHistory()
    receiver.respondWith({ status: 500 })
    await emitComments(testApp, profile, texts('retried', 5))
    await testApp.work()
    expect(new Set(receivedTexts()).size).toBe(5)
    await recover(path, { since: times[0], statuses: ['succeeded'] })
    const sent: string[][] = []
    for (let second = 0; second <= 72; second += 1) {
      testApp.clock.advance(1_000)
      if (second === 50) await emitComments(testApp, profile, texts('new', 5))
      const before = receiver.received.length
      await testApp.work()
      sent.push(receivedTexts().slice(before))
    }
    expect(sent.slice(0, 59).flat()).toEqual(expect.arrayContaining(['first', 'second', 'third']))
    const retries = sent.slice(59).flat()
    expect(retries.filter((text) => text.startsWith('retried'))).toHaveLength(5)
    expect(Math.max(...sent.map(({ length }) => length))).toBe(1)
  })
})

describe('a replay is refused', () => {
  test.each([
    [{}, 'since', 'required'],
    [{ since: '2020-01-01T00:00:00Z' }, 'since', 'too_long_ago'],
    [{ since: '2026-11-20T09:00:00Z', until: '2026-11-20T08:00:00Z' }, 'until', 'range_reversed'],
    [
      { since: '2026-11-20T09:00:00Z', delivery_ids: ['019b0000-0000-7000-8000-000000000000'] },
      'delivery_ids',
      'not_allowed',
    ],
  ])('%j names %s: %s', async (body, param, code) => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    const response = await recover(path, body)
    expect(response.status).toBe(400)
    expect(response.body.error).toMatchObject({ param, details: [{ path: param, code }] })
  })

  test('for a delivery of another endpoint, and nothing is sent', async () => {
    const { path } = await buildHistory()
    const other = await buildWebhook(testApp, { url: receiver.url })
    const [theirs] = await list(path)
    const response = await recover(other.path, { delivery_ids: [theirs!.id] })
    expect([response.status, response.body.error.code]).toEqual([404, 'delivery_not_found'])
    await testApp.work()
    expect(receivedTexts()).toEqual([])
  })

  test('for a delivery of another profile than that of the endpoint', async () => {
    const { path } = await buildHistory()
    const [delivery] = await list(path)
    const other = await buildProfile(testApp)
    await testApp.call('PATCH', path, { profile_id: other.id })
    const response = await recover(path, { delivery_ids: [delivery!.id] })
    expect([response.status, response.body.error.code]).toEqual([400, 'profile_conflict'])
  })

  test('with 409 limit_reached when ten are running at the endpoint', async () => {
    const { path, times } = await buildHistory()
    const types = ['account.connected', 'account.expired', 'post.failed', 'post.published']
    const bodies = types.flatMap((type) =>
      ['failed', 'skipped', 'succeeded'].map((status) => ({
        since: times[0],
        event_types: [type],
        statuses: [status],
      })),
    )
    const answers = []
    for (const body of bodies.slice(0, 11)) answers.push(await recover(path, body))
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(202), 409])
    expect(answers.at(-1)!.body.error.code).toBe('limit_reached')
    await testApp.work()
    expect((await recover(path, bodies[11]!)).status).toBe(202)
  })
})
