import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { waitFor } from '../../measure.ts'
import { type Machine, signal } from './network.ts'
import {
  binaries,
  clusterName,
  dataOf,
  type Mode,
  replication,
  startPatroni,
  superuser,
} from './patroni.ts'
import { ports } from './proxy.ts'

const healthyMsMax = 60_000

/** The machine whose Patroni holds the leader's lock and whose PostgreSQL is a primary. */
export async function findLeader(machines: readonly Machine[]): Promise<Machine | null> {
  const answers = await Promise.all(
    machines.map(({ address }) =>
      fetch(`http://${address}:${ports.patroni}/primary`, { signal: AbortSignal.timeout(1_000) })
        .then(async (response) => {
          await response.arrayBuffer()
          return response.status === 200
        })
        .catch(() => false),
    ),
  )
  const leaders = machines.filter((_, index) => answers[index])
  return leaders.length === 1 ? leaders[0]! : null
}

export async function askPrimary<Row extends pg.QueryResultRow>(
  { address }: Machine,
  text: string,
  database = 'postgres',
): Promise<Row[]> {
  const { username: user, password } = superuser
  const client = new pg.Client({
    ...{ host: address, user, password, database },
    ...{ connectionTimeoutMillis: 2_000, query_timeout: 5_000 },
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** Waits until one primary has all others as streaming replicas, of which one is synchronous if wanted. */
export async function waitUntilHealthy(machines: readonly Machine[], mode: Mode): Promise<Machine> {
  let leader: Machine | null = null
  await waitFor(
    'a primary with two replicas',
    async () => {
      leader = await findLeader(machines)
      if (!leader) return false
      const states = `select sync_state from pg_stat_replication where state = 'streaming'
        and application_name <> 'pg_basebackup' and pg_wal_lsn_diff(sent_lsn, replay_lsn) < 1e6`
      const rows = await askPrimary<{ sync_state: string }>(leader, states).catch(() => [])
      const sync = rows.filter(({ sync_state }) => sync_state === 'sync').length
      return rows.length === machines.length - 1 && sync === (mode === 'synchronous' ? 1 : 0)
    },
    healthyMsMax,
  )
  return leader!
}

/**
 * Stops sending WAL to the replicas that commits do not wait for, so that they do not get what is committed
 * from now on.
 */
export async function pauseReplication(primary: Machine): Promise<void> {
  const replicas = await askPrimary<{ pid: number }>(
    primary,
    `select pid from pg_stat_replication where sync_state <> 'sync'`,
  )
  if (replicas.length === 0) throw new Error('No replica can be behind.')
  for (const { pid } of replicas) process.kill(pid, 'SIGSTOP')
}

const backup = '/run/backup'

/** Copies the primary's files, as a backup tool does. */
export function takeBackup(primary: Machine): void {
  rmSync(backup, { recursive: true, force: true })
  const connection = `host=${primary.address} user=${replication.username} password=${replication.password}`
  execFileSync(join(binaries, 'pg_basebackup'), [
    '-D',
    backup,
    '-X',
    'stream',
    '-c',
    'fast',
    '-d',
    connection,
  ])
}

/** Replaces all databases by the backup. Patroni forgets the cluster, as its manual says for a restore. */
export async function restoreBackup(machines: readonly Machine[], mode: Mode): Promise<void> {
  for (const machine of machines) {
    signal(machine, 'SIGKILL', /patroni|postgres/)
    rmSync(dataOf(machine), { recursive: true, force: true })
  }
  const [first, ...rest] = machines
  execFileSync('cp', ['-a', backup, dataOf(first!)])
  execFileSync('chown', ['-R', 'postgres:postgres', dataOf(first!)])
  const endpoints = machines.map(({ address }) => `${address}:2379`).join(',')
  execFileSync(
    'etcdctl',
    ['--endpoints', endpoints, 'del', '--prefix', `/service/${clusterName}/`],
    {
      env: { PATH: process.env.PATH, ETCDCTL_API: '3' },
      stdio: 'ignore',
    },
  )
  startPatroni(first!, machines, mode)
  await waitFor('the backup is restored', async () => (await findLeader(machines)) !== null)
  for (const machine of rest) startPatroni(machine, machines, mode)
}
