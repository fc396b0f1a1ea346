import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openEngine } from '../engine.ts'
import { type BenchInstance, processesOf, startInstance, stopInstance } from '../instance.ts'
import { isAlive, postgresOf, until, untilHolds } from '../measure.ts'
import { arrivedAtLeast, type Fault, firstAfter, judge, type Outcome } from './judge.ts'
import { inWorld, killHard, type World } from './world.ts'

/** What `npm start` runs: its server works on the database that this process adopts. */
type StartWorld = World & { instance: BenchInstance }

const events = 2_000
const endpoints = 4
const comebackMsMax = 5_000
/** On a machine with nothing else to do it takes a second (npm run bench start). */
const secondStartMsMax = 15_000
const stopMsMax = 15_000

const stamp = join(import.meta.dirname, '..', '..', 'node_modules', '.postern-installed')
const npmStart = ['npm', 'start', '--silent'] as const

export const startFaults: Fault[] = [
  { name: 'kill -9 of PostgreSQL', run: (dataDir) => inInstance(dataDir, killPostgres) },
  {
    name: 'kill -9 of npm start and its server',
    run: (dataDir) => inInstance(dataDir, (world) => killNpm(world, 'both'), npmStart),
  },
  {
    name: 'kill -9 of npm alone',
    run: (dataDir) => inInstance(dataDir, (world) => killNpm(world, 'npm'), npmStart),
  },
  { name: 'Ctrl-C in the terminal', run: (dataDir) => inInstance(dataDir, interrupt, npmStart) },
]

async function inInstance(
  dataDir: string,
  work: (world: StartWorld) => Promise<Outcome>,
  command?: Parameters<typeof startInstance>[1],
): Promise<Outcome> {
  if (command && !existsSync(stamp)) throw new Error('Run npm run faults: it installs first.')
  const instance = await startInstance(dataDir, command)
  const setup = { servers: [], endpoints, answerMs: 25 }
  return await inWorld(openEngine(dataDir), setup, async (given) => {
    const world = Object.assign(given, { instance })
    const outcome = await work(world)
    await stopInstance(world.instance)
    return outcome
  })
}

async function killPostgres(world: StartWorld): Promise<Outcome> {
  const { dataDir } = world
  await publishSome(world)
  const before = postgresOf(dataDir)!
  await killHard(before)
  const killedAt = performance.now()
  const isBack = await until(() => (postgresOf(dataDir) ?? before) !== before, comebackMsMax)
  const notes = [isBack ? 'restarted by the running server' : 'back with the next start']
  if (!isBack) {
    notes.push(`the server stopped in ${await stopInstance(world.instance)} ms`)
    world.instance = await startInstance(dataDir)
    notes.push(`database ${world.instance.database}, ready in ${world.instance.readyMs} ms`)
  }
  const { pool } = world.ctx.db
  const answers = () =>
    pool.query('select 1').then(
      () => true,
      () => false,
    )
  await untilHolds('the database answers', answers)
  const after = [await firstAfter(world, killedAt)]
  return await concludeAll(world, { at: killedAt, after, notes, losses: 1 })
}

async function killNpm(world: StartWorld, what: 'both' | 'npm'): Promise<Outcome> {
  const { dataDir } = world
  const broken: string[] = []
  const { sandbox } = processesOf(world.instance, dataDir)
  await publishSome(world)
  await killHard(world.instance.child.pid!)
  if (what === 'both') await killHard(world.instance.pid)
  const killedAt = performance.now()
  const others = what === 'both' ? sandbox : [...sandbox, world.instance.pid]
  if (!(await until(() => !others.some(isAlive), 15_000))) {
    broken.push('processes of the killed start live on')
  }
  const notes = [`the rest ended within ${Math.round(performance.now() - killedAt)} ms`]
  world.instance = await startInstance(dataDir, npmStart)
  const { database, readyMs } = world.instance
  notes.push(`database ${database}, ready in ${readyMs} ms`)
  if (what === 'both' && database !== 'adopted') broken.push('the database was not adopted')
  if (readyMs > secondStartMsMax) broken.push(`the second start took ${readyMs} ms`)
  const after = [await firstAfter(world, killedAt)]
  return await concludeAll(world, { at: killedAt, after, notes, losses: 1, broken })
}

/** A terminal sends SIGINT to npm, the server and the sandbox at once; nothing may be sent twice. */
async function interrupt(world: StartWorld): Promise<Outcome> {
  const { dataDir } = world
  const broken: string[] = []
  const { server, sandbox, postgres } = processesOf(world.instance, dataDir)
  await publishSome(world)
  process.kill(-world.instance.child.pid!, 'SIGINT')
  const killedAt = performance.now()
  if (!(await until(() => ![...server, ...sandbox].some(isAlive), stopMsMax))) {
    broken.push('processes live on')
  }
  if (postgres.some(isAlive)) broken.push('PostgreSQL lives on')
  if (existsSync(join(dataDir, 'instance.json'))) broken.push('instance.json was left behind')
  const notes = [`ended within ${Math.round(performance.now() - killedAt)} ms`]
  world.instance = await startInstance(dataDir)
  notes.push(`database ${world.instance.database}, ready in ${world.instance.readyMs} ms`)
  const after = [await firstAfter(world, killedAt)]
  return await concludeAll(world, { at: killedAt, after, notes, losses: 0, broken })
}

async function publishSome(world: StartWorld): Promise<void> {
  await world.publishMany(events)
  await arrivedAtLeast(world, 0.15 * events * endpoints)
}

async function concludeAll(world: World, facts: Parameters<typeof judge>[1]): Promise<Outcome> {
  const outcome = await judge(world, facts)
  const { deliveries } = outcome
  if (deliveries !== events * endpoints) outcome.broken.push(`${deliveries} deliveries are stored`)
  return outcome
}
