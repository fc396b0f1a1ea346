import { setTimeout as pause } from 'node:timers/promises'
import type { Role } from '../engine.ts'
import { untilHolds } from '../measure.ts'
import { openPlatforms } from '../platforms.ts'
import { countOf, type Fault, judge, judgePosts, type Outcome, seconds } from './judge.ts'
import { type Load, openLoad } from './load.ts'
import { openWire } from './wire.ts'
import { inWorld, living, type PlatformWorld, restartDatabase, type Setup } from './world.ts'

type Facts = {
  recoveredMs: number[]
  recoveredMsMax?: number
  losses: number
  notes?: string[]
  broken?: string[]
  /** Answers of 5xx are right while the database itself is away. */
  mayFail?: boolean
}
type Run = { world: PlatformWorld; load: Load; quick: boolean }

const slowMs = 1_500
/** What the accounts can publish meanwhile: one post each in about 1.5 s. */
const steady = { atOnce: 6, pauseMs: 700, mode: 'now' } as const
const drafts = { atOnce: 12, pauseMs: 0, mode: 'draft' } as const
const settledMsMax = 120_000

function fault(
  name: string,
  servers: Role[],
  work: (run: Run) => Promise<Facts>,
  {
    loaded = steady,
    env = {},
  }: { loaded?: typeof steady | typeof drafts; env?: Setup['env'] } = {},
): Fault {
  const setup: Setup = { servers, events: ['post.published', 'post.failed'], env }
  return {
    name: `processes: ${name}`,
    run: (dataDir, quick = false) =>
      inWorld(openPlatforms(dataDir), setup, async (world) => {
        const usernames = Array.from({ length: quick ? 6 : 12 }, (_, n) => `worker.${n}`)
        const accounts = await world.connectPeople(usernames)
        const load = openLoad(
          world,
          accounts.map(({ id }) => id),
          loaded,
        )
        const facts = await work({ world, load, quick })
        await load.stop()
        return await judgeProcesses(world, load, facts, loaded.mode === 'draft')
      }),
  }
}

/** What may happen to several processes on one PostgreSQL. */
export const processFaults = {
  rollingRestart: fault(
    'rolling restart of all',
    ['api', 'api', 'worker', 'worker'],
    rollingRestart,
    { env: { DRAIN_SECONDS: '0.6' } },
  ),
  killWorkers: fault('kill -9 of a worker', ['api', 'worker', 'worker'], killWorkers),
  cutWorker: fault('a worker cut off from the database', ['api', 'worker'], cutWorker),
  stallWorker: fault('a worker that stalls for 5 s', ['api', 'worker', 'worker'], stallWorker),
  killApi: fault('kill -9 of an api process', ['api', 'api', 'worker'], killApi, {
    loaded: drafts,
  }),
  restartPostgres: fault(
    'PostgreSQL restarted',
    ['api', 'api', 'worker', 'worker'],
    restartPostgres,
  ),
}

/** Every process in turn is asked to stop, ends, and is started again, under load. */
async function rollingRestart({ world }: Run): Promise<Facts> {
  await pause(500)
  const times: number[] = []
  const codes: unknown[] = []
  for (const old of [...world.servers]) {
    const { code, ms } = await old.stop()
    times.push(ms)
    codes.push(code)
    await world.launch(old.role)
    await pause(300)
  }
  const broken = codes.some((code) => code !== 0) ? [`exit codes ${codes.join(', ')}`] : []
  return { recoveredMs: [0], losses: 0, notes: [`stopped in ${times.join(', ')} ms`], broken }
}

async function killWorkers({ world, quick }: Run): Promise<Facts> {
  const kills = quick ? 1 : 4
  const recoveredMs: number[] = []
  const notes: string[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    await commitsUnderWay(world, 8, 4)
    await living(world, 'worker')[0]!.kill()
    const { held, ms } = await untilTakenOver(world)
    recoveredMs.push(ms)
    notes.push(`${held} leases held, none of the dead one’s after ${Math.round(ms)} ms`)
    await world.launch('worker')
  }
  // Claims are slower while other tests run.
  return { recoveredMs, recoveredMsMax: quick ? 8_000 : 3_000, losses: kills, notes }
}

/** Nothing reaches the database nor comes back from it for 8 seconds, while commits are under way. */
async function cutWorker({ world }: Run): Promise<Facts> {
  const address = new URL(world.databaseUrl)
  const wire = await openWire(address.searchParams.get('host')!)
  try {
    address.searchParams.set('host', wire.host)
    await world.launch('worker', { databaseUrl: address.href })
    const recoveredMs: number[] = []
    for (let cut = 0; cut < 3; cut += 1) {
      await commitsUnderWay(world, 10, 6)
      wire.cut()
      const { ms } = await untilTakenOver(world)
      recoveredMs.push(ms)
      await pause(Math.max(0, 8_000 - ms))
      wire.mend()
      await pause(1_500)
    }
    // What hangs on the wire would keep the process from ending.
    await living(world, 'worker').at(-1)!.kill()
    return { recoveredMs, losses: 4 }
  } finally {
    await wire.close()
  }
}

