import { randomUUID } from 'node:crypto'
import { Logger, run as runGraphile, runMigrations, type TaskList } from 'graphile-worker'
import PgBoss from 'pg-boss'
import { bareLoop } from './bare.ts'
import { openBaseline, type Parcel } from './baseline-delivery.ts'
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
/** Jobs at once; of them as many post as ours may at one origin, the others wait for their row. */
const graphileConcurrency = 256
const jobsPerInsert = 1_000
const quiet = new Logger(() => () => {})

/**
 * 25,000 deliveries to 10 endpoints at one receiver, through pg-boss (batches of 64, 4 at once), through graphile-worker (local queue, batched completion) and through ours, one after the other
 * on one database, ours before and after the others. What a job does is in baseline-delivery.ts:
 * `bare`, the post alone, and `history`, the post and the row of its attempt.
 */
export async function benchBaselines(): Promise<Record<string, unknown>> {
  const receiver = await openReceiver('https')
  try {
    return await withEngine(async (engine) => {
      const limit = await rateOf(receiver, barePosts, () => bareLoop(receiver.url, barePosts))
      const before = await throughOurs(engine, receiver)
      const boss = await bothForms((form) => throughBoss(engine, receiver, form))
      const graphile = await bothForms((form) => throughGraphile(engine, receiver, form))
      const ours = Math.round((before + (await throughOurs(engine, receiver))) / 2)
      const ratio = (rate: number) => Math.round((ours / rate) * 100) / 100
      return {
        postern_per_s: ours,
        pg_boss_per_s: boss,
        graphile_worker_per_s: graphile,
        ratio_to_best: ratio(Math.max(boss.history, graphile.history)),
        ratio_to_best_bare: ratio(Math.max(boss.bare, graphile.bare)),
        limit_per_s: limit,
      }
    })
  } finally {
    receiver.close()
  }
}

type Form = 'bare' | 'history'

async function bothForms(run: (form: Form) => Promise<number>): Promise<Record<Form, number>> {
  return { history: await run('history'), bare: await run('bare') }
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

async function parcels(engine: Engine): Promise<Parcel[]> {
  const { rows } = await engine.ctx.db.pool.query<Omit<Parcel, 'delivery_id'>>(
    `select w.id as endpoint_id, w.url, convert_from(e.body, 'UTF8') as body
      from webhook_endpoint w, (select body from event limit 1) e order by w.id`,
  )
  return rows.map((row) => ({ delivery_id: '', ...row }))
}

async function throughBoss(engine: Engine, receiver: Receiver, form: Form): Promise<number> {
  const boss = new PgBoss({ connectionString: engine.databaseUrl, supervise: false, max: 8 })
  boss.on('error', () => {})
  await boss.start()
  const queue = `deliveries-${form}`
  await boss.createQueue(queue)
  const endpoints = await parcels(engine)
  for (let from = 0; from < deliveries; from += jobsPerInsert) {
    const jobs = Array.from({ length: jobsPerInsert }, (_, place) => ({
      name: queue,
      data: { ...endpoints[(from + place) % endpoints.length]!, delivery_id: randomUUID() },
    }))
    await boss.insert(queue, jobs)
  }
  const baseline = await openBaseline(engine)
  // Its own loop would wait for its polling interval after every batch.
  const loop = async () => {
    for (;;) {
      const jobs = await boss.fetch<Parcel>(queue, { batchSize: bossBatch })
      if (jobs.length === 0) return
      const done = await Promise.all(jobs.map(({ data }) => baseline.send(data)))
      if (form === 'history') await baseline.record(done)
      const ids = jobs.map(({ id }) => id)
      await boss.complete(queue, ids)
    }
  }
  const rate = await rateOf(receiver, deliveries, async () => {
    await Promise.all(Array.from({ length: bossWorkers }, loop))
  })
  await boss.stop({ graceful: true, timeout: 5_000 })
  return said(`pg-boss, ${form}`, rate)
}

async function throughGraphile(engine: Engine, receiver: Receiver, form: Form): Promise<number> {
  const baseline = await openBaseline(engine)
  const taskList: TaskList = {
    deliver: async (payload) => {
      const attempt = await baseline.send(payload as Parcel)
      if (form === 'history') await baseline.recordSoon(attempt)
    },
  }
  await runMigrations({ connectionString: engine.databaseUrl })
  await engine.ctx.db.pool.query(
    `select graphile_worker.add_job('deliver', json_build_object('delivery_id', gen_random_uuid(),
        'endpoint_id', p.endpoint_id, 'url', p.url, 'body', p.body))
      from generate_series(1, $1::int) n
      join unnest($2::text[], $3::text[], $4::text[]) with ordinality
        as p (endpoint_id, url, body, place) on p.place = 1 + n % $5::int`,
    await (async () => {
      const all = await parcels(engine)
      const column = (name: keyof Parcel) => all.map((each) => each[name])
      return [deliveries, column('endpoint_id'), column('url'), column('body'), all.length]
    })(),
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
        worker: { localQueue: { size: graphileConcurrency * 2 }, completeJobBatchDelay: 10 },
      },
      logger: quiet,
    })
    await emptied(engine, 'graphile_worker.jobs')
    await runner.stop()
  })
  return said(`graphile-worker, ${form}`, rate)
}
