import { type RawBuilder, sql } from 'kysely'
import { gatherOf } from '../base/gather.ts'
import type { Context } from '../context.ts'
import { byOnePlan, readByOnePlan, type Written } from '../database/kept.ts'
import { endIn, type Look } from '../database/mark.ts'
import type { Reader } from '../database/open.ts'
import { inAnyScope, inScope, isPlain, type Scope, sees } from './scope.ts'

type Found = { id: string; owner_id: string; profile_id: string | null }
type Question = { scope: Scope; id: string }

/**
 * Finds a row by its id within a scope, or nothing; rows that are asked for at the same moment with one
 * query. `select` starts with the condition it is given: each id within the scope of its own request.
 */
export function rowFinder<Row extends Found>(
  table: string,
  select: (db: Reader, visible: RawBuilder<boolean>) => Written<Row>,
): (db: Reader, scope: Scope, id: string) => Promise<Row | undefined> {
  const readAll = byOnePlan(['ids', 'owners', 'profiles'], (db, places) =>
    select(db, inAnyScope(places, table)),
  )
  const find = gatherOf(async (db: Reader, questions: Question[]) => {
    const rows = await readAll(db, {
      ids: questions.map(({ id }) => id),
      owners: questions.map(({ scope }) => scope.ownerId),
      profiles: questions.map(({ scope }) => scope.profile?.id ?? null),
    })
    const byId = new Map(rows.map((row) => [row.id, row]))
    return questions.map(({ scope, id }) => {
      const row = byId.get(id)
      return row && sees(scope, row) ? row : undefined
    })
  })
  return async (db, scope, id) => {
    if (db.isTransaction || !isPlain(scope)) {
      const isWanted = sql`${sql.ref(`${table}.id`)} = ${id}`
      const visible = sql<boolean>`(${inScope(scope, table)} and ${isWanted})`
      const [row] = await readByOnePlan(db, select(db, visible))
      return row
    }
    return await find(db, { scope, id })
  }
}

/**
 * A look at what a row in scope is made of (`http/unchanged.ts`), as quickly as `rowFinder` and by the
 * same rules; those that are looked at in the same moment with one query. What depends on the time
 * says with `endOf` when it next becomes another by itself, `null` when it no longer will.
 */
export function rowLook<Row extends Found & { mark: string }>(
  table: string,
  select: (db: Reader, visible: RawBuilder<boolean>) => Written<Row>,
  endOf: (row: Row, now: Date) => Date | null = () => null,
): (ctx: Context, scope: Scope, id: string) => Look {
  const find = rowFinder(table, select)
  return (ctx, scope, id) => {
    const db = ctx.db.read
    const look: Look = async () => {
      const row = await find(db, scope, id)
      if (!row) return null
      const end = endOf(row, ctx.clock.now())
      return end ? `${row.mark} until ${end.getTime()}` : row.mark
    }
    look.lasts = endIn
    return look
  }
}

/**
 * Finds what belongs to rows that the scope was asked about already; what is asked for at the same
 * moment with one query. The order is that of `select`, which is given a list of ids.
 */
export function partsFinder<Row>(
  select: (db: Reader, ids: unknown) => Written<Row>,
  ownerOf: (row: Row) => string,
): (db: Reader, ids: string[]) => Promise<Row[]> {
  const readAll = byOnePlan(['ids'], (db, { ids }) => select(db, ids))
  const find = gatherOf(async (db: Reader, questions: string[][]) => {
    if (questions.length === 1) return [await readAll(db, { ids: questions[0] })]
    const rows = await readAll(db, { ids: [...new Set(questions.flat())] })
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
    if (db.isTransaction) return await readByOnePlan(db, select(db, ids))
    return await find(db, ids)
  }
}
