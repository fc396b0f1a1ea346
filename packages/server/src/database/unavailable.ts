import pg from 'pg'
import { createStatementNames } from './statements.ts'

/**
 * The database could not be asked: `busy` when no connection was free in time, `gone` when there is
 * none, it broke or did not answer. What a statement under way did is not known.
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
 * Of PostgreSQL's codes (its manual, appendix A): connection, shutdown, idle too long, and no disk, memory
 * or connection left.
 */
const gonePattern = /^(08...|57P0[1-5]|53[123]00|25P03)$/

/** Whether it is no matter of what was asked: the same may succeed a moment later. */
export function isUnavailable(err: unknown): err is Error {
  if (err instanceof DatabaseUnavailable) return true
  return err instanceof pg.DatabaseError && gonePattern.test(err.code ?? '')
}

const notSupported = '0A000'

type Client = Pick<pg.PoolClient, 'query' | 'release'>

/**
 * The pool as Kysely takes it: what is no answer of PostgreSQL becomes `DatabaseUnavailable`, and the
 * connection that gave none is thrown away, as its answer may come yet. Frequent reads are prepared.
 */
export function checkedPool(pool: pg.Pool) {
  const nameOf = createStatementNames()
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
        // A prepared statement whose table was altered: the connection goes, and its statements with it.
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
