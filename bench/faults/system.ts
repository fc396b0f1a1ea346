import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbedded } from '../../packages/server/src/database/embedded/embedded.ts'
import { freePort } from '../../packages/server/src/start/ports.ts'
import type { ServerProcess } from '../../packages/server/test/processes.ts'
import type { Engine, Role } from '../engine.ts'
import { isAlive, postgresOf, waitUntil } from '../measure.ts'
import type { Platforms } from '../platforms.ts'
import { type FaultReceiver, openFaultReceiver } from './receiver.ts'

type Parts = {
  receiver: FaultReceiver
  /** Ids of the endpoints at which every delivery must arrive. */
  verifiedEndpoints: string[]
  servers: ServerProcess[]
  /** Starts a server process, which is stopped with the system. */
  launch(role: Role, options?: Parameters<Engine['start']>[1]): Promise<ServerProcess>
  /** Stop publishing if a fault throws. */
  cleanups: (() => Promise<void>)[]
}
/** The system under test, with a webhook receiver. */
export type System = Engine & Parts
/** The system under test with a sandbox. */
export type SandboxSystem = Platforms & Parts

export type Setup = {
  servers: Role[]
  endpoints?: number
  events?: Parameters<Engine['addEndpoint']>[1]
  env?: Record<string, string>
  responseMs?: number
}

let nextPort = 24_000 + randomInt(5_000)

/** Sets up a database, server processes and a receiver with healthy endpoints, and removes them. */
export async function withSystem<Base extends Engine, Result>(
  opening: Promise<Base>,
  setup: Setup,
  work: (system: Base & Parts) => Promise<Result>,
): Promise<Result> {
  const engine = await opening
  const receiver = await openFaultReceiver(setup.responseMs)
  const servers: ServerProcess[] = []
  const launch: Parts['launch'] = async (role, options = {}) => {
    nextPort += 20
    const port = role === 'api' ? { port: await freePort(nextPort) } : {}
    const env = { ...setup.env, ...options.env }
    const server = await engine.start(role, { ...port, ...options, env })
    servers.push(server)
    return server
  }
  const parts: Parts = { receiver, servers, launch, verifiedEndpoints: [], cleanups: [] }
  const system = Object.assign(engine, parts)
  try {
    for (let index = 0; index < (setup.endpoints ?? 1); index += 1) {
      await addVerifiedEndpoint(system, `/${index}`, setup.events)
    }
    await Promise.all(setup.servers.map((role) => launch(role)))
    return await work(system)
  } finally {
    await Promise.all(system.cleanups.map((stop) => stop()))
    for (const { child } of servers) child.kill('SIGKILL')
    await receiver.close()
    await engine.close()
  }
}

async function addVerifiedEndpoint(system: System, path: string, events?: Setup['events']) {
  const { id, secret } = await system.addEndpoint(system.receiver.url + path, events)
  system.receiver.secrets.set(path, secret)
  system.verifiedEndpoints.push(id)
}

/** The running servers of a role. */
export function runningServers(system: System, role: ServerProcess['role']): ServerProcess[] {
  return system.servers.filter(
    (server) =>
      server.role === role && server.child.exitCode === null && server.child.signalCode === null,
  )
}

/** Publishes about 100 events per second until it is stopped, and counts failures. */
export function startPublishing(system: System): { stop(): Promise<void>; failed(): number } {
  let isStopped = false
  let failures = 0
  let count = 0
  const publisher = async () => {
    while (!isStopped) {
      count += 1
      await system.publish(`post_${count}`).catch(() => {
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
  system.cleanups.push(stop)
  return { failed: () => failures, stop }
}

/** Stops PostgreSQL with a signal, of which SIGQUIT is like a crash, and restarts it. */
export async function restartDatabase(
  system: System,
  signal: 'SIGINT' | 'SIGQUIT',
): Promise<string> {
  const { config, log } = system.ctx
  const pid = postgresOf(system.dataDir)!
  process.kill(pid, signal)
  await waitUntil(() => !isAlive(pid), 10_000)
  const options = { directory: system.dataDir, password: config.databasePassword, log }
  return (await startEmbedded({ ...options, unsupervised: true })).origin
}

/** Kills a process with SIGKILL and waits until it has ended. */
export async function killProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await waitUntil(() => !isAlive(pid), 5_000, 2)
}

/** Waits until the sandbox has applied all faults, so that the server is in those calls. */
export async function waitForFaults(system: Platforms): Promise<void> {
  const began = performance.now()
  for (;;) {
    const { data } = await system.control<{ data: { platform: string }[] }>('GET', '/faults')
    if (data.length === 0) return
    if (performance.now() - began > 20_000) {
      throw new Error(`No call within 20 s to ${data.map(({ platform }) => platform).join(', ')}`)
    }
    await pause(5)
  }
}
