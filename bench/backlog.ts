import { setTimeout as pause } from 'node:timers/promises'
import {
  claimDeliveries,
  findReadyEndpoints,
} from '../packages/server/src/resources/webhooks/delivery/claim.ts'
import { openDeliveryPool } from '../packages/server/src/resources/webhooks/delivery/connections.ts'
import { secretPurpose } from '../packages/server/src/resources/webhooks/secrets.ts'
import { seal } from '../packages/server/src/security/secrets.ts'
import { type Engine, withEngine } from './engine.ts'
import { cpuOf, memoryOf, percentiles, postgresOf, rounded, sized } from './measure.ts'
import { withReceiver } from './receiver.ts'

const deadRows = sized(200_000, 2_000)
const otherEndpoints = 200
const rowsOfEachOther = sized(4_120, 40)
const rounds = sized(200, 5)
/** A dispatcher connects and plans once, so skip these rounds. */
const warmUpRounds = 5
const workSeconds = sized(15, 1)
const sampleMs = 250

/**
 * Measures claims of up to 128 rows and scans of all endpoints with 200,000 pending rows of a dead
 * endpoint, then with 1,000,000 pending rows. Then runs a worker for 15 s and measures its memory and
 * deliveries.
 */
export async function benchBacklog(): Promise<Record<string, unknown>> {
  return await withReceiver((receiver) =>
    withEngine(async (engine) => {
      const { pool } = engine.ctx.db
      const { id: dead } = await engine.addEndpoint('https://127.0.0.1:9/dead')
      const { id: healthy } = await engine.addEndpoint(`${receiver.url}/0`)
      await engine.publish('post_template')
      await pool.query('update webhook_endpoint set consecutive_failures = 6 where id = $1', [dead])
      const others = await copyEndpoint(engine, healthy)
      await fill(engine, dead, deadRows)
      for (const id of others.slice(0, 8)) await fill(engine, id, rowsOfEachOther)
      const result = await measure(engine, dead, others.slice(0, 7))
      process.stdout.write(`200,000 rows of a dead endpoint: ${JSON.stringify(result)}\n`)
      for (const id of others.slice(8)) await fill(engine, id, rowsOfEachOther)
      await pool.query('update delivery_queue set lease_until = null where lease_until is not null')
      await pool.query('vacuum analyze delivery_queue')
      const { rows } = await pool.query('select count(*)::int as count from delivery_queue')
      const million = await measure(engine, dead, others.slice(100, 107))
      process.stdout.write(`${rows[0].count} pending: ${JSON.stringify(million)}\n`)
      await pool.query('update delivery_queue set lease_until = null where lease_until is not null')
      await receiver.request('reset')
      const rssMax = await runWorker(engine)
      const { arrived } = await receiver.request('tally')
      return {
        claim_ms_dead_200k: result.claim,
        scan_ms_dead_200k: result.scan,
        claim_ms_1m: million.claim,
        scan_ms_1m: million.scan,
        pending: rows[0].count,
        worker_rss_mb_max: rssMax,
        delivered_per_s: Math.round(arrived / workSeconds),
      }
    }),
  )
}

/** Copies an endpoint by SQL, because the API limits their number. */
async function copyEndpoint(engine: Engine, id: string): Promise<string[]> {
  const { rows } = await engine.ctx.db.pool.query<{ id: string }>(
    `insert into webhook_endpoint (id, owner_id, url, events, secret_sealed, created_at, updated_at)
      select id || '_' || n, owner_id, url, events, secret_sealed, created_at, updated_at
      from webhook_endpoint, generate_series(1, $2::int) n where id = $1 returning id`,
    [id, otherEndpoints],
  )
  return rows.map((row) => row.id)
}

/** Inserts pending deliveries of the published event. */
async function fill(engine: Engine, endpointId: string, rows: number): Promise<void> {
  await engine.ctx.db.pool.query(
    `with one as (select * from delivery order by created_at limit 1), inserted as (
      insert into delivery (id, created_at, owner_id, profile_id, endpoint_id, event_id,
        event_created_at, event_type)
      select gen_random_uuid(), one.created_at, one.owner_id, one.profile_id, $1, one.event_id,
        one.event_created_at, one.event_type
      from one, generate_series(1, $2::int)
      returning id, created_at, event_id, event_created_at)
    insert into delivery_queue (delivery_id, delivery_created_at, endpoint_id, event_id,
      event_created_at, due_at)
    select id, created_at, $1, event_id, event_created_at, created_at from inserted`,
    [endpointId, rows],
  )
}

async function measure(engine: Engine, dead: string, others: readonly string[]) {
  // Use the dispatcher's pool, whose plans use the index.
  const pool = openDeliveryPool(engine.ctx)
  const claims: number[] = []
  const scans: number[] = []
  const postgres = postgresOf(engine.dataDir)!
  let cpu = 0
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const ids = [dead, ...others]
    const requests = ids.map((endpointId) => ({ endpointId, slots: 16, claimed: 0 }))
    const before = cpuOf(postgres)
    const began = performance.now()
    const deliveries = await claimDeliveries(pool, requests, new Date())
    const ms = performance.now() - began
    const cpuSeconds = cpuOf(postgres) - before
    // Delete the rows as if they were delivered, because later claims would have to skip them.
    const deliveryIds = deliveries.map((delivery) => delivery.delivery_id)
    await pool.query('delete from delivery_queue where delivery_id = any($1)', [deliveryIds])
    const scanBegan = performance.now()
    await findReadyEndpoints(pool, new Date())
    if (round < 0) continue
    claims.push(ms)
    cpu += cpuSeconds
    scans.push(performance.now() - scanBegan)
  }
  await pool.end()
  const postgres_cpu_ms = rounded((cpu / rounds) * 1_000, 2)
  return { claim: { ...percentiles(claims), postgres_cpu_ms }, scan: percentiles(scans) }
}

/** Runs a worker. Returns its maximum memory in MB. */
async function runWorker(engine: Engine): Promise<number> {
  // A sealed secret is bound to its endpoint's id, so seal one for each copy.
  const { pool } = engine.ctx.db
  const { rows } = await pool.query<{ id: string }>('select id from webhook_endpoint')
  for (const { id } of rows) {
    const sealed = seal(engine.ctx.config.keyring, secretPurpose(id), `whsec_${'x'.repeat(43)}`)
    await pool.query('update webhook_endpoint set secret_sealed = $1 where id = $2', [sealed, id])
  }
  const worker = await engine.start('worker')
  let rssMax = 0
  const until = performance.now() + workSeconds * 1_000
  while (performance.now() < until) {
    rssMax = Math.max(rssMax, memoryOf([worker.child.pid!]).rss)
    await pause(sampleMs)
  }
  await worker.stop()
  return rssMax
}
