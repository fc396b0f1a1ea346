import { setTimeout as pause } from 'node:timers/promises'
import { untilHolds } from '../measure.ts'
import {
  arrivedAtLeast,
  duplicatesPerLoss,
  firstAfter,
  judge,
  type Outcome,
  seconds,
} from './judge.ts'
import { keepPublishing, living, type World } from './world.ts'

const kills = 20
const backSecondsMax = 3
const backMsWaited = 16_000
/** Past the lease of 2.1 s, so that a peer has taken over what the stopped process holds. */
const stoppedMs = 5_000
/** Long enough to send everything that is not held back. */
const unwrittenMs = 2_000

/** One of three processes at a time, at a random moment, and its successor is started at once. */
export async function killWorkers(world: World): Promise<Outcome> {
  const publishing = keepPublishing(world)
  await arrivedAtLeast(world, 100)
  const first: number[] = []
  const back: number[] = []
  let at = 0
  let starting: Promise<unknown> = Promise.resolve()
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(50 + Math.random() * 400)
    await starting
    const running = living(world, 'worker')
    running[Math.floor(Math.random() * running.length)]!.child.kill('SIGKILL')
    at = performance.now()
    starting = world.launch('dispatcher')
    back.push(await leasesFreed(world, at))
    first.push(await firstAfter(world, at))
  }
  await starting
  await publishing.stop()
  const worst = Math.max(...back)
  const median = back.sort((left, right) => left - right)[Math.floor(back.length / 2)]
  const notes = [`leases of the dead were free within ${worst} s (median ${median} s)`]
  const broken = worst > backSecondsMax ? [`leases of the dead stood for ${worst} s`] : []
  return await judge(world, {
    at,
    after: [Math.max(...first)],
    notes,
    broken,
    losses: kills,
  })
}

/** Until none of the leases of this moment stands any more: ended by their holders, or freed. */
async function leasesFreed(world: World, at: number): Promise<number> {
  const { pool } = world.ctx.db
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
    await pause(20)
  }
}

/** The only process dies and the next start takes over: what a restart policy does. */
export async function killOnlyWorker(world: World): Promise<Outcome> {
  await world.publishMany(1_000)
  await arrivedAtLeast(world, 200)
  world.servers[0]!.child.kill('SIGKILL')
  const at = performance.now()
  await world.launch('worker')
  const notes = [`the next process was ready after ${seconds(performance.now() - at)} s`]
  const back = await leasesFreed(world, at)
  notes.push(`what the killed one held was free again or sent after ${back} s`)
  const after = [await firstAfter(world, at)]
  return await judge(world, { at, after, notes, losses: 1 })
}

/** The worst moment for a kill: everything is sent and nothing can be written. */
export async function killUnwritten(world: World): Promise<Outcome> {
  await world.publishMany(50)
  await arrivedAtLeast(world, 200)
  const { pool } = world.ctx.db
  // What is sent and not yet written counts towards the limit that the next 500 events meet.
  await untilHolds('the first results are written', async () => {
    const { rowCount } = await pool.query('select 1 from delivery_queue limit 1')
    return rowCount === 0
  })
  const locking = await pool.connect()
  await locking.query('begin; lock table attempt in share mode')
  const before = world.receiver.seen.size
  await world.publishMany(500)
  await arrivedAtLeast(world, before + duplicatesPerLoss / 2)
  await pause(unwrittenMs)
  const unwritten = world.receiver.seen.size - before
  world.servers[0]!.child.kill('SIGKILL')
  const at = performance.now()
  await locking.query('rollback')
  locking.release()
  await world.launch('dispatcher')
  const after = [await firstAfter(world, at)]
  const notes = [`${unwritten} had been sent and were not written`]
  return await judge(world, { at, after, notes, losses: 1 })
}

/** A process that stalls past its lease finds its results fenced when it goes on. */
export async function stopWorker(world: World): Promise<Outcome> {
  const publishing = keepPublishing(world)
  await arrivedAtLeast(world, 100)
  const stopped = world.servers[0]!.child
  stopped.kill('SIGSTOP')
  const at = performance.now()
  const after = [await firstAfter(world, at)]
  await pause(stoppedMs)
  stopped.kill('SIGCONT')
  await pause(1_000)
  await publishing.stop()
  return await judge(world, { at, after, losses: 1 })
}
