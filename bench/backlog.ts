import { setTimeout as pause } from 'node:timers/promises'
import {
  claimDeliveries,
  findReadyEndpoints,
} from '../packages/server/src/resources/webhooks/delivery/claim.ts'
import { openDeliveryPool } from '../packages/server/src/resources/webhooks/delivery/connections.ts'
import { secretPurpose } from '../packages/server/src/resources/webhooks/secrets.ts'
import { seal } from '../packages/server/src/security/secrets.ts'
import { type Engine, withEngine } from './engine.ts'
import { cpuOf, memoryOf, percentiles, postgresOf, rounded } from './measure.ts'
import { withReceiver } from './receiver.ts'

const deadRows = 200_000
const otherEndpoints = 200
const rowsOfEachOther = 4_120
const rounds = 200
/** Connecting and planning come once in the life of a dispatcher. */
const warmUpRounds = 5
const workSeconds = 15
const sampleMs = 250

/**
 * 200,000 rows wait for one dead endpoint: how long a claim of up to 128 beside them takes, and the
 * look at all endpoints. Then 1,000,000 rows wait in all, the same again, and a worker process runs
 * on them for 15 s: its memory, and what it delivers.
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
      const one = await measure(engine, dead, others.slice(0, 7))
      process.stdout.write(`200,000 rows of a dead endpoint: ${JSON.stringify(one)}\n`)
      for (const id of others.slice(8)) await fill(engine, id, rowsOfEachOther)
      await pool.query('update delivery_queue set lease_until = null where lease_until is not null')
      await pool.query('vacuum analyze delivery_queue')
      const { rows } = await pool.query('select count(*)::int as count from delivery_queue')
      const million = await measure(engine, dead, others.slice(100, 107))
      process.stdout.write(`${rows[0].count} pending: ${JSON.stringify(million)}\n`)
      await pool.query('update delivery_queue set lease_until = null where lease_until is not null')
      await receiver.ask('reset')
      const rssMax = await workOn(engine)
      const { arrived } = await receiver.ask('tally')
      return {
        claim_ms_dead_200k: one.claim,
        scan_ms_dead_200k: one.scan,
        claim_ms_1m: million.claim,
        scan_ms_1m: million.scan,
        pending: rows[0].count,
        worker_rss_mb_max: rssMax,
        delivered_per_s: Math.round(arrived / workSeconds),
      }
    }),
  )
}

/** More endpoints than an owner may have, so in SQL; they all lead to the same receiver. */
async function copyEndpoint(engine: Engine, id: string): Promise<string[]> {
  const { rows } = await engine.ctx.db.pool.query<{ id: string }>(
    `insert into webhook_endpoint (id, owner_id, url, events, secret_sealed, created_at, updated_at)
      select id || '_' || n, owner_id, url, events, secret_sealed, created_at, updated_at
      from webhook_endpoint, generate_series(1, $2::int) n where id = $1 returning id`,
    [id, otherEndpoints],
  )
  return rows.map((row) => row.id)
}

/** Rows in the queue, with their deliveries, all of the one event that was published. */
async function fill(engine: Engine, endpointId: string, rows: number): Promise<void> {
  await engine.ctx.db.pool.query(
    `with one as (select * from delivery order by created_at limit 1), made as (
      insert into delivery (id, created_at, owner_id, profile_id, endpoint_id, event_id,
        event_created_at, event_type)
      select gen_random_uuid(), one.created_at, one.owner_id, one.profile_id, $1, one.event_id,
        one.event_created_at, one.event_type
      from one, generate_series(1, $2::int)
      returning id, created_at, event_id, event_created_at)
    insert into delivery_queue (delivery_id, delivery_created_at, endpoint_id, event_id,
      event_created_at, due_at)
    select id, created_at, $1, event_id, event_created_at, created_at from made`,
    [endpointId, rows],
  )
}

async function measure(engine: Engine, dead: string, others: readonly string[]) {
  // As the dispatcher has it: planned along the index.
  const line = openDeliveryPool(engine.ctx)
  const claims: number[] = []
  const scans: number[] = []
  const postgres = postgresOf(engine.dataDir)!
  let cpu = 0
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const ids = [dead, ...others]
    const asks = ids.map((endpointId) => ({ endpointId, slots: 16, claimed: 0 }))
    const before = cpuOf(postgres)
    const began = performance.now()
    const deliveries = await claimDeliveries(line, asks, new Date())
    const ms = performance.now() - began
    const cpuSeconds = cpuOf(postgres) - before
    // As if they had been delivered: rows that stay claimed would have to be passed over for ever.
    const taken = deliveries.map((delivery) => delivery.delivery_id)
    await line.query('delete from delivery_queue where delivery_id = any($1)', [taken])
    const scanBegan = performance.now()
    await findReadyEndpoints(line, new Date())
    if (round < 0) continue
    claims.push(ms)
    cpu += cpuSeconds
    scans.push(performance.now() - scanBegan)
  }
  await line.end()
  const postgres_cpu_ms = rounded((cpu / rounds) * 1_000, 2)
  return { claim: { ...percentiles(claims), postgres_cpu_ms }, scan: percentiles(scans) }
}

/** Runs a worker; returns the most memory it had, in MB. */
async function workOn(engine: Engine): Promise<number> {
  // A secret is sealed for its endpoint's id: the copies get one that the worker can open.
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
