import { Logger, run as runGraphile, runMigrations, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import PgBoss from 'pg-boss'
import { bareLoop, openSignedPosts, type SignedPost } from './bare.ts'
import { type Engine, startWorker, withEngine } from './engine.ts'
import { openReceiver, type Receiver, rateAfter } from './receivers.ts'

const events = 2_500
const endpoints = 10
const deliveries = events * endpoints
/** A process that has just started compiles its code first. */
const warmUp = 10_000
const barePosts = 25_000
const bossWorkers = 4
const bossBatch = 64
const graphileConcurrency = 64
const jobsPerInsert = 1_000
const quiet = new Logger(() => () => {})

/**
 * The same 25,000 deliveries, the same signed HTTPS post and a row for each attempt, through
 * pg-boss (batches of 64, 4 workers) and graphile-worker (local queue, batched completion), and
 * through ours, one after the other on one database.
 */
export async function benchBaselines(): Promise<Record<string, unknown>> {
  const receiver = await openReceiver('https')
  try {
    return await withEngine(async (engine) => {
      const { pool } = engine.ctx.db
      await pool.query(`create table baseline_attempt (job_id text not null, number int not null,
        started_at timestamptz not null, duration_ms int not null, status_code int,
        primary key (job_id, number))`)
      const bare = await rateOf(receiver, barePosts, () => bareLoop(receiver.url, barePosts))
      const boss = await throughBoss(engine, receiver)
      const before = await throughOurs(engine, receiver)
      const graphile = await throughGraphile(engine, receiver)
      const ours = Math.round((before + (await throughOurs(engine, receiver))) / 2)
      const ratio = Math.round((ours / Math.max(boss, graphile)) * 100) / 100
      return {
        postern_per_s: ours,
        pg_boss_per_s: boss,
        graphile_worker_per_s: graphile,
        ratio_to_best: ratio,
        limit_per_s: bare,
      }
    })
  } finally {
    receiver.close()
  }
}

/** From the 10,000th arrival to the moment when nothing is left to be written. */
async function rateOf(
  receiver: Receiver,
  count: number,
  work: () => Promise<unknown>,
): Promise<number> {
  await receiver.ask('reset')
  await work()
  const endedAt = performance.timeOrigin + performance.now()
  return rateAfter(await receiver.arrived(count), warmUp, endedAt)
}

async function emptied(engine: Engine, left: string): Promise<void> {
  while ((await engine.ctx.db.pool.query(`select 1 from ${left} limit 1`)).rows.length > 0) {
    await new Promise((resume) => setTimeout(resume, 10))
  }
}

function said(name: string, rate: number): number {
  process.stdout.write(`${name}: ${rate}/s\n`)
  return rate
}

async function throughOurs(engine: Engine, receiver: Receiver): Promise<number> {
  const known = await engine.ctx.db.pool.query('select id from webhook_endpoint')
  for (let place = known.rows.length; place < endpoints; place += 1) {
    await engine.addEndpoint(`${receiver.url}/${place}`)
  }
  await engine.publishMany(events)
  let worker: Awaited<ReturnType<typeof startWorker>> | null = null
  const rate = await rateOf(receiver, deliveries, async () => {
    worker = await startWorker(engine)
    await emptied(engine, 'delivery_queue')
  })
  await worker!.end()
  return said('ours', rate)
}

/** One attempt: the post, and what its row needs. */
async function attempt(post: SignedPost, id: string) {
  const startedAt = new Date()
  const began = performance.now()
  await post(`/${id}`)
  return { id, startedAt, ms: Math.round(performance.now() - began) }
}

type Attempt = Awaited<ReturnType<typeof attempt>>

async function log(pool: Pick<pg.Pool, 'query'>, attempts: readonly Attempt[]): Promise<void> {
  await pool.query(
    `insert into baseline_attempt
      select id, 1, at, ms, 200 from unnest($1::text[], $2::timestamptz[], $3::int[]) r (id, at, ms)`,
    [
      attempts.map(({ id }) => id),
      attempts.map(({ startedAt }) => startedAt),
      attempts.map(({ ms }) => ms),
    ],
  )
}

async function throughBoss(engine: Engine, receiver: Receiver): Promise<number> {
  const boss = new PgBoss({ connectionString: engine.databaseUrl, supervise: false, max: 8 })
  boss.on('error', () => {})
  await boss.start()
  await boss.createQueue('deliveries')
  for (let from = 0; from < deliveries; from += jobsPerInsert) {
    const jobs = Array.from({ length: jobsPerInsert }, (_, place) => ({
      name: 'deliveries',
      data: { number: from + place },
    }))
    await boss.insert('deliveries', jobs)
  }
  const { post, close } = openSignedPosts(receiver.url)
  // Its own loop would wait for its polling interval after every batch.
  const loop = async () => {
    for (;;) {
      const jobs = await boss.fetch('deliveries', { batchSize: bossBatch })
      if (jobs.length === 0) return
      const done = await Promise.all(jobs.map(({ id }) => attempt(post, id)))
      await log(engine.ctx.db.pool, done)
      const ids = jobs.map(({ id }) => id)
      await boss.complete('deliveries', ids)
    }
  }
  const rate = await rateOf(receiver, deliveries, async () => {
    await Promise.all(Array.from({ length: bossWorkers }, loop))
  })
  await boss.stop({ graceful: true, timeout: 5_000 })
  await close()
  return said('pg-boss', rate)
}

async function throughGraphile(engine: Engine, receiver: Receiver): Promise<number> {
  const { post, close } = openSignedPosts(receiver.url)
  const waiting: Attempt[] = []
  let logging: Promise<void> = Promise.resolve()
  const flush = () => {
    const lot = waiting.splice(0)
    if (lot.length > 0) logging = logging.then(() => log(engine.ctx.db.pool, lot))
  }
  const timer = setInterval(flush, 10)
  const taskList: TaskList = {
    deliver: async (_payload, { job }) => {
      waiting.push(await attempt(post, `job-${job.id}`))
    },
  }
  await runMigrations({ connectionString: engine.databaseUrl })
  await engine.ctx.db.pool.query(
    `select graphile_worker.add_job('deliver', json_build_object('number', n))
      from generate_series(1, $1::int) n`,
    [deliveries],
  )
  const rate = await rateOf(receiver, deliveries, async () => {
    const runner = await runGraphile({
      connectionString: engine.databaseUrl,
      taskList,
      concurrency: graphileConcurrency,
      maxPoolSize: 10,
      noHandleSignals: true,
      pollInterval: 500,
      preset: {
        worker: { localQueue: { size: graphileConcurrency * 4 }, completeJobBatchDelay: 10 },
      },
      logger: quiet,
    })
    await emptied(engine, 'graphile_worker.jobs')
    await runner.stop()
  })
  clearInterval(timer)
  flush()
  await logging
  await close()
  return said('graphile-worker', rate)
}
