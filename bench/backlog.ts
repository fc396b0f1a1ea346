import {
  claimDeliveries,
  findReadyEndpoints,
} from '../packages/server/src/resources/webhooks/delivery/claim.ts'
import { openLine } from '../packages/server/src/resources/webhooks/delivery/line.ts'
import { cpuOfFamily } from './cpu.ts'
import { type Engine, startWorker, withEngine } from './engine.ts'
import { memoryOf, postgresOf } from './processes.ts'
import { openReceiver, percentiles } from './receivers.ts'

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
  const receiver = await openReceiver('https')
  try {
    return await withEngine(async (engine) => {
      const { id: dead } = await engine.addEndpoint('https://127.0.0.1:9/dead')
      const { id: healthy } = await engine.addEndpoint(`${receiver.url}/0`)
      await engine.publish('post_template')
      await engine.ctx.db.pool.query(
        'update webhook_endpoint set consecutive_failures = 6 where id = $1',
        [dead],
      )
      const others = await copyEndpoint(engine, healthy)
      await fill(engine, dead, deadRows)
      for (const id of others.slice(0, 8)) await fill(engine, id, rowsOfEachOther)
      const one = await measure(engine, dead, others.slice(0, 7))
      process.stdout.write(`200,000 rows of a dead endpoint: ${JSON.stringify(one)}\n`)
      for (const id of others.slice(8)) await fill(engine, id, rowsOfEachOther)
      const { pool } = engine.ctx.db
      await pool.query('update delivery_queue set lease_until = null where lease_until is not null')
      await pool.query('vacuum analyze delivery_queue')
      const { rows } = await pool.query('select count(*)::int as count from delivery_queue')
      const million = await measure(engine, dead, others.slice(100, 107))
      process.stdout.write(`${rows[0].count} pending: ${JSON.stringify(million)}\n`)
      await pool.query('update delivery_queue set lease_until = null where lease_until is not null')
      await receiver.ask('reset')
      const worked = await workOn(engine)
      const { arrived } = await receiver.ask('tally')
      return {
        claim_ms_dead_200k: one.claim,
        scan_ms_dead_200k: one.scan,
        claim_ms_1m: million.claim,
        scan_ms_1m: million.scan,
        pending: rows[0].count,
        worker_rss_mb_max: worked.rss,
        delivered_per_s: Math.round(arrived / workSeconds),
      }
    })
  } finally {
    receiver.close()
  }
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
  const line = openLine(engine.ctx)
  const claims: number[] = []
  const scans: number[] = []
  const postgres = postgresOf(engine.dataDir)!
  let cpu = 0
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const ids = [dead, ...others]
    const asks = ids.map((endpointId) => ({ endpointId, slots: 16, inFlight: 0 }))
    const before = cpuOfFamily(postgres)
    const began = performance.now()
    const deliveries = await claimDeliveries(line, asks, new Date())
    const ms = performance.now() - began
    const cpuSeconds = cpuOfFamily(postgres) - before
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
  const cpuMs = Math.round((cpu / rounds) * 100_000) / 100
  return { claim: { ...percentiles(claims), postgres_cpu_ms: cpuMs }, scan: percentiles(scans) }
}

async function workOn(engine: Engine): Promise<{ rss: number }> {
  // The sealed secret belongs to the first endpoint's id, so its copies cannot be opened: they get
  // what the worker can open.
  await resealAll(engine)
  const worker = await startWorker(engine)
  let rss = 0
  const until = performance.now() + workSeconds * 1_000
  while (performance.now() < until) {
    rss = Math.max(rss, memoryOf([worker.pid]).rss)
    await new Promise((resume) => setTimeout(resume, sampleMs))
  }
  await worker.end()
  return { rss }
}

async function resealAll(engine: Engine): Promise<void> {
  const { seal } = await import('../packages/server/src/security/secrets.ts')
  const { secretPurpose } = await import('../packages/server/src/resources/webhooks/secrets.ts')
  const { pool } = engine.ctx.db
  const { rows } = await pool.query<{ id: string }>('select id from webhook_endpoint')
  for (const { id } of rows) {
    const sealed = seal(engine.ctx.config.keyring, secretPurpose(id), `whsec_${'x'.repeat(43)}`)
    await pool.query('update webhook_endpoint set secret_sealed = $1 where id = $2', [sealed, id])
  }
}