/** As an event loop that is blocked, or a machine that swaps: its lease is over when it goes on. */
async function stallWorker({ world }: Run): Promise<Facts> {
  const recoveredMs: number[] = []
  for (let stall = 0; stall < 3; stall += 1) {
    await commitsUnderWay(world, 10, 6)
    const { child } = living(world, 'worker')[0]!
    child.kill('SIGSTOP')
    const { ms } = await untilTakenOver(world)
    recoveredMs.push(ms)
    await pause(Math.max(0, 5_000 - ms))
    child.kill('SIGCONT')
    await pause(1_500)
  }
  return { recoveredMs, losses: 3 }
}

/** In the middle of requests, which are repeated with their keys at the other process. */
async function killApi({ world, load, quick }: Run): Promise<Facts> {
  const recoveredMs: number[] = []
  for (let kill = 0; kill < (quick ? 1 : 5); kill += 1) {
    await pause(700)
    const at = performance.now()
    await living(world, 'api')[0]!.kill()
    const before = load.accepted.size
    await untilHolds('posts are accepted again', async () => load.accepted.size > before)
    recoveredMs.push(performance.now() - at)
    if (!quick) await world.launch('api')
  }
  return { recoveredMs, recoveredMsMax: quick ? 20_000 : 5_000, losses: 0, mayFail: true }
}

/** As an upgrade stops it, then as a crash does. */
async function restartPostgres({ world }: Run): Promise<Facts> {
  const recoveredMs: number[] = []
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    await commitsUnderWay(world, 10, 6)
    await restartDatabase(world, signal)
    const at = performance.now()
    const before = world.receiver.seen.size
    await untilHolds('posts are published again', async () => world.receiver.seen.size > before)
    recoveredMs.push(performance.now() - at)
    await pause(1_000)
  }
  return { recoveredMs, recoveredMsMax: 5_000, losses: 4, mayFail: true }
}

/** The next publishing calls take their time, so that a fault strikes while some of them are made. */
async function commitsUnderWay(world: PlatformWorld, times: number, count: number): Promise<void> {
  const slow = { platform: 'threads', match: 'publish', kind: 'slow_ms', ms: slowMs, times }
  await world.control('POST', '/faults', slow)
  const leased = `select 1 from post_target where lease_until > now() and phase = 'commit'`
  await untilHolds(
    'commits are under way',
    async () => (await world.ctx.db.pool.query(leased)).rowCount! >= count,
  )
}

/** How many leases there are, and how long until none of them is held under the same token. */
async function untilTakenOver(world: PlatformWorld): Promise<{ held: number; ms: number }> {
  const at = performance.now()
  const { pool } = world.ctx.db
  const { rows } = await pool.query<{ token: string }>(
    'select lease_token::text as token from post_target where lease_until > now()',
  )
  await untilHolds('the leases of the dead are taken over', async () => {
    const standing = 'select 1 from post_target where lease_token = any($1::bigint[])'
    return (await pool.query(standing, [rows.map(({ token }) => token)])).rowCount === 0
  })
  return { held: rows.length, ms: performance.now() - at }
}

async function judgeProcesses(
  world: PlatformWorld,
  load: Load,
  facts: Facts,
  areDrafts: boolean,
): Promise<Outcome> {
  const broken = [...(facts.broken ?? [])]
  const open = `select 1 from post_target
    where status in ('scheduled', 'publishing') or due_at is not null limit 1`
  await untilHolds(
    'every target is published',
    async () => (await world.ctx.db.pool.query(open)).rowCount === 0,
    settledMsMax,
  ).catch((err: Error) => broken.push(err.message))
  const failed = [...countOf(load.failed)].map(([word, count]) => `${count} × ${word}`).join(', ')
  if (failed && !facts.mayFail) broken.push(`requests failed: ${failed}`)
  if (Math.max(...facts.recoveredMs) > (facts.recoveredMsMax ?? 3_000)) {
    broken.push('it took too long')
  }
  const notes = [
    ...(facts.notes ?? []),
    `${load.requests} requests, ${load.refused} connections refused`,
    ...(failed ? [`failed during the fault: ${failed}`] : []),
  ]
  const after = facts.recoveredMs.map(seconds)
  const posts = await judgePosts(world, [...load.accepted], areDrafts)
  return await judge(world, {
    at: performance.now(),
    after,
    losses: facts.losses,
    notes,
    broken,
    posts,
  })
}
