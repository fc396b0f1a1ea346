import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Topic } from '../core/topics.ts'
import type { Log } from '../telemetry/log.ts'
import { inSpan } from '../telemetry/trace.ts'
import { type ChangeOwner, type Changes, createChanges } from './changes.ts'
import { type Connection, DatabaseClient } from './connection.ts'
import { adaptDriver } from './driver.ts'
import type { Tables } from './tables.ts'
import { checkedPool } from './unavailable.ts'
import { createWake, type Due, type Wake, type WakeChannel } from './wake.ts'

export type Tx = Transaction<Tables>
/** The argument of query functions: the pool, or a transaction. */
export type Queries = Kysely<Tables>

/** What this process remembers of the server that it writes to; see `server-identity.ts`. */
export type ServerMemory = {
  /** The count of beats that this process last saw committed. Data with fewer are older than that. */
  beats: number
  /** `false` if the role may not read the identity, so that a failover is not noticed. */
  isVisible: boolean
  /** The last change of the server that it has seen; `undefined` before it has asked. */
  changedAt: Date | null | undefined
  /** It has claimed no post that was due later. */
  claimedAt: Date | null
}

export type Database = {
  /** Statements outside a transaction, each committed by itself. */
  readonly query: Queries
  /**
   * Runs `work` in one transaction; its `wakeAfterCommit` notices go out after the commit. Repeats the
   * transaction, up to five runs in all, after a deadlock, a serialization failure, a
   * `StaleReadError` or when another transaction took the same slot.
   */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  readonly wake: Wake
  /** Change notices to live pages; see `noteChange`. */
  readonly changes: Changes
  readonly pool: pg.Pool
  /** One connection for the heartbeat, which renews leases (jobs/heartbeat.ts). */
  readonly leasePool: pg.Pool
  /** Opens another pool with the time limits of these, past any pooler, for statements that stay prepared. */
  openDirectPool(options: pg.PoolConfig): pg.Pool
  /** What this process knows of the server behind the pools. */
  readonly server: ServerMemory
  /** Address and credentials, for connections outside of the pools. */
  readonly connection: Connection
  close(): Promise<void>
}

const attemptsMax = 5
/**
 * A list page has few rows. Memoize would build a cache sized for the whole table (220 of the 280 µs
 * of a page of accounts), a merge join reads the other table from its start (all profiles before that
 * of a key: 455 of 480 µs for the 5,000th), and JIT compilation takes longer than the query.
 */
const smallQueryOptions = '-c enable_memoize=off -c enable_mergejoin=off -c jit=off'
const acquireMsMax = 5_000
/** A heartbeat is useless when it takes longer than a lease. */
const leaseMsMax = 2_000
/**
 * Lease renewals must use the key's index. The delivery queue can grow to a million rows before its
 * statistics are updated, and with those of the empty table PostgreSQL would scan all of it.
 */
const leaseSettings = `set enable_seqscan = off; set enable_bitmapscan = off;
  set enable_hashjoin = off; set enable_mergejoin = off; set jit = off`

type Notices = { wakes: [WakeChannel, Due][]; changes: [Topic, ChangeOwner][] }

const noticesOf = new WeakMap<Queries, Notices>()
const changesOf = new WeakMap<Queries, Changes>()
const changesChannel = 'postern_changes'

/** Wakes the workers of a channel after the commit of this transaction. */
export function wakeAfterCommit(tx: Tx, channel: WakeChannel, due: Due = null): void {
  noticesOf.get(tx)?.wakes.push([channel, due])
}

/** Notifies live pages of a change: after the commit of a transaction, otherwise immediately. */
export function noteChange(db: Queries, topic: Topic, owner: ChangeOwner): void {
  const notices = noticesOf.get(db)
  if (notices) notices.changes.push([topic, owner])
  else changesOf.get(db)?.note(topic, owner)
}

const changeOwnersSql = `
  select id, owner_id, profile_id from account where id = any($1)
  union all select id, owner_id, profile_id from webhook_endpoint where id = any($1)
  union all select id, owner_id, profile_id from connect_link where id = any($1)`

