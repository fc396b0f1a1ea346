import { readArchive } from './archive.ts'
import { countRows, type Found, requireCounts } from './counts.ts'
import {
  type BackupCounts,
  backupCountsShape,
  itemNames,
  jsonOf,
  kindOf,
  readHeader,
} from './header.ts'

/**
 * Reads an archive to its end as a restore does. Throws if a part is damaged or missing, or if the rows
 * of a table or the files are not as many as recorded.
 */
export async function checkBackup(file: string): Promise<void> {
  const items = readArchive(file)
  try {
    const header = await readHeader(items)
    const found: Found = { rows: {}, files: 0 }
    let counts: BackupCounts | null = null
    for await (const item of items) {
      const { kind, name } = kindOf(item)
      if (kind === 'files') {
        found.files += 1
      } else if (kind === 'tables') {
        const counter = { rows: 0 }
        for await (const _ of countRows(item.content, counter));
        found.rows[name] = counter.rows
      } else if (item.name === itemNames.counts) {
        counts = backupCountsShape.parse(await jsonOf(item.content))
      }
    }
    requireCounts(header, counts, found)
  } finally {
    await items.return(undefined)
  }
}
