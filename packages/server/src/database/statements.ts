import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { limits } from '../core/limits.ts'

const preparedMax = 500
const countedMax = 2_000
const usesBeforePreparing = 3
/** A query of several lines may begin with a line break. */
const selectShape = /^\s*select\b/
const plannedMark = '/* planned for its values */'

/**
 * Returns a function that names the prepared statement of a query text, or `undefined` when it is not
 * prepared. Only frequent selects are: a plan for writes that was made for an empty queue would stay in
 * use when the queue is long. Names are hashes of the text, so that processes behind a pooler agree.
 */
export function createStatementNames() {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  return (text: string): string | undefined => {
    const prepared = names.get(text)
    if (prepared || names.size >= preparedMax || !selectShape.test(text)) return prepared
    if (text.startsWith(`select ${plannedMark}`)) return undefined
    const count = (uses.get(text) ?? 0) + 1
    if (uses.size >= countedMax) uses.clear()
    uses.set(text, count)
    if (count < usesBeforePreparing) return undefined
    const name = `read_${hash('sha256', text).slice(0, 16)}`
    names.set(text, name)
    uses.delete(text)
    return name
  }
}

/**
 * For `modifyFront` of a list with filters. Whether to read the list in its order or by the filter's index
 * depends on how many rows have the value, which the plan of a prepared statement ignores: reading a
 * million rows for a rare value takes 0.5 s, planning 0.1 to 0.4 ms.
 */
export const plannedForValues: RawBuilder<unknown> = sql.raw(plannedMark)

/** Uses `=` for a single value, so that an index with the column in front of the list's order applies. */
export function isOneOf(column: string, values: readonly string[]): RawBuilder<boolean> {
  const name = sql.ref(column)
  return values.length === 1
    ? sql<boolean>`${name} = ${values[0]}`
    : sql<boolean>`${name} = any(${values as string[]})`
}

/** The most frequent page sizes, plus the extra row that shows whether there is another page. */
const commonRowCounts = new Set(
  [20, 50, limits.page.default, limits.page.max].map((size) => size + 1),
)

/**
 * The `limit` of a list query. Common sizes are literals, because with a parameter PostgreSQL plans
 * the statement on every execution.
 */
export function rowLimit(rows: number): RawBuilder<number> {
  return commonRowCounts.has(rows) ? sql.lit(rows) : sql<number>`${rows}`
}
