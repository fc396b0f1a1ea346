import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import {
  type DebianPostgres,
  startDebianPostgres,
} from '../packages/server/test/debian-postgres.ts'
import { rounded, sized, waitFor } from './measure.ts'

const main = join(import.meta.dirname, 'run.ts')
const rounds = sized(3, 1)
const commits = sized(2_000, 50)
/** `synchronous_standby_names` of the two kinds of runs. */
const kinds = { asynchronous: '', synchronous: '*' }
type Kind = keyof typeof kinds
type Numbers = Record<string, number>

/** What is compared: events are commits of 8 connections. */
const compared = {
  deliveries: ['deliveries_per_s', 'published_events_per_s', 'cpu_us_postgres'],
  publish: ['seconds', 'lateness_p50_ms', 'postgres_ms_per_target'],
} as const

/**
 * A PostgreSQL of Debian with a streaming replica on the same machine. In turns, commits wait for the
 * replica's disk and do not. The ratio is that of the medians, synchronous to asynchronous.
 */
export async function benchStandby(): Promise<Record<string, unknown>> {
  const postgres = await startDebianPostgres({ durable: true })
  const standby = await startDebianPostgres({ durable: true, replicaOf: postgres })
  try {
    const results: Record<string, unknown> = { commit: await measureCommits(postgres) }
    for (const [name, measures] of Object.entries(compared)) {
      const runs: Record<Kind, Numbers[]> = { asynchronous: [], synchronous: [] }
      for (let round = 0; round < rounds; round += 1) {
        const order = Object.keys(kinds) as Kind[]
        // Whatever comes second finds more in the caches.
        for (const kind of round % 2 === 0 ? order : order.reverse()) {
          await setStandbyNames(postgres, kinds[kind])
          runs[kind].push(await run(postgres, name, `${name}_${kind}_${round}`))
        }
      }
      for (const measure of measures) {
        const [without, waiting] = (['asynchronous', 'synchronous'] as const).map((kind) =>
          runs[kind].map((numbers) => numbers[measure]!),
        )
        const ratio = rounded(median(waiting!) / median(without!), 2)
        results[`${name}_${measure}`] = { asynchronous: without, synchronous: waiting, ratio }
      }
    }
    return results
  } finally {
    await standby.stop()
    await postgres.stop()
  }
}

/** Commits of one row by one connection, in turns: every second one waits for the replica. */
async function measureCommits(postgres: DebianPostgres): Promise<Record<string, number>> {
  await setStandbyNames(postgres, kinds.synchronous)
  const client = new pg.Client({ ...postgres.connection, database: 'postgres' })
  await client.connect()
  const times: Record<Kind, number[]> = { asynchronous: [], synchronous: [] }
  try {
    await client.query('create table committed (at timestamptz)')
    for (let count = 0; count < commits; count += 1) {
      for (const kind of Object.keys(kinds) as Kind[]) {
        const level = kind === 'synchronous' ? 'on' : 'local'
        await client.query(`set synchronous_commit = ${level}`)
        const began = performance.now()
        await client.query('insert into committed values (now())')
        times[kind].push(performance.now() - began)
      }
    }
  } finally {
    await client.end()
  }
  const [without, waiting] = [median(times.asynchronous), median(times.synchronous)]
  return {
    asynchronous_ms: rounded(without, 2),
    synchronous_ms: rounded(waiting, 2),
    ratio: rounded(waiting / without, 2),
  }
}

async function run(postgres: DebianPostgres, name: string, database: string): Promise<Numbers> {
  await postgres.createDatabase(database)
  const env = { ...process.env, BENCH_DATABASE_URL: postgres.url(database) }
  const brief = process.argv.filter((word) => word === '--brief')
  const { stdout } = await promisify(execFile)(process.execPath, [main, name, ...brief], { env })
  process.stdout.write(`${database}: ${stdout.trimEnd().split('\n').at(-1)}\n`)
  return JSON.parse(stdout.trimEnd().split('\n').at(-1)!)
}

/** Also waits until the replica is what the setting makes it. */
async function setStandbyNames({ connection }: DebianPostgres, names: string): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    await client.query(`alter system set synchronous_standby_names = '${names}'`)
    await client.query('select pg_reload_conf()')
    const expected = names === '' ? 'async' : 'sync'
    await waitFor(`the replica is ${expected}`, async () => {
      const { rows } = await client.query('select sync_state from pg_stat_replication')
      return rows[0]?.sync_state === expected
    })
  } finally {
    await client.end()
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)]!
}
