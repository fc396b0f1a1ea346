import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildProfile } from '../../test/build.ts'
import { buildWebhook, deleteWebhooks, emitComments } from '../../test/build-webhook.ts'
import { type House, openHouse } from '../../test/house.ts'
import { openReceiver, type Receiver } from '../../test/receiver.ts'
import type { Profile } from '../resources/profile.ts'
import { claimDeliveries } from './claim.ts'
import { createDispatcher } from './dispatcher.ts'
import { createPresence, type Presence } from './presence.ts'

let house: House
let receiver: Receiver
let profile: Profile
const present: Presence[] = []

beforeAll(async () => {
  house = await openHouse({ poolMax: 10 })
  profile = await buildProfile(house)
})
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(async () => {
  await Promise.all(present.splice(0).map((presence) => presence.end()))
  await house.ctx.db.pool.query('delete from dispatcher')
  await deleteWebhooks(house)
  await receiver.close()
})
afterAll(() => house.close())

async function entered(): Promise<Presence> {
  const presence = createPresence(house.ctx)
  present.push(presence)
  await presence.look()
  return presence
}

/** Ends the connection that holds the lock, as the end of its process does. */
async function die(presence: Presence): Promise<void> {
  const { rows } = await house.ctx.db.pool.query(
    `select pg_terminate_backend(pid, 5000) as ended from pg_locks
    where locktype = 'advisory' and classid = 7670120 and objid = $1`,
    [presence.holder()],
  )
  expect(rows).toEqual([{ ended: true }])
}

async function claimFor(presence: Presence, count: number): Promise<void> {
  const { id } = await buildWebhook(house, { url: receiver.url })
  const texts = Array.from({ length: count }, (_, place) => `event ${place}`)
  await emitComments(house, profile, texts)
  const asks = [{ endpointId: id, slots: count, inFlight: 0 }]
  const { pool } = house.ctx.db
  const claimed = await claimDeliveries(pool, asks, house.clock.now(), presence.holder())
  expect(claimed.deliveries).toHaveLength(count)
}

test('the leases of a dispatcher that died are freed at the next look of a peer', async () => {
  const [peer, doomed] = [await entered(), await entered()]
  await claimFor(doomed, 10)
  await die(doomed)
  expect(await peer.look()).toBe(10)
  await house.work()
  expect(receiver.received).toHaveLength(10)
})

test('the leases of a dispatcher that lives are left alone', async () => {
  const [peer, living] = [await entered(), await entered()]
  await claimFor(living, 3)
  expect(await peer.look()).toBe(0)
  await house.work()
  expect(receiver.received).toEqual([])
})

test('the first dispatcher to start after a crash frees what the crash left', async () => {
  const doomed = await entered()
  await claimFor(doomed, 5)
  await die(doomed)
  const all = new Promise<void>((resolve) => {
    receiver.answer(() => {
      if (receiver.received.length >= 5) resolve()
      return { status: 200 }
    })
  })
  const next = createDispatcher(house.ctx)
  next.start()
  await all
  await next.stop()
  expect(receiver.received).toHaveLength(5)
})

test('a claim that the dying process still had under way is freed too', async () => {
  const [peer, doomed] = [await entered(), await entered()]
  await claimFor(doomed, 1)
  const dead = doomed.holder()
  await die(doomed)
  await peer.look()
  await house.ctx.db.pool.query(
    `update delivery_queue set lease_until = now() + interval '1 minute', lease_holder = $1`,
    [dead],
  )
  const { rowCount } = await house.ctx.db.pool.query(
    `update dispatcher set died_at = now() - interval '2 seconds' where id = $1`,
    [dead],
  )
  expect(rowCount).toBe(1)
  expect(await peer.look()).toBe(1)
  const { rows } = await house.ctx.db.pool.query('select id from dispatcher where id = $1', [dead])
  expect(rows).toEqual([])
})

test('a dispatcher whose connection was lost comes back under another id', async () => {
  const presence = await entered()
  const before = presence.holder()
  await die(presence)
  await expect.poll(() => presence.holder()).toBeNull()
  await presence.look()
  expect(presence.holder()).not.toBe(before)
  expect(presence.holder()).not.toBeNull()
})

test('a dispatcher that stops leaves nothing behind', async () => {
  const presence = await entered()
  await presence.end()
  expect((await house.ctx.db.pool.query('select id from dispatcher')).rows).toEqual([])
})
