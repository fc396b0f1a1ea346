/**
 * An array for PostgreSQL as text, of values that need no quoting: numbers, ids, words and instants
 * of our own. The driver would look into each value for its type and for quotes, which cost more
 * than all else of a completion.
 */
export function plainLiteral<Row>(
  rows: readonly Row[],
  read: (row: Row) => string | number | boolean | null | undefined,
): string {
  let list = ''
  for (const row of rows) list += `,${read(row) ?? 'NULL'}`
  return `{${list.slice(1)}}`
}

/** A bytea as an element of such an array. */
export function bytesLiteral(bytes: Buffer): string {
  return `"\\\\x${bytes.toString('hex')}"`
}
