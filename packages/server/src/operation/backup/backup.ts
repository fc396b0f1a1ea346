import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Context } from '../../context.ts'
import { DatabaseClient } from '../../database/connection.ts'
import type { MediaCopy } from '../../database/post-tables.ts'
import type { FileStore } from '../../storage/file-store.ts'
import { storeOf } from '../../storage/store.ts'
import { countByKey } from '../sealed.ts'
import { type ArchiveWriter, createArchive } from './archive.ts'
import {
  type CopiedTable,
  columnList,
  listPartitions,
  listSequences,
  listTables,
  quoted,
} from './catalog.ts'
import { checkBackup } from './check.ts'
import { countRows } from './counts.ts'
import { type BackupCounts, type BackupHeader, itemNames } from './header.ts'

export type BackupOptions = {
  version: string
  /** Includes the encryption keys, so that the file alone opens every secret. */
  withKeys: boolean
  withMedia: boolean
  onProgress?: (words: string) => void
}

export type BackupResult = BackupCounts & { bytes: number; keyNames: string[] }

const filesPerQuery = 500
/** Not copied: a week of requests can be larger than everything else, and is of no use elsewhere. */
const logTables = ['api_request']

/**
 * Backs up a running installation to one file: a snapshot of every table, from one read-only
 * transaction, and the media files of those rows. Streams rows and files, so memory use is constant.
 * Leaves out the encryption keys unless `withKeys` is set. The file appears only after the archive was
 * read back and is complete.
 */
export async function createBackup(
  ctx: Context,
  file: string,
  options: BackupOptions,
): Promise<BackupResult> {
  const client = connectOutsidePool(ctx)
  const archive = await createArchive(file)
  try {
    await client.connect()
    await client.query('begin isolation level repeatable read read only')
    const header = await describe(ctx, client, options)
    const { tables } = header
    await archive.add(itemNames.header, [jsonBytes(header)])
    if (options.withKeys) {
      const keys = ctx.config.keyring.map(({ key }) => key.toString('base64'))
      await archive.add(itemNames.keys, [jsonBytes({ encryption_keys: keys })])
    }
    const counts: BackupCounts = { rows: {}, files: 0, missing_files: [] }
    if (options.withMedia) await addFiles(client, storeOf(ctx), archive, counts, options)
    for (const table of tables) {
      const rows = await addTable(client, archive, table)
      counts.rows[table.name] = rows
      if (rows > 0) options.onProgress?.(`${table.name}: ${rows} rows`)
    }
    await archive.add(itemNames.counts, [jsonBytes(counts)])
    const { bytes } = await archive.finish(async (draft) => {
      options.onProgress?.('checking the archive')
      await requireIntact(draft)
    })
    return { ...counts, bytes, keyNames: header.key_names }
  } catch (err) {
    await archive.abandon()
    throw err
  } finally {
    await client.end().catch(() => {})
  }
}

/** A client outside the pool, without its query timeout, for copying large tables. */
export function connectOutsidePool(ctx: Pick<Context, 'db'>): pg.Client {
  const client = new DatabaseClient({ ...ctx.db.connection, application_name: 'postern backup' })
  // Without a listener, a connection that breaks between two statements would end the process.
  client.on('error', () => {})
  return client
}

async function describe(
  ctx: Context,
  client: pg.Client,
  options: BackupOptions,
): Promise<BackupHeader> {
  const { rows } = await client.query<{ schema: number; at: Date }>(
    'select coalesce(max(number), 0)::integer as schema, now() as at from migration',
  )
  // Not part of the snapshot: extra key names do no harm.
  const keyNames = [...(await countByKey(ctx.db.query)).keys()].sort()
  return {
    format: 1,
    version: options.version,
    schema: rows[0]!.schema,
    created_at: rows[0]!.at.toISOString(),
    key_names: keyNames,
    has_keys: options.withKeys,
    has_media: options.withMedia,
    sequences: await listSequences(client),
    partitions: await listPartitions(client),
    tables: (await listTables(client)).filter(({ name }) => !logTables.includes(name)),
  }
}

/** Copies a table and returns its number of rows. */
async function addTable(
  client: pg.Client,
  archive: ArchiveWriter,
  table: CopiedTable,
): Promise<number> {
  const text = `copy (select ${columnList(table)} from ${quoted(table.name)}) to stdout`
  const copying = client.query(copyTo(text))
  const counter = { rows: 0 }
  await archive.add(itemNames.table(table.name), countRows(copying, counter))
  // The stream ends at CopyDone. PostgreSQL's count follows, perhaps in a later packet.
  await client.query('select')
  if (copying.rowCount === counter.rows) return counter.rows
  throw new Error(
    `PostgreSQL sent ${copying.rowCount} rows of ${table.name}, and ${counter.rows} came in. Run the backup again.`,
  )
}

async function requireIntact(draft: string): Promise<void> {
  try {
    await checkBackup(draft)
  } catch (cause) {
    const message = `The backup could not be read back and was deleted. ${(cause as Error).message}`
    throw new Error(message, { cause })
  }
}

async function addFiles(
  client: pg.Client,
  store: FileStore,
  archive: ArchiveWriter,
  counts: BackupCounts,
  options: BackupOptions,
): Promise<void> {
  let after = ''
  for (;;) {
    const { rows } = await client.query<{
      id: string
      mime_type: string
      storage_key: string
      thumbnail_key: string | null
      copies: MediaCopy[]
    }>(
      `select id, mime_type, storage_key, thumbnail_key, copies from media
       where id > $1 order by id limit ${filesPerQuery}`,
      [after],
    )
    for (const row of rows) {
      await addFile(store, archive, counts, row.storage_key, row.mime_type)
      if (row.thumbnail_key) {
        await addFile(store, archive, counts, row.thumbnail_key, 'image/webp')
      }
      for (const copy of row.copies) {
        await addFile(store, archive, counts, copy.storage_key, 'image/jpeg')
      }
    }
    if (rows.length > 0) options.onProgress?.(`media: ${counts.files} files`)
    if (rows.length < filesPerQuery) return
    after = rows.at(-1)!.id
  }
}

async function addFile(
  store: FileStore,
  archive: ArchiveWriter,
  counts: BackupCounts,
  key: string,
  mime: string,
): Promise<void> {
  const content = await store.open(key, null)
  if (!content) {
    counts.missing_files.push(key)
    return
  }
  await archive.add(itemNames.file(key), content, mime)
  counts.files += 1
}

function jsonBytes(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}
