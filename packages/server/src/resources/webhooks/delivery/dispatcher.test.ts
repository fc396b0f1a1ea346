import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildProfile } from '../../../../test/build.ts'
import { buildWebhook, deleteWebhooks, emitComments } from '../../../../test/build-webhook.ts'
import {
  openReceiver,
  type Received,
  type Receiver,
  type ReceiverResponse,
} from '../../../../test/receiver.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { Due } from '../../../database/wake.ts'
import { createOutbound } from '../../../outbound/outbound.ts'
import type { Profile } from '../../../schemas/profile.ts'
import { claimDeliveries } from './claim.ts'
import { type AttemptResult, completeDeliveries } from './complete.ts'
import { createDispatcher, type Dispatcher } from './dispatcher.ts'
import { createDeliveryWorker } from './worker.ts'

const testApp = useTestApp({ poolMax: 10 })
let receiver: Receiver
let profile: Profile
const running: Dispatcher[] = []

beforeAll(async () => {
  profile = await buildProfile(testApp)
})
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((dispatcher) => dispatcher.stop()))
  await deleteWebhooks(testApp)
  await receiver.close()
})

const texts = (count: number) => Array.from({ length: count }, (_, index) => `event ${index}`)
const deliveries = async (path: string, query = '') =>
  (await testApp.call('GET', `${path}/deliveries${query}`)).body.data

function started(options: Parameters<typeof createDispatcher>[1] = {}): Dispatcher {
  const dispatcher = createDispatcher(testApp.ctx, options)
  running.push(dispatcher)
  dispatcher.start()
  return dispatcher
}

/** Runs all due work in a separate dispatcher, then stops. */
async function runOnce(ctx = testApp.ctx, options: Parameters<typeof createDispatcher>[1] = {}) {
  const dispatcher = createDispatcher(ctx, options)
  running.push(dispatcher)
  await dispatcher.runUntilIdle()
}

/** Resolves when the receiver has got `count` requests; it responds 200 by default. */
function reached(to: Receiver, count: number, reply: ReceiverResponse = {}): Promise<void> {
  return new Promise((resolve) => {
    to.respondWith(() => {
      if (to.received.length >= count) resolve()
      return reply
    })
  })
}

const textOf = (request: Received) => request.json.data.text

/** Claims without sending, as a process that died; returns the results it would have written. */
async function claimAndDie(id: string): Promise<AttemptResult[]> {
  const requests = [{ endpointId: id, slots: 16, claimed: 0 }]
  const claimed = await claimDeliveries(testApp.ctx.db.pool, requests, testApp.clock.now())
  return claimed.map((row) => ({
    deliveryId: row.delivery_id,
    deliveryCreatedAt: row.delivery_created_at,
    endpointId: id,
    token: row.token,
    number: row.number,
    once: row.once,
    resend: row.resend,
    counted: true,
    url: receiver.url,
    startedAt: testApp.clock.now(),
    completedAt: testApp.clock.now(),
    durationMs: 1,
    statusCode: 500,
    error: 'http_status',
    response: Buffer.from('stale'),
    signature: Buffer.alloc(32),
    errorCode: null,
    responseHeaders: null,
    retryAt: null,
  }))
}

const endLeases = () =>
  testApp.ctx.db.pool.query(`update delivery_queue set lease_until = now() - interval '1 second'`)

describe('a running dispatcher', () => {
  test('delivers events committed while it runs', async () => {
    await buildWebhook(testApp, { url: receiver.url })
    const all = reached(receiver, 100)
    started()
    await emitComments(testApp, profile, texts(100))
    await all
    expect(new Set(receiver.received.map(textOf)).size).toBe(100)
  })

  test('finishes and writes attempts in flight when it is stopped', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    receiver.respondWith(async () => {
      arrive()
      await released
      return { status: 200 }
    })
    const dispatcher = started()
    await emitComments(testApp, profile, ['last words'])
    await arrived
    const stopped = dispatcher.stop()
    release()
    await stopped
    await emitComments(testApp, profile, ['too late'])
    const statuses = (await deliveries(path)).map((each: { status: string }) => each.status)
    expect(statuses.sort()).toEqual(['pending', 'succeeded'])
    expect(receiver.received.map(textOf)).toEqual(['last words'])
  })

  test('a hanging endpoint uses only its own slots and delays no other', async () => {
    const slow = await openReceiver()
    slow.respondWith({ hang: true })
    await buildWebhook(testApp, { url: slow.url })
    await buildWebhook(testApp, { url: receiver.url })
    const all = reached(receiver, 150)
    await emitComments(testApp, profile, texts(150))
    started()
    await all
    expect(new Set(receiver.received.map(textOf)).size).toBe(150)
    expect(slow.received.length).toBeLessThanOrEqual(16)
    await slow.close()
  })

  test('an attempt fails after the time-out', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    receiver.respondWith({ hang: true })
    await emitComments(testApp, profile, ['hello?'])
    await runOnce(testApp.ctx, { timeoutMs: 60 })
    const [delivery] = await deliveries(path)
    expect(delivery).toMatchObject({ last_error: 'timeout', last_status_code: null })
    const details = (await testApp.call('GET', `${path}/deliveries/${delivery.id}`)).body
    expect(details.attempts[0].duration_ms).toBeGreaterThanOrEqual(60)
    expect(details.attempts[0].duration_ms).toBeLessThan(5_000)
    expect(details.attempts[0].response_body).toBeNull()
  })
})

