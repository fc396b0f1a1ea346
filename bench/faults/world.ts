import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbedded } from '../../packages/server/src/database/embedded/embedded.ts'
import type { ServerProcess } from '../../packages/server/test/processes.ts'
import { freePort } from '../../scripts/ports.ts'
import type { Engine, Role } from '../engine.ts'
import { isAlive, postgresOf, until } from '../measure.ts'
import type { Platforms } from '../platforms.ts'
import { type FaultReceiver, openFaultReceiver } from './receiver.ts'

type Parts = {
  receiver: FaultReceiver
  /** Ids of the endpoints whose every delivery has to arrive. */
  judged: string[]
  servers: ServerProcess[]
  /** Starts a server process that ends with the world. */
  launch(role: Role, options?: Parameters<Engine['start']>[1]): Promise<ServerProcess>
  /** Stop what still publishes when a fault breaks off. */
  stops: (() => Promise<void>)[]
}
/** An installation under test, and a receiver of what it delivers. */
export type World = Engine & Parts
/** The same with a sandbox. */
export type PlatformWorld = Platforms & Parts

export type Setup = {
  servers: Role[]
  endpoints?: number
  events?: Parameters<Engine['addEndpoint']>[1]
  env?: Record<string, string>
  answerMs?: number
}

let nextPort = 24_000 + randomInt(5_000)

/** The one set-up of all faults: a database, server processes, and a receiver with polite endpoints. */
export async function inWorld<Base extends Engine, Result>(
  opening: Promise<Base>,
  setup: Setup,
  work: (world: Base & Parts) => Promise<Result>,
): Promise<Result> {
  const engine = await opening
  const receiver = await openFaultReceiver(setup.answerMs)
  const servers: ServerProcess[] = []
  const launch: Parts['launch'] = async (role, options = {}) => {
    nextPort += 20
    const port = role === 'api' ? { port: await freePort(nextPort) } : {}
    const env = { ...setup.env, ...options.env }
    const server = await engine.start(role, { ...port, ...options, env })
    servers.push(server)
    return server
  }
  const parts: Parts = { receiver, servers, launch, judged: [], stops: [] }
  const world = Object.assign(engine, parts)
  try {
    for (let index = 0; index < (setup.endpoints ?? 1); index += 1) {
      await addJudged(world, `/${index}`, setup.events)
    }
    await Promise.all(setup.servers.map((role) => launch(role)))
    return await work(world)
  } finally {
    await Promise.all(world.stops.map((stop) => stop()))
    for (const { child } of servers) child.kill('SIGKILL')
    await receiver.goDown()
    await engine.close()
  }
}

export async function addJudged(world: World, path: string, events?: Setup['events']) {
  const { id, secret } = await world.addEndpoint(world.receiver.url + path, events)
  world.receiver.secrets.set(path, secret)
  world.judged.push(id)
}

/** The servers of a role that run. */
export function living(world: World, role: ServerProcess['role']): ServerProcess[] {
  return world.servers.filter(
    (each) => each.role === role && each.child.exitCode === null && each.child.signalCode === null,
  )
}

/** Publishes about 100 events a second until it is stopped, whatever becomes of single ones. */
export function keepPublishing(world: World): { stop(): Promise<void>; failed(): number } {
  let isStopped = false
  let failures = 0
  let count = 0
  const publisher = async () => {
    while (!isStopped) {
      count += 1
      await world.publish(`post_${count}`).catch(() => {
        failures += 1
      })
      await pause(40)
    }
  }
  const publishers = Promise.all(Array.from({ length: 4 }, publisher))
  const stop = async () => {
    isStopped = true
    await publishers
  }
  world.stops.push(stop)
  return { failed: () => failures, stop }
}

/** Stops PostgreSQL by a signal (SIGQUIT as a crash does) and starts it again. */
export async function restartDatabase(world: World, signal: 'SIGINT' | 'SIGQUIT'): Promise<string> {
  const { config, log } = world.ctx
  const pid = postgresOf(world.dataDir)!
  process.kill(pid, signal)
  await until(() => !isAlive(pid), 10_000)
  const options = { directory: world.dataDir, password: config.databasePassword, log }
  return (await startEmbedded({ ...options, unsupervised: true })).origin
}

/** Kills a process the hard way and waits until it is gone. */
export async function killHard(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await until(() => !isAlive(pid), 5_000, 2)
}

/** Waits until the sandbox has played the faults that were set: the server waits in those calls. */
export async function untilReached(world: Platforms): Promise<void> {
  const began = performance.now()
  for (;;) {
    const { data } = await world.control<{ data: { platform: string }[] }>('GET', '/faults')
    if (data.length === 0) return
    if (performance.now() - began > 20_000) {
      throw new Error(`Not called in time: ${data.map(({ platform }) => platform).join(', ')}`)
    }
    await pause(5)
  }
}
