import { setTimeout as pause } from 'node:timers/promises'
import type { Role } from '../engine.ts'
import { waitFor } from '../measure.ts'
import { openPlatforms } from '../platforms.ts'
import { openDatabaseProxy } from './database-proxy.ts'
import { type Load, openLoad } from './load.ts'
import {
  countOf,
  type Fault,
  type Outcome,
  seconds,
  verifyOutcome,
  verifyPosts,
} from './outcome.ts'
import {
  restartDatabase,
  runningServers,
  type SandboxSystem,
  type Setup,
  withSystem,
} from './system.ts'

type Facts = {
  recoveredMs: number[]
  recoveredMsMax?: number
  interruptions: number
  notes?: string[]
  violations?: string[]
  /** Whether 5xx responses are expected, because the database is down. */
  canFail?: boolean
}
type Run = { system: SandboxSystem; load: Load; quick: boolean }

const slowMs = 1_500
/** A load that the accounts can publish: one post each in about 1.5 s. */
const steady = { atOnce: 6, pauseMs: 700, mode: 'now' } as const
const drafts = { atOnce: 12, pauseMs: 0, mode: 'draft' } as const
const settledMsMax = 120_000

function fault(
  name: string,
  servers: Role[],
  work: (run: Run) => Promise<Facts>,
  {
    loaded: loadOptions = steady,
    env = {},
  }: { loaded?: typeof steady | typeof drafts; env?: Setup['env'] } = {},
): Fault {
  const setup: Setup = { servers, events: ['post.published', 'post.failed'], env }
  return {
    name: `processes: ${name}`,
    run: (dataDir, quick = false) =>
      withSystem(openPlatforms(dataDir), setup, async (system) => {
        const usernames = Array.from({ length: quick ? 6 : 12 }, (_, n) => `worker.${n}`)
        const accounts = await system.connectPeople(usernames)
        const load = openLoad(
          system,
          accounts.map(({ id }) => id),
          loadOptions,
        )
        const facts = await work({ system, load, quick })
        await load.stop()
        return await verifyProcesses(system, load, facts, loadOptions.mode === 'draft')
      }),
  }
}

/** Faults of several processes on one PostgreSQL. */
export const processFaults = {
  rollingRestart: fault(
    'rolling restart of all',
    ['api', 'api', 'worker', 'worker'],
    rollingRestart,
    { env: { DRAIN_SECONDS: '0.6' } },
  ),
  killWorkers: fault('kill -9 of a worker', ['api', 'worker', 'worker'], killWorkers),
  cutWorker: fault('a worker disconnected from the database', ['api', 'worker'], cutWorker),
  stallWorker: fault('a worker stalled for 5 s', ['api', 'worker', 'worker'], stallWorker),
  killApi: fault('kill -9 of an api process', ['api', 'api', 'worker'], killApi, {
    loaded: drafts,
  }),
  restartPostgres: fault(
    'PostgreSQL restarted',
    ['api', 'api', 'worker', 'worker'],
    restartPostgres,
  ),
}

/** Stops and restarts all processes one after the other, under load. */
async function rollingRestart({ system }: Run): Promise<Facts> {
  await pause(500)
  const times: number[] = []
  const codes: unknown[] = []
  for (const old of [...system.servers]) {
    const { code, ms } = await old.stop()
    times.push(ms)
    codes.push(code)
    await system.launch(old.role)
    await pause(300)
  }
  const violations = codes.some((code) => code !== 0) ? [`exit codes ${codes.join(', ')}`] : []
  return {
    recoveredMs: [0],
    interruptions: 0,
    notes: [`stopped in ${times.join(', ')} ms`],
    violations,
  }
}

async function killWorkers({ system, quick }: Run): Promise<Facts> {
  const kills = quick ? 1 : 4
  const recoveredMs: number[] = []
  const notes: string[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    await waitForCommits(system, 8, 4)
    await runningServers(system, 'worker')[0]!.kill()
    const { leases, ms } = await waitForTakeover(system)
    recoveredMs.push(ms)
    notes.push(`${leases} leases, all taken over after ${Math.round(ms)} ms`)
    await system.launch('worker')
  }
  // Claims are slower while other tests are running.
  return { recoveredMs, recoveredMsMax: quick ? 8_000 : 3_000, interruptions: kills, notes }
}

/** Interrupts a worker's traffic to the database for 8 seconds while posts are being published. */
async function cutWorker({ system }: Run): Promise<Facts> {
  const address = new URL(system.databaseUrl)
  const wire = await openDatabaseProxy(address.searchParams.get('host')!)
  try {
    address.searchParams.set('host', wire.host)
    await system.launch('worker', { databaseUrl: address.href })
    const recoveredMs: number[] = []
    for (let cut = 0; cut < 3; cut += 1) {
      await waitForCommits(system, 10, 6)
      wire.cut()
      const { ms } = await waitForTakeover(system)
      recoveredMs.push(ms)
      await pause(Math.max(0, 8_000 - ms))
      wire.restore()
      await pause(1_500)
    }
    // Pending statements in the proxy would keep the process from stopping.
    await runningServers(system, 'worker').at(-1)!.kill()
    return { recoveredMs, interruptions: 4 }
  } finally {
    await wire.close()
  }
}