describe('several dispatchers on one database', () => {
  test('send every delivery once', async () => {
    await buildWebhook(testApp, { url: `${receiver.url}/a` })
    await buildWebhook(testApp, { url: `${receiver.url}/b` })
    await emitComments(testApp, profile, texts(200))
    // With the test app's deadline of 1.5 s, attempts fail on a busy machine.
    const outbound = createOutbound({ allowPrivate: true, trustedOrigins: [] })
    await Promise.all(Array.from({ length: 4 }, () => runOnce({ ...testApp.ctx, outbound })))
    await outbound.close()
    expect(receiver.received).toHaveLength(400)
    const ids = receiver.received.map((each) => each.headers['service-delivery'])
    expect(new Set(ids).size).toBe(400)
    const remaining = await testApp.ctx.db.pool.query('select 1 from delivery_queue')
    expect(remaining.rows).toEqual([])
  })

  test('count failures exactly', async () => {
    const { id, path } = await buildWebhook(testApp, { url: receiver.url })
    receiver.respondWith({ status: 500 })
    await emitComments(testApp, profile, texts(48))
    const batches = [await claimAndDie(id), await claimAndDie(id), await claimAndDie(id)]
    await Promise.all(batches.map((batch) => completeDeliveries(testApp.ctx.db.pool, batch)))
    expect((await testApp.call('GET', path)).body.consecutive_failures).toBe(48)
  })
})

test('an endpoint named by a notification is claimed without a scan', async () => {
  const { id: endpointId } = await buildWebhook(testApp, { url: receiver.url })
  const notices: Due[] = []
  const unlisten = testApp.ctx.db.wake.listen('deliveries', (due) => void notices.push(due))
  await emitComments(testApp, profile, ['named'])
  unlisten()
  expect(notices).toEqual([[{ endpointId, ownerId: testApp.ownerId }]])
  const worker = createDeliveryWorker(testApp.ctx, {}, () => {})
  expect(await worker.claim(false)).toBe(0)
  worker.addDue(notices[0]!)
  expect(await worker.claim(false)).toBe(1)
  await worker.close()
  expect(receiver.received.map(textOf)).toEqual(['named'])
})

describe('after a process dies or stalls', () => {
  test('its deliveries are claimed again when their leases expire, and not before', async () => {
    const { id } = await buildWebhook(testApp, { url: receiver.url })
    await emitComments(testApp, profile, texts(10))
    expect(await claimAndDie(id)).toHaveLength(10)
    await testApp.work()
    expect(receiver.received).toEqual([])
    await endLeases()
    await testApp.work()
    expect(new Set(receiver.received.map(textOf)).size).toBe(10)
  })

  test('a result whose lease passed to another process decides nothing', async () => {
    const { id, path } = await buildWebhook(testApp, { url: receiver.url })
    await emitComments(testApp, profile, ['fenced'])
    const stale = await claimAndDie(id)
    await endLeases()
    await testApp.work()
    await completeDeliveries(testApp.ctx.db.pool, stale)
    const [delivery] = await deliveries(path)
    expect(delivery).toMatchObject({ status: 'succeeded', last_status_code: 200 })
  })

  test('a stale success does not end the lease of another process', async () => {
    const { id, path } = await buildWebhook(testApp, { url: receiver.url })
    await emitComments(testApp, profile, ['fenced'])
    const [stale] = await claimAndDie(id)
    await endLeases()
    const [current] = await claimAndDie(id)
    const success = { ...stale!, statusCode: 200, error: null, retryAt: null }
    await completeDeliveries(testApp.ctx.db.pool, [success])
    expect((await deliveries(path))[0].status).toBe('pending')
    await completeDeliveries(testApp.ctx.db.pool, [current!])
    expect((await deliveries(path))[0]).toMatchObject({ status: 'failed', attempt_count: 1 })
  })

  test('of two results of one attempt in a batch the newer lease decides', async () => {
    const { id, path } = await buildWebhook(testApp, { url: receiver.url })
    await emitComments(testApp, profile, ['twice'])
    const [stale] = await claimAndDie(id)
    await endLeases()
    const [current] = await claimAndDie(id)
    const success = { ...current!, statusCode: 200, error: null }
    await completeDeliveries(testApp.ctx.db.pool, [success, stale!])
    expect((await deliveries(path))[0]).toMatchObject({ status: 'succeeded', attempt_count: 1 })
  })

  test('a delivery that was skipped in flight but received is succeeded', async () => {
    const { id, path } = await buildWebhook(testApp, { url: receiver.url })
    await emitComments(testApp, profile, ['crossed'])
    const [inFlight] = await claimAndDie(id)
    await testApp.call('PATCH', path, { active: false })
    expect((await deliveries(path))[0].status).toBe('skipped')
    const success = { ...inFlight!, statusCode: 200, error: null }
    await completeDeliveries(testApp.ctx.db.pool, [success])
    expect((await deliveries(path))[0]).toMatchObject({ status: 'succeeded', last_error: null })
  })
})

describe('the guard on addresses', () => {
  test('is checked at every attempt, even if the endpoint was accepted before', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    await emitComments(testApp, profile, ['inner'])
    const outbound = createOutbound({
      allowPrivate: false,
      trustedOrigins: [new URL(receiver.url).origin],
    })
    await runOnce({ ...testApp.ctx, outbound })
    await outbound.close()
    expect(receiver.received).toEqual([])
    expect(await deliveries(path)).toMatchObject([
      { status: 'pending', last_error: 'blocked_address', last_status_code: null },
    ])
  })
})
