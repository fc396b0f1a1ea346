import { sql } from 'kysely'
import type { Database, Queries } from './open.ts'
import type { Tables } from './tables.ts'

/** The tables with rows of a profile. */
type ProfileTable = {
  [Name in keyof Tables]: 'profile_id' extends keyof Tables[Name] ? Name : never
}[keyof Tables]

const rowsPerPage = 1_000

/**
 * Deletes the rows of a profile, a page at a time, so that no statement locks many rows for long. `key`
 * is the primary key of the table.
 */
export async function eraseRows<Table extends ProfileTable>(
  { query }: Database,
  table: Table,
  profileId: string,
  key: readonly (keyof Tables[Table] & string)[] = ['id'] as never,
): Promise<void> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  let erased: bigint | undefined
  do {
    const result = await sql`delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where profile_id = ${profileId}
      limit ${rowsPerPage})`.execute(query)
    erased = result.numAffectedRows
  } while (erased)
}

/** How many rows a profile has. */
export async function countRows(
  db: Queries,
  table: ProfileTable,
  profileId: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)} where profile_id = ${profileId}`.execute(
    db,
  )
  return rows[0]!.count
}
