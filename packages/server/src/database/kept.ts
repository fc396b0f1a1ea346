import { hash } from 'node:crypto'
import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { limits } from '../base/limits.ts'
import type { Reader } from './open.ts'

const keptMax = 600
const seenMax = 2_000
const usesBefore = 3
const names = new Map<string, string>()
const uses = new Map<string, number>()

export type Written<Row> = Compilable<Row> | RawBuilder<Row> | { compile(): CompiledQuery<Row> }

/** The pages that are asked for most, each with the row behind it. */
const usualRows = new Set([20, 50, limits.page.default, limits.page.max].map((limit) => limit + 1))

/** Whether statements for a page of so many rows say the number itself. */
export function isUsual(rows: number): boolean {
  return usualRows.has(rows)
}

/**
 * How many rows a statement asks for: a usual number as it is, so that PostgreSQL plans for it once. For
 * one that it does not know it plans each time anew.
 */
export function rowsOf(rows: number): RawBuilder<number> {
  return isUsual(rows) ? sql.lit(rows) : sql<number>`${rows}`
}

/**
 * Reads with a statement that PostgreSQL parses and plans once for each connection, and not each time:
 * for what is asked with nearly every request, and is written in few ways whatever its values are.
 */
export async function readKept<Row>(db: Reader, query: Written<Row>): Promise<Row[]> {
  const compiled = query.compile(db)
  keep(compiled.sql)
  return (await db.executeQuery<Row>(compiled as never)).rows
}

const withOnePlan = new Set<string>()

/**
 * The same for what has one good plan whatever its values are, such as rows by their ids: it is not
 * weighed each time whether one for these very values would be better, which for tables of many
 * partitions takes longer than the read itself.
 */
export async function readByOnePlan<Row>(db: Reader, query: Written<Row>): Promise<Row[]> {
  const compiled = query.compile(db)
  keepForAll(compiled.sql)
  return (await db.executeQuery<Row>(compiled as never)).rows
}

/** A place in a statement for a value that is known when it is run. */
export class Place<Name extends string> {
  readonly name: Name

  constructor(name: Name) {
    this.name = name
  }
}

type Places<Name extends string> = { readonly [Each in Name]: Place<Each> }

/**
 * The same for a statement that is written once, with places for its values: writing it anew takes
 * longer than all else that a batch of reads costs here.
 */
export function byOnePlan<Row, Name extends string>(
  names: readonly Name[],
  write: (db: Reader, places: Places<Name>) => Written<Row>,
): (db: Reader, values: { readonly [Each in Name]: unknown }) => Promise<Row[]> {
  const places = Object.fromEntries(names.map((name) => [name, new Place(name)])) as Places<Name>
  let written: CompiledQuery<Row> | null = null
  return async (db, values) => {
    written ??= write(db, places).compile(db) as CompiledQuery<Row>
    keepForAll(written.sql)
    const parameters = written.parameters.map((value) =>
      value instanceof Place ? values[value.name as Name] : value,
    )
    return (await db.executeQuery<Row>({ ...written, parameters })).rows
  }
}

export function hasOnePlan(text: string): boolean {
  return withOnePlan.has(text)
}

/** The name under which a connection keeps the statement, if it does. */
export function keptName(text: string): string | undefined {
  return names.get(text)
}

/** The same of a statement that is kept once it was used a few times. */
export function keptNameOfFrequent(text: string): string | undefined {
  const name = names.get(text)
  if (name || names.size >= keptMax) return name
  const count = (uses.get(text) ?? 0) + 1
  if (uses.size >= seenMax) uses.clear()
  uses.set(text, count)
  if (count >= usesBefore) keep(text)
  return names.get(text)
}

/**
 * Also where no more are kept: no filter of a client makes another such text, and whoever thinks out many
 * of those takes the names from nothing that everybody asks for.
 */
function keepForAll(text: string): void {
  if (withOnePlan.has(text)) return
  withOnePlan.add(text)
  keep(text, Number.POSITIVE_INFINITY)
}

/** Named by its text: behind a pooler another process's name never stands for another text. */
function keep(text: string, max = keptMax): void {
  if (names.has(text) || names.size >= max) return
  names.set(text, `kept_${hash('sha256', text).slice(0, 16)}`)
  uses.delete(text)
}
