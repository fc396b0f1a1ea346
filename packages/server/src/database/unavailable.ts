import pg from 'pg'
import { keptName } from './kept.ts'

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

/** Under which name a statement is kept by its connection; not at all without one. */
type NameOf = (text: string) => string | undefined
type Client = Pick<pg.PoolClient, 'query' | 'release'>

/**
 * The pool as Kysely takes it: what is no answer of PostgreSQL becomes `DatabaseUnavailable`, and the
 * connection that gave none is thrown away, as its answer may come yet.
 */
export function watchedPool(pool: pg.Pool, nameOf: NameOf = keptName) {
  return {
    connect: async () => watched(await connect(pool), nameOf),
    end: () => pool.end(),
  }
}

type Run = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult> | null

/** The same for reads alone, none of which needs a connection to itself: `run` takes what it can. */
export function readingPool(pool: pg.Pool, { run }: { run: Run }) {
  const throughPool = async (text: string, values: readonly unknown[]) => {
    const client = watched(await connect(pool), keptName)
    try {
      return await client.query(text, values)
    } finally {
      client.release()
    }
  }
  const connection = {
    query: (text: string, values: readonly unknown[]) =>
      run(text, values) ?? throughPool(text, values),
    release: () => {},
  }
  return { connect: async () => connection, end: async () => {} }
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

function watched(client: Client, nameOf: NameOf) {
  let broken: Error | undefined
  return {
    query: async (text: string, values: readonly unknown[]) => {
      if (broken) throw broken
      const query = { text, values: values as unknown[], name: nameOf(text) }
      return await watchedQuery(client, query, (err) => {
        broken = err
      })
    },
    release: () => client.release(broken),
  }
}

/** What is no answer of PostgreSQL becomes `DatabaseUnavailable`; `onBroken` throws the connection away. */
export async function watchedQuery(
  client: Pick<pg.ClientBase, 'query'>,
  query: pg.QueryConfig & { name?: string | undefined },
  onBroken: (err: Error) => void,
): Promise<pg.QueryResult> {
  try {
    return released(await client.query(query as pg.QueryConfig))
  } catch (err) {
    if (!(err instanceof pg.DatabaseError) || isUnavailable(err)) {
      const gone = new DatabaseUnavailable('gone', err)
      onBroken(gone)
      throw gone
    }
    // A kept statement whose table was altered: the connection goes, and its statements with it.
    if (query.name && errorCode(err) === notSupported) onBroken(err)
    throw err
  }
}

/**
 * The answer without the driver's hold on it. Its queries of one connection keep each other alive until
 * V8's next great collection, and with them all rows that they read: copying those for nothing takes an
 * eighth of the time of a list.
 */
function released(result: pg.QueryResult): pg.QueryResult {
  const { command, rowCount, oid, fields, rows } = result
  result.rows = []
  result.fields = []
  return { command, rowCount, oid, fields, rows }
}

function errorCode(err: unknown): string | undefined {
  return (err as { code?: string }).code
}
