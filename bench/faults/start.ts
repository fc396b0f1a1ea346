import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openEngine } from '../engine.ts'
import { type BenchInstance, processesOf, startInstance, stopInstance } from '../instance.ts'
import { isAlive, postgresOf, waitFor, waitUntil } from '../measure.ts'
import {
  type Fault,
  type Outcome,
  secondsToNextDelivery,
  verifyOutcome,
  waitForDeliveries,
} from './outcome.ts'
import { killProcess, type System, withSystem } from './system.ts'

/** An instance started by `npm start`. This process adopts its database. */
type InstanceSystem = System & { instance: BenchInstance }

const events = 2_000
const endpoints = 4
const recoveryMsMax = 5_000
/** On an idle machine the second start takes a second (npm run bench start). */
const secondStartMsMax = 15_000
const stopMsMax = 15_000

const stamp = join(import.meta.dirname, '..', '..', 'node_modules', '.postern-installed')
const npmStart = ['npm', 'start', '--silent'] as const

export const startFaults: Fault[] = [
  { name: 'kill -9 of PostgreSQL', run: (dataDir) => withInstance(dataDir, killPostgres) },
  {
    name: 'kill -9 of npm start and its server',
    run: (dataDir) => withInstance(dataDir, (system) => killNpm(system, 'both'), npmStart),
  },
  {
    name: 'kill -9 of npm alone',
    run: (dataDir) => withInstance(dataDir, (system) => killNpm(system, 'npm'), npmStart),
  },
  { name: 'Ctrl-C in the terminal', run: (dataDir) => withInstance(dataDir, interrupt, npmStart) },
]

async function withInstance(
  dataDir: string,
  work: (system: InstanceSystem) => Promise<Outcome>,
  command?: Parameters<typeof startInstance>[1],
): Promise<Outcome> {
  if (command && !existsSync(stamp))
    throw new Error('The dependencies are not installed. Use npm run faults.')
  const instance = await startInstance(dataDir, command)
  const setup = { servers: [], endpoints, responseMs: 25 }
  return await withSystem(openEngine(dataDir), setup, async (base) => {
    const system = Object.assign(base, { instance })
    const outcome = await work(system)
    await stopInstance(system.instance)
    return outcome
  })
}

async function killPostgres(system: InstanceSystem): Promise<Outcome> {
  const { dataDir } = system
  await publishEvents(system)
  const before = postgresOf(dataDir)!
  await killProcess(before)
  const killedAt = performance.now()
  const isBack = await waitUntil(() => (postgresOf(dataDir) ?? before) !== before, recoveryMsMax)
  const notes = [isBack ? 'restarted by the running server' : 'not restarted by the running server']
  if (!isBack) {
    notes.push(`the server stopped in ${await stopInstance(system.instance)} ms`)
    system.instance = await startInstance(dataDir)
    notes.push(`database ${system.instance.database}, ready in ${system.instance.readyMs} ms`)
  }
  const { pool } = system.ctx.db
  const isReachable = () =>
    pool.query('select 1').then(
      () => true,
      () => false,
    )
  await waitFor('the database responds', isReachable)
  const recoverySeconds = [await secondsToNextDelivery(system, killedAt)]
  return await verifyAll(system, {
    lastFaultAt: killedAt,
    recoverySeconds,
    notes,
    interruptions: 1,
  })
}

async function killNpm(system: InstanceSystem, target: 'both' | 'npm'): Promise<Outcome> {
  const { dataDir } = system
  const violations: string[] = []
  const { sandbox } = processesOf(system.instance, dataDir)
  await publishEvents(system)
  await killProcess(system.instance.child.pid!)
  if (target === 'both') await killProcess(system.instance.pid)
  const killedAt = performance.now()
  const others = target === 'both' ? sandbox : [...sandbox, system.instance.pid]
  if (!(await waitUntil(() => !others.some(isAlive), 15_000))) {
    violations.push('processes of the killed start are still running')
  }
  const notes = [`the other processes ended within ${Math.round(performance.now() - killedAt)} ms`]
  system.instance = await startInstance(dataDir, npmStart)
  const { database, readyMs } = system.instance
  notes.push(`database ${database}, ready in ${readyMs} ms`)
  if (target === 'both' && database !== 'adopted') violations.push('the database was not adopted')
  if (readyMs > secondStartMsMax) violations.push(`the second start took ${readyMs} ms`)
  const recoverySeconds = [await secondsToNextDelivery(system, killedAt)]
  return await verifyAll(system, {
    lastFaultAt: killedAt,
    recoverySeconds,
    notes,
    interruptions: 1,
    violations,
  })
}

/** Sends SIGINT to npm, the server and the sandbox together, as a terminal does. */
async function interrupt(system: InstanceSystem): Promise<Outcome> {
  const { dataDir } = system
  const violations: string[] = []
  const { server, sandbox, postgres } = processesOf(system.instance, dataDir)
  await publishEvents(system)
  process.kill(-system.instance.child.pid!, 'SIGINT')
  const killedAt = performance.now()
  if (!(await waitUntil(() => ![...server, ...sandbox].some(isAlive), stopMsMax))) {
    violations.push('processes are still running')
  }
  if (postgres.some(isAlive)) violations.push('PostgreSQL is still running')
  if (existsSync(join(dataDir, 'instance.json'))) violations.push('instance.json was not removed')
  const notes = [`ended within ${Math.round(performance.now() - killedAt)} ms`]
  system.instance = await startInstance(dataDir)
  notes.push(`database ${system.instance.database}, ready in ${system.instance.readyMs} ms`)
  const recoverySeconds = [await secondsToNextDelivery(system, killedAt)]
  return await verifyAll(system, {
    lastFaultAt: killedAt,
    recoverySeconds,
    notes,
    interruptions: 0,
    violations,
  })
}

async function publishEvents(system: InstanceSystem): Promise<void> {
  await system.publishMany(events)
  await waitForDeliveries(system, 0.15 * events * endpoints)
}

async function verifyAll(
  system: System,
  facts: Parameters<typeof verifyOutcome>[1],
): Promise<Outcome> {
  const outcome = await verifyOutcome(system, facts)
  const { deliveries } = outcome
  if (deliveries !== events * endpoints)
    outcome.violations.push(`${deliveries} deliveries are stored`)
  return outcome
}
