import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { limits } from '../core/limits.ts'

const preparedMax = 500
const countedMax = 2_000
const usesBeforePreparing = 3

/**
 * The name under which each connection of a pool prepares a statement, or nothing. Only selects that
 * come often have one: a plan kept for writes would go on as if a queue were as empty as at first.
 * Named by its text, so that behind a pooler no other process means another statement by it.
 */
export function createStatementNames() {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  return (text: string): string | undefined => {
    const prepared = names.get(text)
    if (prepared || names.size >= preparedMax || !text.startsWith('select')) return prepared
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

/** The page sizes that are asked for most, each with the row that tells whether there are more. */
const commonRowCounts = new Set(
  [20, 50, limits.page.default, limits.page.max].map((size) => size + 1),
)

/**
 * How many rows a list reads. Usual sizes stand in the statement as a number: a size that is a
 * parameter makes PostgreSQL plan it each time again.
 */
export function rowLimit(rows: number): RawBuilder<number> {
  return commonRowCounts.has(rows) ? sql.lit(rows) : sql<number>`${rows}`
}
