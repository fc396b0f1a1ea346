import { startWorker } from '../engine.ts'
import { untilHolds } from '../processes.ts'
import {
  arrivedAtLeast,
  conclude,
  duplicatesPerFault,
  firstAfter,
  type Outcome,
  seconds,
} from './outcome.ts'
import { type DeliveryWorld, keepPublishing } from './webhook-world.ts'

const kills = 20
const backSecondsMax = 3
const backMsWaited = 16_000
/** Past the lease of 15 s, so that a peer has taken over what the stopped process holds. */
const stoppedMs = 17_000
/** Long enough to send everything that is not held back. */
const unwrittenMs = 2_000

/** One of three processes at a time, at a random moment, and its successor is started at once. */
export async function killWorkers(world: DeliveryWorld): Promise<Outcome> {
  const publishing = keepPublishing(world)
  await arrivedAtLeast(world, 100)
  const first: number[] = []
  const back: number[] = []
  let at = 0
  let starting: Promise<unknown> = Promise.resolve()
  for (let kill = 0; kill < kills; kill += 1) {
    await new Promise((resume) => setTimeout(resume, 50 + Math.random() * 400))
    await starting
    const place = Math.floor(Math.random() * world.workers.length)
    world.workers[place]!.child.kill('SIGKILL')
    at = performance.now()
    starting = startWorker(world.engine, 'dispatcher').then((worker) => {
      world.workers[place] = worker
    })
    back.push(await leasesFreed(world, at))
    first.push(await firstAfter(world, at))
  }
  await starting
  await publishing.stop()
  const worst = Math.max(...back)
  const notes = [
    `what the killed process held was free again within ${worst} s (median ${median(back)} s)`,
  ]
  const broken = worst > backSecondsMax ? [`leases of the dead stood for ${worst} s`] : []
  return await conclude(world, {
    at,
    first: [Math.max(...first)],
    notes,
    broken,
    losses: kills,
  })
}

/** Until none of the leases of this moment stands any more: ended by their holders, or freed. */
async function leasesFreed(world: DeliveryWorld, at: number): Promise<number> {
  const { pool } = world.engine.ctx.db
  const { rows } = await pool.query<{ delivery_id: string; lease_token: string }>(
    'select delivery_id, lease_token from delivery_queue where lease_until is not null',
  )
  const values = [rows.map((row) => row.delivery_id), rows.map((row) => row.lease_token)]
  for (;;) {
    const { rows: standing } = await pool.query(
      `select 1 from delivery_queue q join unnest($1::uuid[], $2::bigint[]) as r (id, token)
        on q.delivery_id = r.id and q.lease_token = r.token limit 1`,
      values,
    )
    const passed = performance.now() - at
    if (standing.length === 0 || passed > backMsWaited) return seconds(passed)
    await new Promise((resume) => setTimeout(resume, 20))
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)]!
}

/** The only process dies and the next start takes over: what a restart policy does. */
export async function killOnlyWorker(world: DeliveryWorld): Promise<Outcome> {
  await world.engine.publishMany(1_000)
  await arrivedAtLeast(world, 200)
  world.workers[0]!.child.kill('SIGKILL')
  const at = performance.now()
  world.workers[0] = await startWorker(world.engine)
  const notes = [`the next process was ready after ${seconds(performance.now() - at)} s`]
  const back = await leasesFreed(world, at)
  notes.push(`what the killed one held was free again or sent after ${back} s`)
  const first = [await firstAfter(world, at)]
  return await conclude(world, { at, first, notes, losses: 1 })
}

/** The worst moment for a kill: everything is sent and nothing can be written. */
export async function killUnwritten(world: DeliveryWorld): Promise<Outcome> {
  await world.engine.publishMany(50)
  await arrivedAtLeast(world, 200)
  const { pool } = world.engine.ctx.db
  // What is sent and not yet written counts towards the limit that the next 500 events meet.
  await untilHolds('the first results are written', async () => {
    const { rowCount } = await pool.query('select 1 from delivery_queue limit 1')
    return rowCount === 0
  })
  const locking = await pool.connect()
  await locking.query('begin; lock table attempt in share mode')
  const before = world.receiver.seen.size
  await world.engine.publishMany(500)
  await arrivedAtLeast(world, before + duplicatesPerFault / 2)
  await new Promise((resume) => setTimeout(resume, unwrittenMs))
  const unwritten = world.receiver.seen.size - before
  world.workers[0]!.child.kill('SIGKILL')
  const at = performance.now()
  await locking.query('rollback')
  locking.release()
  world.workers[0] = await startWorker(world.engine, 'dispatcher')
  const first = [await firstAfter(world, at)]
  const notes = [`${unwritten} had been sent and were not written`]
  return await conclude(world, { at, first, notes, losses: 1 })
}

/** A process that stalls past its lease finds its results fenced when it goes on. */
export async function stopWorker(world: DeliveryWorld): Promise<Outcome> {
  const publishing = keepPublishing(world)
  await arrivedAtLeast(world, 100)
  const stopped = world.workers[0]!.child
  stopped.kill('SIGSTOP')
  const at = performance.now()
  const first = [await firstAfter(world, at)]
  await new Promise((resume) => setTimeout(resume, stoppedMs))
  stopped.kill('SIGCONT')
  await new Promise((resume) => setTimeout(resume, 1_000))
  await publishing.stop()
  return await conclude(world, { at, first, losses: 1 })
}
