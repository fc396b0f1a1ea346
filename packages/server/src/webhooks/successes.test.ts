import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildProfile } from '../../test/build.ts'
import { buildWebhook, deleteWebhooks, emitComments } from '../../test/build-webhook.ts'
import { type House, openHouse } from '../../test/house.ts'
import { claimDeliveries } from './claim.ts'
import { type AttemptResult, completeDeliveries } from './complete.ts'
import { completeSuccesses } from './successes.ts'

const url = 'http://127.0.0.1:1/'
let house: House
let profile: { id: string }

beforeAll(async () => {
  house = await openHouse()
  profile = await buildProfile(house)
})
beforeEach(() => deleteWebhooks(house))
afterAll(() => house.close())

async function claimSuccesses(id: string): Promise<AttemptResult[]> {
  const now = house.clock.now()
  const asks = [{ endpointId: id, slots: 16, inFlight: 0 }]
  const { deliveries } = await claimDeliveries(house.ctx.db.pool, asks, now)
  return deliveries.map((claimed) => ({
    deliveryId: claimed.delivery_id,
    deliveryCreatedAt: claimed.delivery_created_at,
    endpointId: id,
    token: claimed.token,
    number: claimed.number,
    once: claimed.once,
    resend: claimed.resend,
    counted: true,
    url,
    startedAt: now,
    completedAt: now,
    durationMs: 3,
    statusCode: 202,
    error: null,
    response: Buffer.from('{"thanks":"äh"}'),
    retryAt: null,
  }))
}

/** Everything that a completion may change of an endpoint's, but for what names it. */
async function stateOf(id: string): Promise<unknown> {
  const { rows } = await house.ctx.db.pool.query(
    `select to_jsonb(e) - array['id', 'url', 'secret_sealed', 'created_at', 'updated_at'] as endpoint,
      (select json_agg(to_jsonb(a) - 'delivery_id' order by a.number) from attempt a
        join delivery d on d.id = a.delivery_id where d.endpoint_id = e.id) as attempts,
      (select json_agg(to_jsonb(q) - array['delivery_id', 'delivery_created_at', 'endpoint_id',
        'event_id', 'event_created_at', 'lease_until', 'lease_token'])
        from delivery_queue q where q.endpoint_id = e.id) as queue,
      (select json_agg(json_build_array(d.outcome, d.outcome_at)) from delivery d
        where d.endpoint_id = e.id) as deliveries
    from webhook_endpoint e where e.id = $1`,
    [id],
  )
  return rows[0]
}

test('a batch of successes leaves what completeDeliveries would', async () => {
  const { pool } = house.ctx.db
  const [one, other] = [await buildWebhook(house, { url }), await buildWebhook(house, { url })]
  await pool.query(
    'update webhook_endpoint set consecutive_failures = 7, attempt_after = created_at',
  )
  await emitComments(house, profile, ['a', 'b', 'c'])
  const [plain, full] = [await claimSuccesses(one.id), await claimSuccesses(other.id)]
  // A failing endpoint gives one at a time.
  expect([plain.length, full.length]).toEqual([1, 1])
  const before = await stateOf(one.id)
  expect(await completeSuccesses(pool, plain)).toBe(true)
  await completeDeliveries(pool, full)
  expect(await stateOf(one.id)).toEqual(await stateOf(other.id))
  expect(await stateOf(one.id)).not.toEqual(before)

  const [more, fullMore] = [await claimSuccesses(one.id), await claimSuccesses(other.id)]
  expect(more).toHaveLength(2)
  expect(await completeSuccesses(pool, more)).toBe(true)
  await completeDeliveries(pool, fullMore)
  expect(await stateOf(one.id)).toEqual(await stateOf(other.id))
})

test.each([
  [
    'whose lease has passed to another',
    async (results: AttemptResult[]) => {
      results[1]!.token = String(BigInt(results[1]!.token) - 1n)
    },
  ],
  [
    'whose attempt was recorded before',
    async (results: AttemptResult[]) => {
      await completeDeliveries(house.ctx.db.pool, [{ ...results[1]!, token: '0' }])
    },
  ],
  [
    'that is there twice',
    async (results: AttemptResult[]) => void results.push({ ...results[1]!, durationMs: 9 }),
  ],
  [
    'of a resend',
    async (results: AttemptResult[]) => {
      results[1]!.once = true
    },
  ],
  [
    'that failed',
    async (results: AttemptResult[]) => {
      results[1]!.error = 'http_status'
    },
  ],
])('nothing is written of a batch with a result %s', async (_what, change) => {
  const { id } = await buildWebhook(house, { url })
  await emitComments(house, profile, ['a', 'b', 'c'])
  const results = await claimSuccesses(id)
  await change(results)
  const before = await stateOf(id)
  expect(await completeSuccesses(house.ctx.db.pool, results)).toBe(false)
  expect(await stateOf(id)).toEqual(before)
})

test('what is wrong with the database is thrown', async () => {
  const { id } = await buildWebhook(house, { url })
  await emitComments(house, profile, ['a'])
  const results = await claimSuccesses(id)
  results[0]!.deliveryCreatedAt = 'never'
  await expect(completeSuccesses(house.ctx.db.pool, results)).rejects.toThrow()
})
