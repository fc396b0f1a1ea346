import { type Engine, inDataDir, startWorker, type Worker } from '../engine.ts'
import { until } from '../processes.ts'
import type { Outcome } from './kinds.ts'
import { type FaultReceiver, openFaultReceiver } from './webhook-receiver.ts'

export type DeliveryWorld = {
  engine: Engine
  receiver: FaultReceiver
  workers: Worker[]
  /** Ids of the endpoints whose every delivery has to arrive. */
  judged: string[]
  /** Ends what still publishes when a fault breaks off. */
  stops: (() => Promise<void>)[]
}

/** In flight plus one batch of results: the most that a process has sent and not yet written. */
export const duplicatesPerFault = 256 + 128
const restMsMax = 40_000
/** What was sent before the fault may still arrive this long after it. */
const stragglersMs = 50

/** Worker processes of their own over one database, and a receiver with four polite endpoints. */
export async function inDeliveryWorld(
  dataDir: string,
  given: { workers: number; endpoints?: number; kind?: 'worker' | 'dispatcher'; args?: string[] },
  work: (world: DeliveryWorld) => Promise<Outcome>,
): Promise<Outcome> {
  return await inDataDir(dataDir, async (engine) => {
    const receiver = await openFaultReceiver()
    const world: DeliveryWorld = { engine, receiver, workers: [], judged: [], stops: [] }
    try {
      for (let place = 0; place < (given.endpoints ?? 4); place += 1) {
        await addJudged(world, `/${place}`)
      }
      world.workers = await Promise.all(
        Array.from({ length: given.workers }, () => startWorker(engine, given.kind, given.args)),
      )
      return await work(world)
    } finally {
      await Promise.all(world.stops.map((stop) => stop()))
      for (const { child } of world.workers) child.kill('SIGKILL')
      await receiver.close()
    }
  })
}

export async function addJudged(world: DeliveryWorld, path: string): Promise<string> {
  const { id, secret } = await world.engine.addEndpoint(world.receiver.url + path)
  world.receiver.secrets.set(path, secret)
  world.judged.push(id)
  return id
}

/** Publishes about 100 events a second until it is stopped, whatever becomes of single ones. */
export function keepPublishing(world: DeliveryWorld): { stop(): Promise<void>; failed(): number } {
  let isStopped = false
  let failures = 0
  let count = 0
  const lane = async () => {
    while (!isStopped) {
      count += 1
      await world.engine.publish(`post_${count}`).catch(() => {
        failures += 1
      })
      await new Promise((resume) => setTimeout(resume, 40))
    }
  }
  const lanes = Promise.all(Array.from({ length: 4 }, lane))
  const stop = async () => {
    isStopped = true
    await lanes
  }
  world.stops.push(stop)
  return { failed: () => failures, stop }
}

export async function arrivedAtLeast(world: DeliveryWorld, count: number): Promise<void> {
  if (await until(() => world.receiver.seen.size >= count, restMsMax, 2)) return
  throw new Error(`Only ${world.receiver.seen.size} of ${count} deliveries arrived.`)
}

/** Seconds from then to the first delivery that had not arrived before. */
export async function firstAfter(world: DeliveryWorld, at: number): Promise<number> {
  const newer = () => world.receiver.newAt.find((each) => each > at + stragglersMs)
  await until(() => newer() !== undefined, restMsMax, 5)
  return seconds((newer() ?? Number.NaN) - at)
}

export function seconds(ms: number): number {
  return Math.round(ms / 100) / 10
}

type Told = {
  /** When the last fault was, by `performance.now()`. */
  at: number
  first: number[]
  notes?: string[]
  broken?: string[]
  /** How many processes or connections were lost with work in flight. */
  losses: number
}

/** Waits for the queue to be empty and holds the database against what the receiver saw. */
export async function concludeWorld(world: DeliveryWorld, told: Told): Promise<Outcome> {
  const { pool } = world.engine.ctx.db
  const { receiver, judged } = world
  const inQueue = async () => {
    const sql = 'select 1 from delivery_queue where endpoint_id = any($1)'
    return (await pool.query(sql, [judged])).rows.length
  }
  const began = performance.now()
  while ((await inQueue()) > 0 && performance.now() - began < restMsMax) {
    await new Promise((resume) => setTimeout(resume, 50))
  }
  const queued = await inQueue()
  const { rows } = await pool.query<{ id: string }>(
    'select id from delivery where endpoint_id = any($1)',
    [judged],
  )
  const { rows: failing } = await pool.query(
    `select 1 from webhook_endpoint where id = any($1) and (consecutive_failures > 0 or not active)`,
    [judged],
  )
  const { rows: events } = await pool.query('select count(*)::int as count from event')
  const lost = rows.filter(({ id }) => !receiver.seen.has(id)).length
  const duplicated = rows.reduce(
    (sum, { id }) => sum + Math.max(0, (receiver.seen.get(id) ?? 0) - 1),
    0,
  )
  const broken = [...(told.broken ?? [])]
  if (lost > 0) broken.push(`${lost} deliveries were lost`)
  if (duplicated > told.losses * duplicatesPerFault) broken.push(`${duplicated} were sent twice`)
  if (queued > 0) broken.push(`${queued} are still in the queue`)
  if (failing.length > 0) broken.push(`${failing.length} endpoints count failures`)
  if (receiver.unsigned > 0) broken.push(`${receiver.unsigned} signatures did not hold`)
  return {
    events: events[0].count,
    deliveries: rows.length,
    lost,
    duplicated,
    firstAfterSeconds: told.first,
    allAfterSeconds: seconds((receiver.newAt.at(-1) ?? 0) - told.at),
    notes: told.notes ?? [],
    broken,
  }
}
