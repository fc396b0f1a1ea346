import { setTimeout as pause } from 'node:timers/promises'
import { untilHolds } from '../processes.ts'
import { printTable } from './outcome.ts'
import { judgeProcesses, leasesHeld, type ProcessRow, untilTakenOver } from './processes-judge.ts'
import { openLoad } from './processes-load.ts'
import { openWire } from './processes-wire.ts'
import { living, openProcesses, type ProcessesWorld } from './processes-world.ts'

type ProcessFault = { name: string; run(name: string, quick?: boolean): Promise<ProcessRow> }

const slowMs = 1_500
const drainSeconds = '0.6'
/** What the accounts can publish meanwhile: one post each in about 1.5 s. */
const steady = { lanes: 6, pauseMs: 700, mode: 'now' } as const

/** What may happen to several processes on one PostgreSQL. */
export const processFaults: ProcessFault[] = [
  { name: 'processes: rolling restart of all', run: rollingRestart },
  { name: 'processes: kill -9 of a worker', run: killWorkers },
  { name: 'processes: a worker cut off from the database', run: cutWorker },
  { name: 'processes: a worker that stalls for 5 s', run: stallWorker },
  { name: 'processes: kill -9 of an api process', run: killApi },
  { name: 'processes: PostgreSQL restarted', run: restartPostgres },
]

/** Runs those with these words in their names; answers whether all held. */
export async function runProcessFaults(only: string): Promise<boolean> {
  const chosen = processFaults.filter(({ name }) => name.includes(only))
  if (chosen.length === 0) return true
  // Their processes go with this one.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  const began = performance.now()
  const rows: ProcessRow[] = []
  let isWhole = true
  for (const { name, run } of chosen) {
    process.stdout.write(`${name} …\n`)
    try {
      const row = await run(name)
      for (const line of [...row.notes, ...row.broken]) process.stdout.write(`    ${line}\n`)
      rows.push(row)
    } catch (err) {
      process.stdout.write(`    ${String((err as Error).stack)}\n`)
      isWhole = false
    }
  }
  printRows(rows)
  process.stdout.write(`\n${Math.round((performance.now() - began) / 1_000)} s\n`)
  return isWhole && rows.every(({ broken }) => broken.length === 0)
}

/** Every process in turn is told to stop, ends, and is started again, under load. */
export async function rollingRestart(fault: string): Promise<ProcessRow> {
  return await inProcesses({ api: 2, workers: 2, accounts: 8 }, async (world) => {
    // Those of the first start have no delay: they are replaced before the load begins.
    const env = { DRAIN_SECONDS: drainSeconds }
    for (const old of [...world.processes]) {
      await world.start(old.role as 'api' | 'worker', { env })
      await old.stop()
    }
    const load = openLoad(world, steady)
    await pause(500)
    const times: number[] = []
    const codes: unknown[] = []
    for (const old of world.processes.filter(({ child }) => child.exitCode === null)) {
      const { code, ms } = await old.stop()
      times.push(ms)
      codes.push(code)
      await world.start(old.role as 'api' | 'worker', { env })
      await pause(300)
    }
    await load.stop()
    const broken = codes.some((code) => code !== 0) ? [`exit codes ${codes.join(', ')}`] : []
    const notes = [`stopped in ${times.join(', ')} ms`]
    return await judgeProcesses(world, load, { fault, recoveredMs: 0, notes, broken })
  })
}

export async function killWorkers(fault: string, quick = false): Promise<ProcessRow> {
  return await inProcesses({ api: 1, workers: 2, accounts: quick ? 6 : 12 }, async (world) => {
    const load = openLoad(world, steady)
    const taken: number[] = []
    const notes: string[] = []
    for (let kill = 0; kill < (quick ? 1 : 4); kill += 1) {
      await slowCommits(world, 8)
      await someHeld(world, 4)
      const [victim] = living(world, 'worker')
      await victim!.kill()
      const at = performance.now()
      const held = await leasesHeld(world)
      taken.push(await untilTakenOver(world, held, at))
      notes.push(
        `${held.size} leases held, none of the dead one’s after ${Math.round(taken.at(-1)!)} ms`,
      )
      await world.start('worker')
    }
    await load.stop()
    // Beside other tests a claim itself may take its time.
    const recoveredMsMax = quick ? 8_000 : 3_000
    const told = { fault, recoveredMs: Math.max(...taken), recoveredMsMax, notes }
    return await judgeProcesses(world, load, told)
  })
}

/** Nothing reaches the database nor comes back from it for 8 seconds, while commits are under way. */
export async function cutWorker(fault: string): Promise<ProcessRow> {
  return await inProcesses({ api: 1, workers: 1, accounts: 12 }, async (world) => {
    const wire = await openWire(world.postgres.port)
    try {
      await world.start('worker', { databasePort: wire.port })
      const load = openLoad(world, steady)
      const taken: number[] = []
      for (let cut = 0; cut < 3; cut += 1) {
        await slowCommits(world, 10)
        await someHeld(world, 6)
        wire.cut()
        const at = performance.now()
        taken.push(await untilTakenOver(world, await leasesHeld(world), at))
        await pause(Math.max(0, 8_000 - (performance.now() - at)))
        wire.mend()
        await pause(1_500)
      }
      await load.stop()
      const notes = [`taken over after ${taken.map(Math.round).join(', ')} ms, back after 8 s`]
      const told = { fault, recoveredMs: Math.max(...taken), notes }
      const row = await judgeProcesses(world, load, told)
      // What hangs on the wire would keep the process from ending.
      for (const each of living(world, 'worker')) await each.kill()
      return row
    } finally {
      await wire.close()
    }
  })
}

