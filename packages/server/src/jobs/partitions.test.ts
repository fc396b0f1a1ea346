import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildProfile } from '../../test/build.ts'
import { buildWebhook, emitComments } from '../../test/build-webhook.ts'
import { openReceiver, type Receiver } from '../../test/receiver.ts'
import { useTestApp } from '../../test/test-app.ts'
import { claimDeliveries } from '../resources/webhooks/delivery/claim.ts'
import type { Profile } from '../schemas/profile.ts'
import { ensurePartitions } from './partitions.ts'

const day = 86_400_000

const testApp = useTestApp({ poolMax: 8 })
let receiver: Receiver
let profile: Profile
let path: string

beforeAll(async () => {
  receiver = await openReceiver()
  profile = await buildProfile(testApp)
  path = (await buildWebhook(testApp, { url: receiver.url })).path
})
afterAll(() => receiver.close())

async function partitionsOf(table: string): Promise<string[]> {
  const { rows } = await testApp.ctx.db.pool.query<{ name: string }>(
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = $1::regclass order by 1`,
    [table],
  )
  return rows.map((row) => row.name)
}

const count = async (table: string) =>
  Number((await testApp.ctx.db.pool.query(`select count(*) from ${table}`)).rows[0].count)

describe('the partitions of the history', () => {
  test('exist for today and the next three days', async () => {
    for (const table of ['event', 'delivery', 'attempt']) {
      expect(await partitionsOf(table)).toEqual([
        `${table}_20261121`,
        `${table}_20261122`,
        `${table}_20261123`,
        `${table}_20261124`,
        `${table}_default`,
      ])
    }
  })

  test('can be ensured by several processes concurrently', async () => {
    testApp.clock.advance(day)
    await Promise.all(Array.from({ length: 4 }, () => ensurePartitions(testApp.ctx)))
    expect(await partitionsOf('event')).toContain('event_20261125')
  })

  test('missing partitions are created, rows move into them and an error is logged', async () => {
    testApp.clock.advance(10 * day)
    await emitComments(testApp, profile, ['caught'])
    const emittedAt = testApp.clock.now()
    expect(await count('event_default')).toBe(1)
    expect(await count('delivery_default')).toBe(1)
    await ensurePartitions(testApp.ctx)
    expect(await count('event_default')).toBe(0)
    expect(await count('delivery_default')).toBe(0)
    expect(await count('event_20261202')).toBe(1)
    expect(testApp.logLines.some((line) => line.includes('partition.was_missing'))).toBe(true)
    await testApp.work()
    const { body } = await testApp.call('GET', `${path}/deliveries`)
    expect(body.data).toMatchObject([{ status: 'succeeded', created_at: emittedAt.toISOString() }])
  })

  test('are dropped after 31 days, when their history is no longer listed', async () => {
    testApp.clock.set(new Date('2027-01-01T08:59:59.000Z'))
    await ensurePartitions(testApp.ctx)
    expect((await testApp.call('GET', `${path}/deliveries`)).body.data).toHaveLength(1)
    expect(await partitionsOf('event')).toContain('event_20261202')
    testApp.clock.set(new Date('2027-01-03T00:00:00.000Z'))
    await ensurePartitions(testApp.ctx)
    const partitions = await partitionsOf('event')
    expect(partitions).not.toContain('event_20261202')
    expect(partitions[0]).toBe('event_20261203')
  })

  test('old rows in the default partition are deleted', async () => {
    testApp.clock.set(new Date('2027-01-20T12:00:00.000Z'))
    await emitComments(testApp, profile, ['partitions in the net'])
    expect(await count('event_default')).toBe(1)
    testApp.clock.set(new Date('2027-03-01T12:00:00.000Z'))
    await ensurePartitions(testApp.ctx)
    expect(await count('event_default')).toBe(0)
  })

  test('a claim during the move of rows finds each delivery with its event', async () => {
    const { pool } = testApp.ctx.db
    const waiting = async () =>
      (
        await pool.query(`select 1 from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`)
      ).rowCount
    testApp.clock.advance(10 * day)
    await emitComments(testApp, profile, ['claimed during the move'])
    const reader = await pool.connect()
    await reader.query('begin')
    await reader.query('lock table event_default in access share mode')
    const ensured = ensurePartitions(testApp.ctx)
    await expect.poll(waiting).toBe(1)
    const request = { endpointId: path.split('/').at(-1)!, slots: 5, claimed: 0 }
    const claimed = claimDeliveries(pool, [request], testApp.clock.now())
    await expect.poll(waiting).toBe(2)
    await reader.query('commit')
    reader.release()
    await ensured
    expect(await claimed).toHaveLength(1)
  })
})
