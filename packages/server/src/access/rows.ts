import { type RawBuilder, sql } from 'kysely'
import { gatherOf } from '../base/gather.ts'
import type { Context } from '../context.ts'
import type { Look } from '../database/mark.ts'
import type { Reader } from '../database/open.ts'
import { inAnyScope, inScope, isPlain, type Scope, sees } from './scope.ts'

type Found = { id: string; owner_id: string; profile_id: string | null }
type Question = { scope: Scope; id: string }

/**
 * Finds a row by its id within a scope, or nothing; rows that are asked for at the same moment with one
 * query. `read` starts with the condition it is given: each id within the scope of its own request.
 */
export function rowFinder<Row extends Found>(
  table: string,
  read: (db: Reader, visible: RawBuilder<boolean>) => Promise<Row[]>,
): (db: Reader, scope: Scope, id: string) => Promise<Row | undefined> {
  const find = gatherOf(async (db: Reader, questions: Question[]) => {
    const rows = await read(db, inAnyScope(questions, table))
    const byId = new Map(rows.map((row) => [row.id, row]))
    return questions.map(({ scope, id }) => {
      const row = byId.get(id)
      return row && sees(scope, row) ? row : undefined
    })
  })
  return async (db, scope, id) => {
    if (db.isTransaction || !isPlain(scope)) {
      const isWanted = sql`${sql.ref(`${table}.id`)} = ${id}`
      const [row] = await read(db, sql<boolean>`(${inScope(scope, table)} and ${isWanted})`)
      return row
    }
    return await find(db, { scope, id })
  }
}

/**
 * A look at what a row in scope is made of (`http/unchanged.ts`), as quickly as `rowFinder` and by the
 * same rules; those that are looked at in the same moment with one query.
 */
export function rowLook(
  table: string,
  read: (db: Reader, visible: RawBuilder<boolean>) => Promise<(Found & { mark: string })[]>,
): (ctx: Context, scope: Scope, id: string) => Look {
  const find = rowFinder(table, read)
  return (ctx, scope, id) => {
    const db = ctx.db.read
    return async () => (await find(db, scope, id))?.mark ?? null
  }
}

/**
 * Finds what belongs to rows that the scope was asked about already; what is asked for at the same
 * moment with one query. The order is that of `read`.
 */
export function partsFinder<Row>(
  read: (db: Reader, ids: string[]) => Promise<Row[]>,
  ownerOf: (row: Row) => string,
): (db: Reader, ids: string[]) => Promise<Row[]> {
  const find = gatherOf(async (db: Reader, questions: string[][]) => {
    if (questions.length === 1) return [await read(db, questions[0]!)]
    const rows = await read(db, [...new Set(questions.flat())])
    const places = new Map<string, number[]>()
    for (const [place, ids] of questions.entries()) {
      for (const id of ids) places.set(id, [...(places.get(id) ?? []), place])
    }
    const answers: Row[][] = questions.map(() => [])
    for (const row of rows)
      for (const place of places.get(ownerOf(row)) ?? []) answers[place]!.push(row)
    return answers
  })
  return async (db, ids) => {
    if (ids.length === 0) return []
    if (db.isTransaction) return await read(db, ids)
    return await find(db, ids)
  }
}
