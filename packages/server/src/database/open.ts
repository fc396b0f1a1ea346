import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Topic } from '../core/topics.ts'
import type { Log } from '../telemetry/log.ts'
import { inSpan } from '../telemetry/trace.ts'
import { type ChangeOwner, type Changes, createChanges } from './changes.ts'
import type { Tables } from './tables.ts'
import { checkedPool } from './unavailable.ts'
import { createWake, type Due, type Wake, type WakeChannel } from './wake.ts'

export type Tx = Transaction<Tables>
/** What a query function takes: the pool outside a transaction, or a transaction. */
export type Reader = Kysely<Tables>

export type Database = {
  /** For reads and single statements outside a transaction. */
  readonly read: Reader
  /**
   * Runs `work` in one transaction; notices given to `wakeAfterCommit` go out once it is durable. Two
   * transactions that wait for each other: PostgreSQL ends one of them, and that one runs again. So
   * does one that throws a `StaleReadError`. Each runs at most five times.
   */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  readonly wake: Wake
  /** What pages are told about; see `noteChange`. */
  readonly changes: Changes
  readonly pool: pg.Pool
  /** One connection for the heartbeat, which renews leases (jobs/heartbeat.ts). */
  readonly leasePool: pg.Pool
  /** Where the database is and how to sign in, for connections outside of the pools. */
  readonly connection: pg.ClientConfig
  close(): Promise<void>
}

const attemptsMax = 5
/**
 * A page has few rows: for one, Memoize sets up a cache as large as for the whole table (220 of the 280 µs
 * that a page of accounts took), and compiling takes longer than the query.
 */
const smallQueryOptions = '-c enable_memoize=off -c jit=off'
const acquireMsMax = 5_000
/** A heartbeat that takes longer than a lease is of no use. */
const leaseMsMax = 2_000
/**
 * Leases are renewed row by row, by key. The queue of deliveries grows to a million rows before
 * PostgreSQL's statistics follow, and by those of the empty table it would read it whole.
 */
const leaseSettings = `set enable_seqscan = off; set enable_bitmapscan = off;
  set enable_hashjoin = off; set enable_mergejoin = off; set jit = off`

type Notices = { wakes: [WakeChannel, Due][]; changes: [Topic, ChangeOwner][] }

const noticesOf = new WeakMap<Reader, Notices>()
const changesOf = new WeakMap<Reader, Changes>()
const changesChannel = 'postern_changes'

/** Notes in a transaction that work of this kind becomes due with its commit, and where. */
export function wakeAfterCommit(tx: Tx, channel: WakeChannel, due: Due = null): void {
  noticesOf.get(tx)?.wakes.push([channel, due])
}

/** Tells pages of a change: after the commit of a transaction, at once outside of one. */
export function noteChange(db: Reader, topic: Topic, owner: ChangeOwner): void {
  const notices = noticesOf.get(db)
  if (notices) notices.changes.push([topic, owner])
  else changesOf.get(db)?.note(topic, owner)
}

const changeOwnersSql = `
  select id, owner_id, profile_id from account where id = any($1)
  union all select id, owner_id, profile_id from webhook_endpoint where id = any($1)
  union all select id, owner_id, profile_id from connect_link where id = any($1)`

/** Opens a pool on a PostgreSQL 15 or newer. Nothing is connected until the first query. */
export function openDatabase(options: {
  connection: pg.ClientConfig
  poolMax: number
  log: Log
  /** How long a query waits for a free connection; short in tests, to show a nested use. */
  acquireMsMax?: number
  /** After this a query counts as lost and its connection is thrown away; without it, never. */
  queryMsMax?: number
  /**
   * PostgreSQL ends a transaction that waits so long for its next statement: one of a process that
   * is cut off would keep its rows locked until TCP gives up, which may take hours.
   */
  idleInTransactionMsMax?: number
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
    options: smallQueryOptions,
    ...(options.queryMsMax ? { query_timeout: options.queryMsMax } : {}),
    ...(options.idleInTransactionMsMax
      ? { idle_in_transaction_session_timeout: options.idleInTransactionMsMax }
      : {}),
  })
  const leasePool = new pg.Pool({
    ...options.connection,
    max: 1,
    connectionTimeoutMillis: leaseMsMax,
    query_timeout: leaseMsMax,
    keepAlive: true,
    allowExitOnIdle: true,
    application_name: 'postern leases',
    onConnect: async (client) => void (await client.query(leaseSettings)),
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
  const dialect = new PostgresDialect({ pool: checkedPool(pool) as never })
  const kysely = new Kysely<Tables>({ dialect })
  const changes = createChanges({
    send: options.listen
      ? async (payloads) => {
          const text = 'select pg_notify($1, payload) from unnest($2::text[]) as payload'
          await pool.query(text, [changesChannel, payloads])
        }
      : null,
    findOwners: async (ids) => (await pool.query(changeOwnersSql, [ids])).rows,
    onError: (err) => options.log.debug({ err }, 'database.changes_not_told'),
  })
  changesOf.set(kysely, changes)
  const wake = createWake({
    send: async (payloads) => {
      if (!options.listen) return
      const text = "select pg_notify('postern_wake', payload) from unnest($1::text[]) as payload"
      await pool.query({ name: 'wake', text, values: [payloads] })
    },
    connection: options.listen ? options.connection : null,
    otherChannel: { channel: changesChannel, tell: (payload) => changes.receive(payload) },
    onError: (err) => options.log.warn({ err }, 'database.wake_failed'),
  })
  return {
    read: kysely,
    wake,
    changes,
    pool,
    leasePool,
    connection: options.connection,
    transact: async (work) => {
      for (let attempt = 1; ; attempt += 1) {
        const notices: Notices = { wakes: [], changes: [] }
        try {
          const result = await inSpan('transaction', {}, () =>
            kysely.transaction().execute(async (tx) => {
              noticesOf.set(tx, notices)
              return await work(tx)
            }),
          )
          for (const [channel, due] of notices.wakes) wake.notify(channel, due)
          for (const [topic, place] of notices.changes) changes.note(topic, place)
          return result
        } catch (err) {
          if (attempt === attemptsMax || !isRepeatable(err)) throw err
          options.log.info({ attempt, reason: String(err) }, 'database.transaction_repeated')
        }
      }
    },
    close: async () => {
      closing = true
      changes.end()
      await wake.close()
      // Not through Kysely: it leaves a pool open that it has not used itself.
      await Promise.all([pool.end(), leasePool.end()])
    },
  }
}

/** Thrown in a transaction when another commit has changed what it read before it took its locks. */
export class StaleReadError extends Error {
  override readonly name = 'StaleReadError'
}

/** PostgreSQL's deadlock_detected and serialization_failure, or the same found by the caller. */
function isRepeatable(err: unknown): boolean {
  if (err instanceof StaleReadError) return true
  const { code } = err as { code?: string }
  return code === '40P01' || code === '40001'
}
