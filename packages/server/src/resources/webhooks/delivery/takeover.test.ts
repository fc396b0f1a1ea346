import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildProfile } from '../../../../test/build.ts'
import { buildWebhook, deleteWebhooks, emitComments } from '../../../../test/build-webhook.ts'
import { openReceiver, type Received, type Receiver } from '../../../../test/receiver.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { limits } from '../../../core/limits.ts'
import type { Database } from '../../../database/open.ts'
import { createOutbound, type Outbound } from '../../../outbound/outbound.ts'
import type { Profile } from '../../../schemas/profile.ts'
import { claimDeliveries } from './claim.ts'
import { createDispatcher, type Dispatcher } from './dispatcher.ts'

const leaseMs = limits.work.leaseSeconds * 1_000

const testApp = useTestApp({ poolMax: 10 })
let receiver: Receiver
let profile: Profile
/** With the real 5-second time-out, so that attempts outlast a lease. */
let outbound: Outbound
const started: Dispatcher[] = []

beforeAll(async () => {
  profile = await buildProfile(testApp)
  outbound = createOutbound({ allowPrivate: true, trustedOrigins: [] })
})
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((dispatcher) => dispatcher.stop()))
  await deleteWebhooks(testApp)
  await receiver.close()
})
afterAll(() => outbound.close())

function start(db = testApp.ctx.db): Dispatcher {
  const dispatcher = createDispatcher({ ...testApp.ctx, outbound, db })
  started.push(dispatcher)
  dispatcher.start()
  return dispatcher
}

const texts = () => receiver.received.map((request: Received) => request.json.data.text)

/** Delays every response until `release` is called. */
function delayResponses() {
  const waiting: (() => void)[] = []
  receiver.respondWith(() => new Promise((resolve) => waiting.push(() => resolve({ status: 200 }))))
  return {
    count: () => waiting.length,
    release: () => {
      receiver.respondWith(() => ({ status: 200 }))
      for (const respond of waiting) respond()
    },
  }
}

/** The remaining lease of the only delivery, in ms by the database's clock. */
async function leaseLeftMs(): Promise<number> {
  const { rows } = await testApp.ctx.db.pool.query(
    'select extract(epoch from lease_until - now())::float8 * 1000 as ms from delivery_queue',
  )
  return rows[0].ms
}

/** A database whose lease renewals fail, as for a process that is cut off. */
function cutOff(): Database {
  const leasePool = new pg.Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 100 })
  return { ...testApp.ctx.db, leasePool }
}

test('deliveries claimed by a dead process are sent once their lease has expired', async () => {
  const { id } = await buildWebhook(testApp, { url: receiver.url })
  await emitComments(testApp, profile, ['a', 'b', 'c', 'd', 'e'])
  const { pool } = testApp.ctx.db
  const requests = [{ endpointId: id, slots: 5, claimed: 0 }]
  const deliveries = await claimDeliveries(pool, requests, testApp.clock.now())
  expect(deliveries).toHaveLength(5)
  const left = await pool.query(
    'select max(extract(epoch from lease_until - now()))::float8 * 1000 as ms from delivery_queue',
  )
  expect(left.rows[0].ms).toBeLessThanOrEqual(leaseMs)
  await pool.query(`update delivery_queue set lease_until = now() + interval '1 hour'`)
  const peer = createDispatcher(testApp.ctx)
  await peer.runUntilIdle()
  await peer.stop()
  expect(texts()).toEqual([])
  await pool.query('update delivery_queue set lease_until = now()')
  start()
  await expect.poll(() => texts().sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('an attempt longer than its lease renews it and is not sent again', async () => {
  await buildWebhook(testApp, { url: receiver.url })
  const delayed = delayResponses()
  start()
  await emitComments(testApp, profile, ['slow'])
  await expect.poll(delayed.count).toBe(1)
  const claimedAt = performance.now()
  await expect.poll(() => performance.now() - claimedAt).toBeGreaterThan(leaseMs + 500)
  expect(await leaseLeftMs()).toBeGreaterThan(0)
  const peer = createDispatcher(testApp.ctx)
  await peer.runUntilIdle()
  await peer.stop()
  expect(texts()).toEqual(['slow'])
  delayed.release()
})

test('a process blocked for longer than a lease sends nothing twice', async () => {
  await buildWebhook(testApp, { url: receiver.url })
  const delayed = delayResponses()
  const dispatcher = start()
  await emitComments(testApp, profile, ['slow'])
  await expect.poll(delayed.count).toBe(1)
  // All leases have expired by then; the heartbeat races with the next claim.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, leaseMs + 400)
  await emitComments(testApp, profile, ['next'])
  await expect.poll(texts).toContain('next')
  delayed.release()
  await dispatcher.stop()
  expect(texts().sort()).toEqual(['next', 'slow'])
})

test('deliveries queued in a process that is cut off are sent by others only', async () => {
  await buildWebhook(testApp, { url: receiver.url })
  const stalled = start(cutOff())
  // Four successes open sixteen slots, and as many deliveries are queued.
  await emitComments(testApp, profile, ['a', 'b', 'c', 'd'])
  await expect.poll(() => texts().length).toBe(4)
  const delayed = delayResponses()
  const events = Array.from({ length: 30 }, (_, index) => `event ${index}`)
  await emitComments(testApp, profile, events)
  await expect.poll(delayed.count).toBe(16)
  const sent = () => texts().slice(4)
  const inFlight = sent()
  receiver.respondWith(() => ({ status: 200 }))
  const peer = start()
  await expect.poll(() => sent().length).toBe(16 + events.length)
  await peer.stop()
  delayed.release()
  // Once it sends a new delivery, it has released all that were queued.
  await emitComments(testApp, profile, ['last'])
  await expect.poll(sent).toContain('last')
  await stalled.stop()
  const duplicates = sent().filter((text, index, all) => all.indexOf(text) !== index)
  expect(duplicates.sort()).toEqual(inFlight.sort())
})

test('a stopped process leaves no leases', async () => {
  await buildWebhook(testApp, { url: receiver.url })
  const dispatcher = start()
  await emitComments(testApp, profile, ['a', 'b', 'c', 'd'])
  await expect.poll(() => texts().length).toBe(4)
  const delayed = delayResponses()
  await emitComments(
    testApp,
    profile,
    Array.from({ length: 30 }, (_, index) => `event ${index}`),
  )
  await expect.poll(delayed.count).toBe(16)
  const counts = async () => {
    const sql =
      'select count(*)::int as rows, count(lease_token)::int as leased from delivery_queue'
    return (await testApp.ctx.db.pool.query(sql)).rows[0]
  }
  const stopping = dispatcher.stop()
  await expect.poll(counts).toEqual({ rows: 30, leased: 16 })
  delayed.release()
  await stopping
  expect(await counts()).toEqual({ rows: 14, leased: 0 })
})
