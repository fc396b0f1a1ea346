import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '../base/log.ts'
import { inSpan } from '../base/trace.ts'
import type { Tables } from './tables.ts'
import { watchedPool } from './unavailable.ts'
import { createWake, type Wake, type WakeChannel } from './wake.ts'

export type Tx = Transaction<Tables>
/** What a query function takes: the pool outside a transaction, or a transaction. */
export type Reader = Kysely<Tables>

export type Database = {
  /** For reads and single statements outside a transaction. */
  readonly read: Reader
  /**
   * Runs `work` in one transaction; notices given to `wakeAfterCommit` go out once it is durable. Two
   * transactions that wait for each other: PostgreSQL ends one of them, and that one runs again.
   */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  readonly wake: Wake
  readonly pool: pg.Pool
  /** One connection for the heartbeats of leases; see work/leases.ts. */
  readonly leasePool: pg.Pool
  close(): Promise<void>
}

const attemptsMax = 5
const acquireMsMax = 5_000
/** A heartbeat that takes longer than a lease is of no use. */
const leaseMsMax = 2_000

const noticesOf = new WeakMap<Tx, Set<WakeChannel>>()

/** Notes in a transaction that work of this kind becomes due with its commit. */
export function wakeAfterCommit(tx: Tx, channel: WakeChannel): void {
  noticesOf.get(tx)?.add(channel)
}

/** Opens a pool on a PostgreSQL 15 or newer. Nothing is connected until the first query. */
export function openDatabase(options: {
  connection: pg.ClientConfig
  poolMax: number
  log: Log
  /** How long a query waits for a free connection; short in tests, to show a nested use. */
  acquireMsMax?: number
  /** After this a query counts as lost and its connection is thrown away; without it, never. */
  queryMsMax?: number
  /** Without it notices stay in this process. */
  listen?: boolean
}): Database {
  const pool = new pg.Pool({
    ...options.connection,
    max: options.poolMax,
    connectionTimeoutMillis: options.acquireMsMax ?? acquireMsMax,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'postern',
    ...(options.queryMsMax ? { query_timeout: options.queryMsMax } : {}),
  })
  const leasePool = new pg.Pool({
    ...options.connection,
    max: 1,
    connectionTimeoutMillis: leaseMsMax,
    query_timeout: leaseMsMax,
    keepAlive: true,
    allowExitOnIdle: true,
    application_name: 'postern leases',
  })
  let closing = false
  for (const each of [pool, leasePool]) {
    // The pool hears only of idle connections: one that breaks between two statements of a
    // transaction would end the process. Its next statement fails anyway.
    each.on('connect', (client) => client.on('error', () => {}))
    each.on('error', (err) => {
      if (!closing) options.log.warn({ err }, 'database.connection_lost')
    })
  }
  const dialect = new PostgresDialect({ pool: watchedPool(pool) as never })
  const kysely = new Kysely<Tables>({ dialect })
  const wake = createWake({
    send: async (channels) => {
      if (!options.listen) return
      const calls = channels.map((_, place) => `pg_notify('postern_wake', $${place + 1})`)
      await pool.query(`select ${calls.join(', ')}`, channels)
    },
    connection: options.listen ? options.connection : null,
    onError: (err) => options.log.warn({ err }, 'database.wake_failed'),
  })
  return {
    read: kysely,
    wake,
    pool,
    leasePool,
    transact: async (work) => {
      for (let attempt = 1; ; attempt += 1) {
        const notices = new Set<WakeChannel>()
        try {
          const result = await inSpan('transaction', {}, () =>
            kysely.transaction().execute(async (tx) => {
              noticesOf.set(tx, notices)
              return await work(tx)
            }),
          )
          for (const channel of notices) wake.notify(channel)
          return result
        } catch (err) {
          if (attempt === attemptsMax || !isDeadlock(err)) throw err
          options.log.info({ attempt }, 'database.deadlock_repeated')
        }
      }
    },
    close: async () => {
      closing = true
      await wake.close()
      // Not through Kysely: it leaves a pool open that it has not used itself.
      await Promise.all([pool.end(), leasePool.end()])
    },
  }
}

/** PostgreSQL's deadlock_detected and serialization_failure: nothing of the transaction is left. */
function isDeadlock(err: unknown): boolean {
  const { code } = err as { code?: string }
  return code === '40P01' || code === '40001'
}
