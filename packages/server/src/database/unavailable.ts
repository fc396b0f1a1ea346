import pg from 'pg'
import { createStatementNames } from './statements.ts'

/**
 * The database is unavailable: `busy` when no connection was free in time, `gone` when the connection
 * failed, broke or timed out. The effect of a running statement is unknown.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  readonly kind: 'busy' | 'gone'

  constructor(kind: 'busy' | 'gone', cause: unknown) {
    super(`the database is ${kind}`, { cause })
    this.kind = kind
  }
}

/**
 * PostgreSQL error codes (manual, appendix A) of connection failures, shutdown, idle timeouts, of
 * running out of disk, memory or connections, and of a server that is no longer the primary or was set
 * to read-only.
 */
const gonePattern = /^(08...|57P0[1-5]|53[123]00|25P03|25006)$/

/** Whether the database caused the failure, so that the same statement may succeed later. */
export function isUnavailable(err: unknown): err is Error {
  if (err instanceof DatabaseUnavailable) return true
  return err instanceof pg.DatabaseError && gonePattern.test(err.code ?? '')
}

const notSupported = '0A000'

type Client = Pick<pg.PoolClient, 'query' | 'release'>

/**
 * Adapts a pool for Kysely: failures without a PostgreSQL response become `DatabaseUnavailable`, and
 * their connection is discarded, because the response may still arrive. Prepares frequent reads, but not
 * behind a pooler, where the next statement may run in another session.
 */
export function checkedPool(pool: pg.Pool, { prepares }: { prepares: boolean }) {
  const nameOf = prepares ? createStatementNames() : () => undefined
  return {
    connect: async () => checkedClient(await connect(pool), nameOf),
    end: () => pool.end(),
  }
}

async function connect(pool: pg.Pool): Promise<Client> {
  try {
    return await pool.connect()
  } catch (err) {
    if (err instanceof pg.DatabaseError) throw err
    const isFull = pool.totalCount >= (pool.options.max ?? 0) && pool.idleCount === 0
    throw new DatabaseUnavailable(isFull ? 'busy' : 'gone', err)
  }
}

function checkedClient(client: Client, nameOf: (text: string) => string | undefined) {
  let broken: Error | undefined
  return {
    query: async (text: string, values: readonly unknown[]) => {
      if (broken) throw broken
      const name = nameOf(text)
      try {
        return await client.query({ text, values: values as unknown[], ...(name ? { name } : {}) })
      } catch (err) {
        if (!(err instanceof pg.DatabaseError) || isUnavailable(err)) {
          broken = new DatabaseUnavailable('gone', err)
          throw broken
        }
        // The table of a prepared statement was altered: discard the connection and its statements.
        if (name && errorCode(err) === notSupported) broken = err
        throw err
      }
    },
    release: () => client.release(broken),
  }
}

function errorCode(err: unknown): string | undefined {
  return (err as { code?: string }).code
}
