import type { BackupCounts, BackupHeader } from './header.ts'

/** The contents of an archive as they were read. */
export type Found = { rows: Record<string, number>; files: number }

const lineEnd = 0x0a

/**
 * Passes text in PostgreSQL's COPY format on and adds its rows to `counter`: each row ends with a line
 * end, and line ends in values are escaped.
 */
export async function* countRows(
  text: AsyncIterable<Uint8Array>,
  counter: { rows: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of text) {
    let at = chunk.indexOf(lineEnd)
    for (; at >= 0; at = chunk.indexOf(lineEnd, at + 1)) counter.rows += 1
    yield chunk
  }
}

/** Throws if the archive has other rows or files than it recorded. */
export function requireCounts(
  { tables }: BackupHeader,
  counts: BackupCounts | null,
  found: Found,
): void {
  if (!counts) throw new Error('The backup has no counts.')
  for (const { name } of tables) {
    const recorded = counts.rows[name]
    const rows = found.rows[name]
    if (rows === undefined || recorded === undefined) {
      throw new Error(`The backup lacks the rows of ${name} or their number.`)
    }
    if (rows !== recorded) {
      throw new Error(`The backup has ${recorded} rows of ${name}, and ${rows} came in.`)
    }
  }
  if (found.files !== counts.files) {
    throw new Error(`The backup has ${counts.files} files, and ${found.files} came in.`)
  }
}