/** Opens the pools on PostgreSQL 15 or newer. Connects on the first query. */
export function openDatabase(options: {
  connection: Connection
  /** A pooler in front of it, for statements and transactions; the session belongs to none of them. */
  poolerConnection?: Connection | null
  poolMax: number
  log: Log
  /** How long a query waits for a free connection; short in tests, to detect nested use. */
  acquireMsMax?: number
  /** After this time a query fails and its connection is discarded; no limit by default. */
  queryMsMax?: number
  /**
   * PostgreSQL ends a transaction that is idle for this long. Otherwise a process that lost its
   * network would keep rows locked until TCP gives up, which can take hours.
   */
  idleInTransactionMsMax?: number
  /** Exchanges notices with other processes. */
  listen?: boolean
  /** Sends notices to other processes and receives none: for commands. */
  notifies?: boolean
}): Database {
  adaptDriver()
  const timeLimits = {
    connectionTimeoutMillis: options.acquireMsMax ?? acquireMsMax,
    idleTimeoutMillis: 30_000,
    ...(options.queryMsMax ? { query_timeout: options.queryMsMax } : {}),
  }
  // A pooler in transaction mode refuses both as startup parameters (docs/self-hosting.md).
  const sessionSettings = {
    options: smallQueryOptions,
    ...(options.idleInTransactionMsMax
      ? { idle_in_transaction_session_timeout: options.idleInTransactionMsMax }
      : {}),
  }
  const isDirect = !options.poolerConnection
  const pool = new pg.Pool({
    ...(options.poolerConnection ?? options.connection),
    ...timeLimits,
    ...(isDirect ? sessionSettings : {}),
    Client: DatabaseClient,
    max: options.poolMax,
    keepAlive: true,
    application_name: 'postern',
  })
  const openDirectPool = (direct: pg.PoolConfig) =>
    new pg.Pool({
      ...timeLimits,
      ...sessionSettings,
      ...options.connection,
      Client: DatabaseClient,
      keepAlive: true,
      ...direct,
    })
  const leasePool = new pg.Pool({
    ...options.connection,
    Client: DatabaseClient,
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
    // The pool handles errors of idle connections only. Without a listener, a connection that breaks
    // between two statements would end the process; its next statement fails anyway.
    each.on('connect', (client) => client.on('error', () => {}))
    each.on('error', (err) => {
      if (!closing) options.log.warn({ err }, 'database.connection_lost')
    })
  }
  const dialect = new PostgresDialect({ pool: checkedPool(pool, { prepares: isDirect }) as never })
  const kysely = new Kysely<Tables>({ dialect })
  const changes = createChanges({
    send:
      options.notifies || options.listen
        ? async (payloads) => {
            const text = 'select pg_notify($1, payload) from unnest($2::text[]) as payload'
            await pool.query(text, [changesChannel, payloads])
          }
        : null,
    findOwners: async (ids) => (await pool.query(changeOwnersSql, [ids])).rows,
    onError: (err) => options.log.debug({ err }, 'database.changes_not_sent'),
  })
  changesOf.set(kysely, changes)
  const wake = createWake({
    send: async (payloads) => {
      if (!options.listen) return
      const text = "select pg_notify('postern_wake', payload) from unnest($1::text[]) as payload"
      await pool.query({ ...(isDirect ? { name: 'wake' } : {}), text, values: [payloads] })
    },
    connection: options.listen ? options.connection : null,
    otherChannel: { channel: changesChannel, tell: (payload) => changes.receive(payload) },
    onError: (err) => options.log.warn({ err }, 'database.wake_failed'),
  })
  return {
    query: kysely,
    wake,
    changes,
    pool,
    leasePool,
    openDirectPool,
    server: { beats: 0, isVisible: true, changedAt: undefined, claimedAt: null },
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
      await changes.flush().catch(() => {})
      changes.end()
      await wake.close()
      // Kysely does not close a pool that it never used.
      await Promise.all([pool.end(), leasePool.end()])
    },
  }
}

/** Throw in a transaction when another commit changed the rows that it read before locking them. */
export class StaleReadError extends Error {
  override readonly name = 'StaleReadError'
}

/**
 * PostgreSQL's deadlock_detected and serialization_failure, or a `StaleReadError`. A slot that another
 * transaction took is one too: the next run sees it and takes another.
 */
function isRepeatable(err: unknown): boolean {
  if (err instanceof StaleReadError) return true
  const { code, constraint } = err as { code?: string; constraint?: string }
  return code === '40P01' || code === '40001' || constraint === 'post_target_slot'
}
