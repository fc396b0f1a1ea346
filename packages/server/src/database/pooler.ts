import type pg from 'pg'
import { type Connection, DatabaseClient } from './connection.ts'

const answerMsMax = 5_000

const protocolViolation = '08P01'
const whatToSet =
  'Set DATABASE_URL to the address of PostgreSQL itself, and DATABASE_POOL_URL to that of the pooler.'
const notDirect = `DATABASE_URL leads to a connection pooler in transaction mode, where LISTEN, leases and migrations do not work. ${whatToSet}`
const noTransactions =
  'The pooler of DATABASE_POOL_URL does not allow transactions. Set its pool_mode to transaction.'
const otherServer =
  'DATABASE_POOL_URL leads to another database than DATABASE_URL. Set both to the same one.'

/**
 * Throws if the address leads to a pooler whose sessions change between statements. A pooler invents the
 * process ID that a client is told when it connects. In its session mode, which works, a client keeps
 * its session also while another one holds a session.
 */
export async function requireDirect(connection: Connection): Promise<void> {
  // Any values: a pooler refuses these parameters, which the pools need.
  const session = {
    ...connection,
    options: '-c jit=off',
    idle_in_transaction_session_timeout: 5_000,
  }
  await withClient(session, async (one) => {
    const { processID } = one as unknown as { processID: number }
    const pid = await readPid(one)
    if (pid === processID) return
    await withClient(connection, async (other) => {
      await other.query('begin')
      await readPid(other)
      if ((await readPid(one)) !== pid) throw new Error()
    }).catch((cause) => {
      throw new Error(notDirect, { cause })
    })
  }).catch((cause) => {
    if ((cause as { code?: string }).code !== protocolViolation) throw cause
    const message = `The pooler of DATABASE_URL refuses a session: ${(cause as Error).message}. ${whatToSet}`
    throw new Error(message, { cause })
  })
}

/** Throws unless transactions work through the pooler, in the same database as without it. */
export async function requireTransactions(pooler: Connection, direct: Connection): Promise<void> {
  const expected = await withClient(direct, readIdentity)
  const actual = await withClient(pooler, async (client) => {
    await client.query('begin').catch((cause) => {
      throw new Error(noTransactions, { cause })
    })
    return await readIdentity(client)
  }).catch((cause: Error) => {
    if (cause.message === noTransactions) throw cause
    throw new Error(`The pooler of DATABASE_POOL_URL cannot be used: ${cause.message}`, { cause })
  })
  if (actual !== expected) throw new Error(otherServer)
}

/** The settings of a session behind the pooler, which Postern cannot set itself. */
export async function readPoolerSettings(
  pooler: Connection,
): Promise<{ endsIdleTransactions: boolean; plansSmallQueries: boolean }> {
  return await withClient(pooler, async (client) => {
    const { rows } = await client.query<{ idle: string; memoize: string }>(
      `select current_setting('idle_in_transaction_session_timeout') as idle,
         current_setting('enable_memoize') as memoize`,
    )
    const { idle, memoize } = rows[0]!
    return { endsIdleTransactions: idle !== '0', plansSmallQueries: memoize === 'off' }
  })
}

async function withClient<T>(
  connection: Connection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new DatabaseClient({
    ...connection,
    connectionTimeoutMillis: answerMsMax,
    query_timeout: answerMsMax,
    application_name: 'postern start',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function readPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid
}

/** The same text for connections to one database of one running server. */
async function readIdentity(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(
    `select current_database() || ' ' || extract(epoch from pg_postmaster_start_time()) as identity`,
  )
  return rows[0]!.identity
}
