import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { listMigrations, migrate } from '../../../packages/server/src/database/migrate.ts'
import { waitFor } from '../../measure.ts'
import { seconds } from '../outcome.ts'
import {
  askPrimary,
  findLeader,
  pauseReplication,
  restoreBackup,
  takeBackup,
  waitUntilHealthy,
} from './databases.ts'
import type { DrillLoad } from './load.ts'
import { cut, type Machine, signal } from './network.ts'
import { setClock, startEtcd, startPatroni } from './patroni.ts'
import type { Drill } from './system.ts'

export type Scenario = {
  name: string
  /** Runs when the posts are scheduled and none is due. */
  prepare?(drill: Drill): Promise<void>
  /** Returns when the fault was, from `performance.now()`. */
  run(drill: Drill, load: DrillLoad): Promise<number>
  /** Whether accepted posts are lost in the synchronous mode too. */
  losesPosts?: boolean
}

const beforeFaultMs = 6_000
const lagMs = 20_000
const afterRecoveryMs = 8_000
const recoveredMsMax = 60_000
const clockSeconds = 5

export const scenarios: Scenario[] = [
  { name: 'primary killed', run: killPrimary },
  { name: 'primary cut off', run: cutPrimary },
  { name: 'replica 20 s behind', run: promoteLagging },
  { name: 'clock 5 s ahead', run: (...args) => withClock(clockSeconds, ...args) },
  { name: 'clock 5 s behind', run: (...args) => withClock(-clockSeconds, ...args) },
  { name: 'two failovers', run: failTwice },
  { name: 'during a migration', run: migrateMeanwhile },
  {
    name: 'backup restored',
    prepare: async (drill) => takeBackup(await leaderOf(drill)),
    run: restoreYesterday,
    losesPosts: true,
  },
]

async function leaderOf({ databases }: Drill): Promise<Machine> {
  const leader = await findLeader(databases)
  if (!leader) throw new Error('There is no primary.')
  return leader
}

/** Kills PostgreSQL, Patroni and etcd of the primary's machine. Returns when, after writes succeed again. */
async function killLeader(drill: Drill, load: DrillLoad): Promise<number> {
  const leader = await leaderOf(drill)
  const at = performance.now()
  signal(leader, 'SIGKILL')
  const others = drill.databases.filter((machine) => machine !== leader)
  await waitFor('a new primary', async () => (await findLeader(others)) !== null, recoveredMsMax)
  process.stdout.write(`    a new primary after ${seconds(performance.now() - at)} s\n`)
  await waitUntilWritten(load, at)
  return at
}

async function waitUntilWritten({ probes }: DrillLoad, after: number): Promise<void> {
  const isWritten = async () => probes.some(({ at, status }) => status === 201 && at > after + 500)
  await waitFor('writes succeed again', isWritten, recoveredMsMax)
}

async function killPrimary(drill: Drill, load: DrillLoad): Promise<number> {
  await pause(beforeFaultMs)
  return await killLeader(drill, load)
}

/** The primary and a machine with an api process and a worker on one side, everything else on the other. */
async function cutPrimary(drill: Drill, load: DrillLoad): Promise<number> {
  await pause(beforeFaultMs)
  const leader = await leaderOf(drill)
  const others = drill.databases.filter((machine) => machine !== leader)
  const [worker, ...rest] = drill.apps
  const at = performance.now()
  const restore = cut([leader, worker!], [...others, ...rest])
  try {
    await waitFor('a new primary', async () => (await findLeader(others)) !== null, recoveredMsMax)
    await waitUntilWritten(load, performance.now())
    await pause(afterRecoveryMs)
  } finally {
    restore()
  }
  return at
}

/** Replicas that commits do not wait for get nothing for a while; then the primary dies. */
async function promoteLagging(drill: Drill, load: DrillLoad): Promise<number> {
  await pause(2_000)
  await pauseReplication(await leaderOf(drill))
  await pause(lagMs)
  return await killLeader(drill, load)
}

async function withClock(seconds: number, drill: Drill, load: DrillLoad): Promise<number> {
  const leader = await leaderOf(drill)
  for (const machine of drill.databases) if (machine !== leader) setClock(machine, seconds)
  await pause(beforeFaultMs)
  const at = await killLeader(drill, load)
  const now = 'select extract(epoch from clock_timestamp()) * 1000 as ms'
  const [row] = await askPrimary<{ ms: string }>(await leaderOf(drill), now)
  const ahead = (Number(row!.ms) - Date.now()) / 1_000
  if (Math.abs(ahead - seconds) > 1) throw new Error(`The new clock is ${ahead} s ahead.`)
  return at
}

async function failTwice(drill: Drill, load: DrillLoad): Promise<number> {
  await pause(beforeFaultMs)
  const at = await killLeader(drill, load)
  await repair(drill)
  await killLeader(drill, load)
  return at
}

/** The primary dies in the middle of a migration; then the next process that starts migrates again. */
async function migrateMeanwhile(drill: Drill, load: DrillLoad): Promise<number> {
  const known = listMigrations()
  const sql = `create table drill_added (id int); alter table post add column drill_added int;
    select pg_sleep(2)`
  const migrations = [...known, { number: known.length + 1, name: 'drill', sql }]
  const run = async () => {
    const pool = new pg.Pool({ connectionString: drill.databaseUrl, max: 1 })
    pool.on('connect', (client) => client.on('error', () => {})).on('error', () => {})
    return await migrate(pool, undefined, migrations).finally(() => pool.end())
  }
  await pause(beforeFaultMs)
  const first = run().then(
    () => 'It was applied before the primary died.',
    () => null,
  )
  await pause(1_000)
  const at = await killLeader(drill, load)
  const early = await first
  if (early) throw new Error(early)
  await waitFor('the migration is applied', async () =>
    run().then(
      () => true,
      () => false,
    ),
  )
  const { pool } = drill.ctx.db
  const { rowCount } = await pool.query(`select 1 from migration where name = 'drill'`)
  if (rowCount !== 1) throw new Error(`The migration is recorded ${rowCount} times.`)
  await pool.query(`alter table post drop column drill_added; drop table drill_added;
    delete from migration where name = 'drill'`)
  return at
}

/** All databases are replaced by a backup from before the posts were published; Postern keeps running. */
async function restoreYesterday(drill: Drill, load: DrillLoad): Promise<number> {
  await pause(beforeFaultMs * 2)
  const at = performance.now()
  await restoreBackup(drill.databases, drill.mode)
  await waitUntilWritten(load, performance.now())
  return at
}

/** Starts what is not running on the database machines and waits until all are replicas of one primary. */
export async function repair({ databases, mode }: Drill): Promise<void> {
  for (const machine of databases) {
    setClock(machine, 0)
    if (signal(machine, 'SIGCONT', /etcd/) === 0) startEtcd(machine, databases)
    if (signal(machine, 'SIGCONT', /patroni/) === 0) startPatroni(machine, databases, mode)
  }
  await waitUntilHealthy(databases, mode)
}
