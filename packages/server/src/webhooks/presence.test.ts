import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildProfile } from '../../test/build.ts'
import { buildWebhook, deleteWebhooks, emitComments } from '../../test/build-webhook.ts'
import { type House, openHouse } from '../../test/house.ts'
import { openReceiver, type Received, type Receiver } from '../../test/receiver.ts'
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

const textOf = (request: Received) => request.json.data.text

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

/** As a process that is cut off or stopped: its connection and its lock stand, nothing is heard. */
async function fallSilent(presence: Presence): Promise<void> {
  const { rowCount } = await house.ctx.db.pool.query(
    `update dispatcher set beat_at = now() - interval '2.2 seconds' where id = $1`,
    [presence.holder()],
  )
  expect(rowCount).toBe(1)
}

test('the leases of a dispatcher that is not heard of are freed though its connection stands', async () => {
  const [peer, silent] = [await entered(), await entered()]
  await claimFor(silent, 4)
  expect(await peer.look()).toBe(0)
  await fallSilent(silent)
  expect(await peer.look()).toBe(4)
})

test('a dispatcher that says a word in time is left alone', async () => {
  const [peer, late] = [await entered(), await entered()]
  await claimFor(late, 4)
  await fallSilent(late)
  await late.look()
  expect(await peer.look()).toBe(0)
})

test('one that was taken for dead comes back under another id and vouches for nothing older', async () => {
  const [peer, silent] = [await entered(), await entered()]
  const before = silent.holder()
  expect(silent.vouches(before)).toBe(true)
  await fallSilent(silent)
  await peer.look()
  await silent.look()
  expect(silent.holder()).not.toBe(before)
  expect(silent.vouches(before)).toBe(false)
  expect(silent.vouches(silent.holder())).toBe(true)
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

test('what a dispatcher held when it was taken for dead is sent by others alone', async () => {
  const texts = Array.from({ length: 30 }, (_, place) => `event ${place}`)
  await buildWebhook(house, { url: receiver.url })
  const stalled = createDispatcher(house.ctx)
  stalled.start()
  // Four successes open sixteen slots, and as many are held.
  await emitComments(house, profile, ['a', 'b', 'c', 'd'])
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(4)
  const release: (() => void)[] = []
  receiver.answer(() => new Promise((resolve) => release.push(() => resolve({ status: 200 }))))
  await emitComments(house, profile, texts)
  await expect.poll(() => release.length, { timeout: 10_000 }).toBe(16)
  const inFlight = receiver.received.slice(4).map(textOf)
  receiver.answer(() => ({ status: 200 }))
  await house.ctx.db.pool.query(
    `update dispatcher set beat_at = now() - interval '1 minute', died_at = now() - interval '1 minute'`,
  )
  const peer = createDispatcher(house.ctx)
  peer.start()
  const sent = () => receiver.received.slice(4).map(textOf)
  await expect.poll(() => sent().length, { timeout: 10_000 }).toBe(16 + texts.length)
  await peer.stop()
  const living = async () => {
    const { rows } = await house.ctx.db.pool.query('select from dispatcher where died_at is null')
    return rows.length
  }
  await expect.poll(living, { timeout: 10_000 }).toBe(1)
  for (const answer of release) answer()
  // Once it sends something new it has dealt with all it held.
  await emitComments(house, profile, ['last'])
  await expect.poll(sent, { timeout: 10_000 }).toContain('last')
  await stalled.stop()
  const twice = sent().filter((text, place, all) => all.indexOf(text) !== place)
  expect(twice.sort()).toEqual(inFlight.sort())
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
