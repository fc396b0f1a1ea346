import type pg from 'pg'

/**
 * SQL lists of a table's columns, for a test that inserts copies of a row: their names, and their
 * values in `copy`. PostgreSQL computes generated columns itself.
 */
export async function copiedColumns(
  pool: pg.Pool,
  table: string,
): Promise<{ names: string; values: string }> {
  const { rows } = await pool.query(
    `select string_agg(attname, ', ') as names, string_agg('copy.' || attname, ', ') as values
     from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and attgenerated = '' and not attisdropped`,
    [table],
  )
  return rows[0]
}
