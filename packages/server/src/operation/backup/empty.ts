import type pg from 'pg'
import { listTables, quoted } from './catalog.ts'

/** The tables with rows in them, and how many; an installation in which nothing is has none. */
export async function countRows(client: pg.ClientBase): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of await listTables(client)) {
    // Chores are rows that every start makes.
    if (name === 'chore') continue
    const { rows } = await client.query(`select count(*)::integer as count from ${quoted(name)}`)
    if (rows[0].count > 0) counts[name] = rows[0].count
  }
  return counts
}
