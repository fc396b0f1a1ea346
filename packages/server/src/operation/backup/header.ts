import { z } from 'zod'
import type { ArchiveItem } from './archive.ts'

/** The first item of a backup: its contents and requirements. */
export const backupHeaderShape = z.object({
  format: z.literal(1),
  version: z.string(),
  /** The number of the last migration. */
  schema: z.number().int(),
  created_at: z.iso.datetime(),
  /** The names of the encryption keys that its sealed values need. */
  key_names: z.array(z.string()),
  has_keys: z.boolean(),
  has_media: z.boolean(),
  sequences: z.record(z.string(), z.string().nullable()),
  partitions: z.array(z.object({ parent: z.string(), name: z.string(), bounds: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})
export type BackupHeader = z.infer<typeof backupHeaderShape>

/** The last item before the end: the number of rows of each table. */
export const backupCountsShape = z.object({
  rows: z.record(z.string(), z.number().int()),
  files: z.number().int(),
  /** Files that were deleted while the backup ran. */
  missing_files: z.array(z.string()),
})
export type BackupCounts = z.infer<typeof backupCountsShape>

export const keysShape = z.object({ encryption_keys: z.array(z.string()).min(1) })

export const itemNames = {
  header: 'backup.json',
  keys: 'keys.json',
  counts: 'counts.json',
  table: (name: string) => `tables/${name}`,
  file: (key: string) => `files/${key}`,
} as const

/** Splits the name of an item, such as `tables/post`. */
export function kindOf(item: ArchiveItem): { kind: string; name: string } {
  const [kind, ...rest] = item.name.split('/')
  return { kind: kind!, name: rest.join('/') }
}

export async function readHeader(items: AsyncGenerator<ArchiveItem>): Promise<BackupHeader> {
  const first = (await items.next()).value as ArchiveItem | undefined
  const parsed =
    first?.name === itemNames.header
      ? backupHeaderShape.safeParse(await jsonOf(first.content))
      : null
  if (!parsed?.success) throw new Error('This is no backup of Postern that this version can read.')
  return parsed.data
}

export async function jsonOf(content: AsyncIterable<Uint8Array>): Promise<unknown> {
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(piece)
  return JSON.parse(Buffer.concat(pieces).toString('utf8'))
}