/** As an event loop that is blocked, or a machine that swaps: its lease is over when it goes on. */
export async function stallWorker(fault: string): Promise<ProcessRow> {
  return await inProcesses({ api: 1, workers: 2, accounts: 12 }, async (world) => {
    const load = openLoad(world, steady)
    const taken: number[] = []
    for (let stall = 0; stall < 3; stall += 1) {
      await slowCommits(world, 10)
      await someHeld(world, 6)
      const [victim] = living(world, 'worker')
      victim!.child.kill('SIGSTOP')
      const at = performance.now()
      taken.push(await untilTakenOver(world, await leasesHeld(world), at))
      await pause(Math.max(0, 5_000 - (performance.now() - at)))
      victim!.child.kill('SIGCONT')
      await pause(1_500)
    }
    await load.stop()
    const notes = [`taken over after ${taken.map(Math.round).join(', ')} ms`]
    return await judgeProcesses(world, load, { fault, recoveredMs: Math.max(...taken), notes })
  })
}

/** In the middle of requests, which are repeated with their keys at the other process. */
export async function killApi(fault: string, quick = false): Promise<ProcessRow> {
  return await inProcesses({ api: 2, workers: 1, accounts: 8 }, async (world) => {
    const load = openLoad(world, { lanes: 12, pauseMs: 0, mode: 'draft' })
    const times: number[] = []
    for (let kill = 0; kill < (quick ? 1 : 5); kill += 1) {
      await pause(700)
      const victim = living(world, 'api')[0]!
      const at = performance.now()
      await victim.kill()
      const before = load.accepted.size
      await untilHolds('posts are accepted again', async () => load.accepted.size > before)
      times.push(performance.now() - at)
      if (!quick) await world.start('api')
    }
    await load.stop()
    const notes = [`the next post accepted after ${times.map(Math.round).join(', ')} ms`]
    const recoveredMsMax = quick ? 20_000 : 5_000
    const told = {
      ...{ fault, recoveredMs: Math.max(...times), recoveredMsMax, notes },
      ...{ mayFail: true, areDrafts: true },
    }
    return await judgeProcesses(world, load, told)
  })
}

export async function restartPostgres(fault: string): Promise<ProcessRow> {
  return await inProcesses({ api: 2, workers: 2, accounts: 12, durable: true }, async (world) => {
    const load = openLoad(world, steady)
    const times: number[] = []
    const notes: string[] = []
    for (const how of ['fast', 'immediate'] as const) {
      await slowCommits(world, 10)
      await someHeld(world, 6)
      const away = await world.postgres.restart(how)
      const at = performance.now()
      const published = () => world.receiver.seen.size
      const before = published()
      await untilHolds('posts are published again', async () => published() > before)
      times.push(performance.now() - at)
      notes.push(
        `${how}: away for ${away.toFixed(1)} s, the next published ${Math.round(times.at(-1)!)} ms after`,
      )
      await pause(1_000)
    }
    await load.stop()
    const told = {
      fault,
      recoveredMs: Math.max(...times),
      recoveredMsMax: 5_000,
      notes,
      mayFail: true,
    }
    return await judgeProcesses(world, load, told)
  })
}

async function inProcesses(
  given: Parameters<typeof openProcesses>[0],
  work: (world: ProcessesWorld) => Promise<ProcessRow>,
): Promise<ProcessRow> {
  const world = await openProcesses(given)
  try {
    return await work(world)
  } finally {
    await world.close()
  }
}

/** The next publishing calls take their time, so that a fault strikes in their middle. */
async function slowCommits(world: ProcessesWorld, times: number): Promise<void> {
  await world.sandbox.control('POST', '/faults', {
    platform: 'threads',
    match: 'publish',
    kind: 'slow_ms',
    ms: slowMs,
    times,
  })
}

async function someHeld(world: ProcessesWorld, count: number): Promise<void> {
  await untilHolds('commits are under way', async () => {
    const { rows } = await world.ctx.db.pool.query(
      `select 1 from post_target where lease_until > now() and phase = 'commit'`,
    )
    return rows.length >= count
  })
}

function printRows(rows: readonly ProcessRow[]): void {
  const heads = ['fault', 'events', 'lost', 'published twice', 'told twice', 'delivered twice']
  const table = [
    [...heads, 'requests failed', 'recovered s', ''],
    ...rows.map((row) => [
      ...[row.fault, row.events, row.lost, row.published_twice, row.told_twice].map(String),
      ...[row.delivered_twice, row.failed, row.recovered_s].map(String),
      row.broken.length === 0 ? 'held' : 'BROKEN',
    ]),
  ]
  printTable(table)
}
