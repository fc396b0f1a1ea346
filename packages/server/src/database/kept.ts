import type { Compilable, RawBuilder } from 'kysely'
import type { Reader } from './open.ts'

const keptMax = 300
const names = new Map<string, string>()

/**
 * Reads with a statement that PostgreSQL parses and plans once for each connection, and not each time:
 * for what is asked with nearly every request, and is written in few ways whatever its values are.
 */
export async function readKept<Row>(
  db: Reader,
  query: Compilable<Row> | RawBuilder<Row>,
): Promise<Row[]> {
  const compiled = query.compile(db)
  if (!names.has(compiled.sql) && names.size < keptMax) {
    names.set(compiled.sql, `kept_${names.size + 1}`)
  }
  return (await db.executeQuery<Row>(compiled as never)).rows
}

/** The name under which a connection keeps the statement, if it does. */
export function keptName(text: string): string | undefined {
  return names.get(text)
}
