import type pg from 'pg'
import { listTables, quoted } from './catalog.ts'

/** Row counts of the tables that are not empty. */
export async function countTables(client: pg.ClientBase): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of await listTables(client)) {
    // Every start creates the rows of chores.
    if (name === 'chore') continue
    const { rows } = await client.query(`select count(*)::integer as count from ${quoted(name)}`)
    if (rows[0].count > 0) counts[name] = rows[0].count
  }
  return counts
}
