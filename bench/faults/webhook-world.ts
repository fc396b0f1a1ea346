import { type Engine, inDataDir, startWorker, type Worker } from '../engine.ts'
import type { Arrivals, Outcome } from './outcome.ts'
import { openFaultReceiver } from './webhook-receiver.ts'

export type DeliveryWorld = Arrivals & {
  engine: Engine
  workers: Worker[]
  /** Ends what still publishes when a fault breaks off. */
  stops: (() => Promise<void>)[]
}

const stragglersMs = 50

/** Worker processes of their own over one database, and a receiver with four polite endpoints. */
export async function inDeliveryWorld(
  dataDir: string,
  given: { workers: number; endpoints?: number; kind?: 'worker' | 'dispatcher'; args?: string[] },
  work: (world: DeliveryWorld) => Promise<Outcome>,
): Promise<Outcome> {
  return await inDataDir(dataDir, async (engine) => {
    const receiver = await openFaultReceiver()
    const { pool } = engine.ctx.db
    const kept = { workers: [], judged: [], stops: [] }
    const world: DeliveryWorld = { engine, pool, receiver, stragglersMs, ...kept }
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
