import { CompiledQuery, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { gather } from '../base/gather.ts'
import { readByOnePlan, readKept } from './kept.ts'
import type { Reader } from './open.ts'
import type { Tables } from './tables.ts'

/**
 * What an answer is made of, as the database says now: ids and versions of its rows, with all else that
 * it depends on. `null` where there is nothing to answer.
 */
export type Mark = string | null

/**
 * Asks for the mark now. It is asked again later, so what depends on the time is found out in it. `lasts`
 * says of a mark until when (ms) the same rows have it; without it they may have another at any time.
 */
export type Look = (() => Promise<Mark>) & { lasts?: (mark: string) => number }

/**
 * The versions of the rows of these tables: the transaction that wrote each as it is (`xmin`, of which
 * every change gives a new one; PostgreSQL, "System Columns"). `-` for a row that is not there.
 */
export function versionOf(...tables: string[]): RawBuilder<string> {
  const versions = tables.map((table) => sql`coalesce(${sql.ref(`${table}.xmin`)}::text, '-')`)
  return sql<string>`(${sql.join(versions, sql` || ' ' || `)})`
}

/**
 * The versions of all rows that belong to one: `rows` is what stands behind `from`, named as `table`, in an
 * order that no plan decides.
 */
export function versionsOf(table: string, rows: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`array(select ${sql.ref(`${table}.xmin`)} from ${rows})::text`
}

/** Of a mark that says at its end when it is over by itself. */
export function endIn(mark: string): number {
  const end = / until (-?\d+)$/.exec(mark)
  return end ? Number(end[1]) : Number.POSITIVE_INFINITY
}

/** That end of a mark, of a time in the database; none of none. */
export function endAt(time: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`coalesce(' until ' || floor(extract(epoch from ${time}) * 1000)::bigint, '')`
}

/** A value of a statement that is found out anew with each look, such as the time. */
export class AtLook {
  readonly read: () => unknown

  constructor(read: () => unknown) {
    this.read = read
  }
}

type Statement = SelectQueryBuilder<Tables, never, { mark: Mark }> | RawBuilder<{ mark: Mark }>

/**
 * A look by a statement that says the mark in one column of one row. One that has one good plan whatever
 * its values are (`hasOnePlan`) is asked together with others like it. None with a list has: of the rows
 * of several profiles a page has an index of its own order for many, and is sorted for few. A mark of what
 * depends on the time (`AtLook`) has an end (`endAt`) where one can be said: `hasEnd`.
 */
export function lookBy(
  db: Reader,
  statement: Statement,
  hasOnePlan: boolean,
  hasEnd = false,
): Look {
  const { sql: written, parameters } = statement.compile(db)
  const text = shared(written)
  const isFixed = !parameters.some((value) => value instanceof AtLook)
  const valuesNow = () =>
    parameters.map((value) => (value instanceof AtLook ? value.read() : value))
  const values = isFixed ? () => parameters : valuesNow
  const hasList = parameters.some((value) => Array.isArray(value))
  const isShared = hasOnePlan && !hasList && !db.isTransaction
  const look: Look = async () => {
    if (isShared) return await ask(db, text, values())
    const [row] = await readKept<{ mark: Mark }>(db, raw(text, values()))
    return row!.mark
  }
  if (isFixed || hasEnd) look.lasts = endIn
  return look
}

const texts = new Map<string, string>()

/** The same text once for all looks that are kept: of a page of deliveries it has some thousand characters. */
function shared(text: string): string {
  const known = texts.get(text)
  if (known) return known
  if (texts.size < textsMax) texts.set(text, text)
  return text
}

type Rows = RawBuilder<unknown> | SelectQueryBuilder<Tables, never, { id: string; version: string }>

/**
 * The same of what the rows of a query with `id` and `version` are, in their order; how many stands in
 * front. A page of usual size without filters has one good plan. What belongs to all of them together
 * (`versionsOf`, of `made`) takes a third of what it would for each by itself. `end` is the first time, of
 * the rows as `made`, at which one of them becomes another by itself.
 */
export function lookAtRows(
  db: Reader,
  rows: Rows,
  hasOnePlan: boolean,
  { parts = [], end }: { parts?: readonly RawBuilder<string>[]; end?: RawBuilder<unknown> } = {},
): Look {
  const own = sql`count(*) || coalesce(string_agg(',' || made.id || ' ' || made.version, ''), '')`
  const whole = sql.join([own, ...parts], sql` || ' ' || `)
  const mark = end ? sql`${whole} || ${endAt(end)}` : whole
  const from = parts.length > 0 ? sql`made` : sql`(${rows}) as made`
  const select = sql<{ mark: Mark }>`select ${mark} as mark from ${from}`
  const statement = sql<{ mark: Mark }>`with made as materialized (${rows}) ${select}`
  return lookBy(db, parts.length > 0 ? statement : select, hasOnePlan, end !== undefined)
}

/** How many rows a look found. */
export function rowsIn(mark: Mark): number {
  return Number.parseInt(mark ?? '0', 10)
}

const textsMax = 600
/** How many looks of one kind make one statement, the most first. */
const sizes = [4, 1]

type Asker = (values: readonly unknown[]) => Promise<Mark>
const askers = new WeakMap<Reader, Map<string, Asker>>()

function ask(db: Reader, text: string, values: readonly unknown[]): Promise<Mark> {
  const known = askers.get(db) ?? new Map<string, Asker>()
  askers.set(db, known)
  const asker = known.get(text) ?? gather((all: (readonly unknown[])[]) => askAll(db, text, all))
  if (known.size < textsMax) known.set(text, asker)
  return asker(values)
}

/** A statement that gives one row of one column can stand several times in another. */
async function askAll(
  db: Reader,
  text: string,
  all: readonly (readonly unknown[])[],
): Promise<Mark[]> {
  const asked: Promise<Mark[]>[] = []
  for (let place = 0; place < all.length; ) {
    const size = sizes.find((each) => each <= all.length - place)!
    asked.push(askOnce(db, text, all.slice(place, place + size)))
    place += size
  }
  return (await Promise.all(asked)).flat()
}

async function askOnce(
  db: Reader,
  text: string,
  group: readonly (readonly unknown[])[],
): Promise<Mark[]> {
  const [row] = await readByOnePlan<Record<string, Mark>>(
    db,
    raw(repeated(text, group.length, group[0]!.length), group.flat()),
  )
  return Object.values(row!)
}

const repeats = new Map<string, string>()

function repeated(text: string, times: number, values: number): string {
  if (times === 1) return text
  const key = `${times} ${text}`
  const known = repeats.get(key)
  if (known) return known
  const parts = Array.from({ length: times }, (_, n) => {
    const own = text.replaceAll(/\$(\d+)/g, (_whole, place) => `$${Number(place) + n * values}`)
    return `(${own}) as mark_${n}`
  })
  const whole = `select ${parts.join(', ')}`
  if (repeats.size < textsMax) repeats.set(key, whole)
  return whole
}

function raw<Row>(text: string, values: readonly unknown[]): { compile(): CompiledQuery<Row> } {
  return { compile: () => CompiledQuery.raw(text, [...values]) as CompiledQuery<Row> }
}
