import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { processesOf, startInstance, stopInstance } from '../instance.ts'
import { isAlive, postgresOf, until } from '../processes.ts'
import { arrivedAtLeast, conclude, type Fault, firstAfter, type Outcome } from './outcome.ts'
import { closeWorld, endpoints, killHard, openWorld, type World } from './world.ts'

const events = 2_000
const comebackMsMax = 5_000
/** On a machine with nothing else to do it takes a second (npm run bench start). */
const secondStartMsMax = 15_000
const stopMsMax = 15_000

const root = join(import.meta.dirname, '..', '..')
const stamp = join(root, 'node_modules', '.postern-installed')
const npmStart: [string, ...string[]] = ['npm', 'start', '--silent']

export const faults: Fault[] = [
  {
    name: 'kill -9 of the server, three times, while events are published',
    run: (dataDir) => inWorld(dataDir, killServer),
  },
  { name: 'kill -9 of PostgreSQL', run: (dataDir) => inWorld(dataDir, killPostgres) },
  {
    name: 'kill -9 of npm start and its server',
    run: (dataDir) => inWorld(dataDir, (world) => killNpm(world, 'both'), npmStart),
  },
  {
    name: 'kill -9 of npm alone',
    run: (dataDir) => inWorld(dataDir, (world) => killNpm(world, 'npm'), npmStart),
  },
  { name: 'everything killed at once', run: (dataDir) => inWorld(dataDir, killEverything) },
  { name: 'Ctrl-C in the terminal', run: (dataDir) => inWorld(dataDir, interrupt, npmStart) },
]

async function inWorld(
  dataDir: string,
  work: (world: World) => Promise<Outcome>,
  command?: [string, ...string[]],
): Promise<Outcome> {
  if (command && !existsSync(stamp)) throw new Error('Run npm run faults: it installs first.')
  const world = await openWorld(dataDir, command)
  try {
    const outcome = await work(world)
    await stopInstance(world.instance)
    return outcome
  } finally {
    await closeWorld(world)
  }
}

async function killServer(world: World): Promise<Outcome> {
  const { dataDir } = world
  const notes: string[] = []
  const first: number[] = []
  const published = world.publisher.publish(events)
  let killedAt = 0
  for (const share of [0.15, 0.4, 0.65]) {
    await arrivedShare(world, share)
    await killHard(world.instance.pid)
    killedAt = performance.now()
    world.instance = await startInstance(dataDir)
    notes.push(`database ${world.instance.database}, ready in ${world.instance.readyMs} ms`)
    first.push(await firstAfter(world, killedAt))
  }
  await published
  return await concludeAll(world, { at: killedAt, first, notes, losses: 3 })
}

async function killPostgres(world: World): Promise<Outcome> {
  const { dataDir } = world
  await world.publisher.publish(events)
  await arrivedShare(world, 0.15)
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
  const first = [await firstAfter(world, killedAt)]
  return await concludeAll(world, { at: killedAt, first, notes, losses: 1 })
}

async function killNpm(world: World, what: 'both' | 'npm'): Promise<Outcome> {
  const { dataDir } = world
  const broken: string[] = []
  const { sandbox } = processesOf(world.instance, dataDir)
  await world.publisher.publish(events)
  await arrivedShare(world, 0.15)
  await killHard(world.instance.child.pid!)
  if (what === 'both') await killHard(world.instance.pid)
  const killedAt = performance.now()
  const others = what === 'both' ? sandbox : [...sandbox, world.instance.pid]
  if (!(await until(() => !others.some(isAlive), 15_000))) {
    broken.push('processes of the killed start live on')
  }
  const notes = [`the rest ended within ${Math.round(performance.now() - killedAt)} ms`]
  world.instance = await startInstance(dataDir, { command: npmStart })
  const { database, readyMs } = world.instance
  notes.push(`database ${database}, ready in ${readyMs} ms`)
  if (what === 'both' && database !== 'adopted') broken.push('the database was not adopted')
  if (readyMs > secondStartMsMax) broken.push(`the second start took ${readyMs} ms`)
  const first = [await firstAfter(world, killedAt)]
  return await concludeAll(world, { at: killedAt, first, notes, losses: 1, broken })
}

async function killEverything(world: World): Promise<Outcome> {
  const { dataDir } = world
  await world.publisher.publish(events)
  await arrivedShare(world, 0.15)
  const { server, sandbox, postgres } = processesOf(world.instance, dataDir)
  await Promise.all([...server, ...postgres, ...sandbox].map(killHard))
  const killedAt = performance.now()
  world.instance = await startInstance(dataDir)
  const { database, readyMs } = world.instance
  const notes = [`database ${database} after its own recovery, ready in ${readyMs} ms`]
  const first = [await firstAfter(world, killedAt)]
  return await concludeAll(world, { at: killedAt, first, notes, losses: 1 })
}

/** A terminal sends SIGINT to npm, the server and the sandbox at once; nothing may be sent twice. */
async function interrupt(world: World): Promise<Outcome> {
  const { dataDir } = world
  const broken: string[] = []
  const { server, sandbox, postgres } = processesOf(world.instance, dataDir)
  await world.publisher.publish(events)
  await arrivedShare(world, 0.15)
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
  const first = [await firstAfter(world, killedAt)]
  return await concludeAll(world, { at: killedAt, first, notes, losses: 0, broken })
}

async function arrivedShare(world: World, share: number): Promise<void> {
  await arrivedAtLeast(world, share * events * endpoints)
}

async function concludeAll(world: World, told: Parameters<typeof conclude>[1]): Promise<Outcome> {
  const outcome = await conclude(world, told)
  const { deliveries } = outcome
  if (deliveries !== events * endpoints) outcome.broken.push(`${deliveries} deliveries are stored`)
  return outcome
}