/** Pauses a worker past its lease, like a blocked event loop or a swapping machine. */
async function stallWorker({ system }: Run): Promise<Facts> {
  const recoveredMs: number[] = []
  for (let stall = 0; stall < 3; stall += 1) {
    await waitForCommits(system, 10, 6)
    const { child } = runningServers(system, 'worker')[0]!
    child.kill('SIGSTOP')
    const { ms } = await waitForTakeover(system)
    recoveredMs.push(ms)
    await pause(Math.max(0, 5_000 - ms))
    child.kill('SIGCONT')
    await pause(1_500)
  }
  return { recoveredMs, interruptions: 3 }
}

/** Kills an api process during requests, which are retried at the other with the same keys. */
async function killApi({ system, load, quick }: Run): Promise<Facts> {
  const recoveredMs: number[] = []
  for (let kill = 0; kill < (quick ? 1 : 5); kill += 1) {
    await pause(700)
    const at = performance.now()
    await runningServers(system, 'api')[0]!.kill()
    const before = load.accepted.size
    await waitFor('posts are accepted again', async () => load.accepted.size > before)
    recoveredMs.push(performance.now() - at)
    if (!quick) await system.launch('api')
  }
  return { recoveredMs, recoveredMsMax: quick ? 20_000 : 5_000, interruptions: 0, canFail: true }
}

/** Stops PostgreSQL as an upgrade does, then as a crash does. */
async function restartPostgres({ system }: Run): Promise<Facts> {
  const recoveredMs: number[] = []
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    await waitForCommits(system, 10, 6)
    await restartDatabase(system, signal)
    const at = performance.now()
    const before = system.receiver.received.size
    await waitFor('posts are published again', async () => system.receiver.received.size > before)
    recoveredMs.push(performance.now() - at)
    await pause(1_000)
  }
  return { recoveredMs, recoveredMsMax: 5_000, interruptions: 4, canFail: true }
}

/** Slows down publishing calls and waits until `count` of them are in flight. */
async function waitForCommits(system: SandboxSystem, times: number, count: number): Promise<void> {
  const slow = { platform: 'threads', match: 'publish', kind: 'slow_ms', ms: slowMs, times }
  await system.control('POST', '/faults', slow)
  const leased = `select 1 from post_target where lease_until > now() and phase = 'commit'`
  await waitFor(
    'publishing calls are in flight',
    async () => (await system.ctx.db.pool.query(leased)).rowCount! >= count,
  )
}

/** Waits until all current leases have another token. Returns their number and the time. */
async function waitForTakeover(system: SandboxSystem): Promise<{ leases: number; ms: number }> {
  const at = performance.now()
  const { pool } = system.ctx.db
  const { rows } = await pool.query<{ token: string }>(
    'select lease_token::text as token from post_target where lease_until > now()',
  )
  await waitFor('the leases of the stopped process are taken over', async () => {
    const remaining = 'select 1 from post_target where lease_token = any($1::bigint[])'
    return (await pool.query(remaining, [rows.map(({ token }) => token)])).rowCount === 0
  })
  return { leases: rows.length, ms: performance.now() - at }
}

async function verifyProcesses(
  system: SandboxSystem,
  load: Load,
  facts: Facts,
  areDrafts: boolean,
): Promise<Outcome> {
  const violations = [...(facts.violations ?? [])]
  const open = `select 1 from post_target
    where status in ('scheduled', 'publishing') or due_at is not null limit 1`
  await waitFor(
    'every target is published',
    async () => (await system.ctx.db.pool.query(open)).rowCount === 0,
    settledMsMax,
  ).catch((err: Error) => violations.push(err.message))
  const failed = [...countOf(load.failed)].map(([word, count]) => `${count} × ${word}`).join(', ')
  if (failed && !facts.canFail) violations.push(`requests failed: ${failed}`)
  if (Math.max(...facts.recoveredMs) > (facts.recoveredMsMax ?? 3_000)) {
    violations.push('the recovery took too long')
  }
  const notes = [
    ...(facts.notes ?? []),
    `${load.requests} requests, ${load.refused} connections refused`,
    ...(failed ? [`failed during the fault: ${failed}`] : []),
  ]
  const recoverySeconds = facts.recoveredMs.map(seconds)
  const posts = await verifyPosts(system, [...load.accepted], areDrafts)
  return await verifyOutcome(system, {
    lastFaultAt: performance.now(),
    recoverySeconds,
    interruptions: facts.interruptions,
    notes,
    violations,
    posts,
  })
}
