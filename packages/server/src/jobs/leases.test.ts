import { expect, test } from 'vitest'
import { buildProfile } from '../../test/build.ts'
import { useTestApp } from '../../test/test-app.ts'
import { limits } from '../core/limits.ts'
import { backOffLease, claimDue, lockClaim, release } from './due.ts'
import { createHeartbeat } from './heartbeat.ts'
import { isUnexpired, readClocks } from './leases.ts'

const leaseMs = limits.work.leaseSeconds * 1_000

const testApp = useTestApp({ poolMax: 3 })

/** Claims one row; profiles stand for all kinds of work. */
async function claimOne() {
  const { id } = await buildProfile(testApp)
  await testApp.ctx.db.pool.query('update profile set due_at = $1 where id = $2', [
    testApp.clock.now(),
    id,
  ])
  const [claim] = await claimAll()
  return claim!
}

function claimAll() {
  return claimDue(testApp.ctx.db.query, 'profile', { now: testApp.clock.now(), rows: 10 })
}

/** By the database's clock. */
async function msLeft(key: string): Promise<number> {
  const { rows } = await testApp.ctx.db.pool.query(
    'select extract(epoch from lease_until - now())::float8 * 1000 as ms from profile where id = $1',
    [key],
  )
  return rows[0].ms
}

test('a renewed lease outlives its duration, and no other process can claim its row', async () => {
  const claim = await claimOne()
  const stopRenewing = createHeartbeat(testApp.ctx).keepAlive(claim)
  const first = claim.requestedAt
  await expect.poll(() => claim.requestedAt.steady - first.steady).toBeGreaterThan(leaseMs)
  expect(isUnexpired(claim)).toBe(true)
  expect(await claimAll()).toEqual([])
  stopRenewing()
  await testApp.ctx.db.transact((tx) => release(tx, claim, null))
})

test('a claimed row is leased for at most one lease', async () => {
  const claim = await claimOne()
  expect(await msLeft(claim.key)).toBeLessThanOrEqual(leaseMs)
  expect(await claimAll()).toEqual([])
  await testApp.ctx.db.transact((tx) => release(tx, claim, null))
})

test('the row of a dead process can be claimed once its lease has expired', async () => {
  const silent = await claimOne()
  await testApp.ctx.db.pool.query('update profile set lease_until = now() where id = $1', [
    silent.key,
  ])
  expect(await claimAll()).toHaveLength(1)
  expect(await testApp.ctx.db.transact((tx) => lockClaim(tx, silent))).toBe(false)
})

test('a heartbeat skips a locked row and renews the others', async () => {
  const [locked, other] = [await claimOne(), await claimOne()]
  const keeper = createHeartbeat(testApp.ctx)
  const stops = [keeper.keepAlive(locked), keeper.keepAlive(other)]
  await testApp.ctx.db.transact(async (tx) => {
    await lockClaim(tx, locked)
    const before = other.requestedAt
    await expect.poll(() => other.requestedAt).not.toBe(before)
  })
  for (const end of stops) end()
})

test('a late heartbeat revives neither a lost nor a released claim', async () => {
  const [lost, ended] = [await claimOne(), await claimOne()]
  const keeper = createHeartbeat(testApp.ctx)
  const stops = [keeper.keepAlive(lost), keeper.keepAlive(ended)]
  await testApp.ctx.db.pool.query(`update profile set lease_token = nextval('lease_token_sequence'),
    lease_until = now() + interval '1 hour' where id = '${lost.key}'`)
  await testApp.ctx.db.transact((tx) => release(tx, ended, null))
  const third = await claimOne()
  stops.push(keeper.keepAlive(third))
  const before = third.requestedAt
  await expect.poll(() => third.requestedAt).not.toBe(before)
  expect(await msLeft(lost.key)).toBeGreaterThan(3_500_000)
  expect(await msLeft(ended.key)).toBeNull()
  for (const end of stops) end()
})

test('failed work is backed off for longer than a lease', async () => {
  const claim = await claimOne()
  await backOffLease(testApp.ctx.db.query, claim)
  expect(await msLeft(claim.key)).toBeGreaterThan(leaseMs * 2)
})

test('a lease is unexpired only while both clocks say so', () => {
  const now = readClocks()
  expect(isUnexpired({ requestedAt: now })).toBe(true)
  expect(isUnexpired({ requestedAt: { ...now, steady: now.steady - leaseMs } })).toBe(false)
  // On a suspended machine the steady clock stands still.
  expect(isUnexpired({ requestedAt: { ...now, wall: now.wall - leaseMs } })).toBe(false)
})
