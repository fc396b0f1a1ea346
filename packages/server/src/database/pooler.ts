import type pg from 'pg'
import { type Connection, DatabaseClient } from './connection.ts'

const answerMsMax = 5_000

const notDirect =
  'DATABASE_URL leads to a connection pooler in transaction mode, where LISTEN, leases and migrations ' +
  'do not work. Set DATABASE_URL to the address of PostgreSQL itself, and DATABASE_POOL_URL to that of ' +
  'the pooler.'
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
  await withClient(connection, async (one) => {
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
