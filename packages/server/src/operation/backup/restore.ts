import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Context } from '../../context.ts'
import { listMigrations, migrate } from '../../database/migrate.ts'
import { confirmServer, recordLoss } from '../../database/server-identity.ts'
import { listProcesses } from '../../jobs/processes.ts'
import { cancelMissed } from '../../resources/posts/overdue.ts'
import { keyName, parseKeyring, refreshKeyring } from '../../security/secrets.ts'
import { readStoredKeys, writeStoredKeys } from '../../security/stored-secrets.ts'
import { incomingDirectory, storeOf } from '../../storage/store.ts'
import { type ArchiveItem, readArchive } from './archive.ts'
import { connectOutsidePool } from './backup.ts'
import { columnList, listTables, quoted } from './catalog.ts'
import { countRows, requireCounts } from './counts.ts'
import { countTables } from './empty.ts'
import {
  type BackupCounts,
  type BackupHeader,
  backupCountsShape,
  itemNames,
  jsonOf,
  keysShape,
  kindOf,
  readHeader,
} from './header.ts'
import { copyKeysSql, noteFile, removeOrphans } from './journal.ts'
import { type Overdue, resolveOverdue } from './overdue.ts'
import { revokeAccess } from './revoke.ts'

export type RestoreOptions = {
  /** Replaces existing data. */
  force: boolean
  /** What to do with posts that became due after the backup. */
  overdue: Overdue | null
  /** Revokes the keys, sessions and passwords of the backup; see `revokeAccess`. */
  revokeAll: boolean
  onProgress?: (words: string) => void
}

export type RestoreResult = {
  createdAt: Date
  rows: Record<string, number>
  files: number
  /** Number of targets that became due after the backup; see `RestoreOptions.overdue`. */
  overdue: number
}

const summaryTables = ['owner', 'profile', 'account', 'post', 'media', 'webhook_endpoint']

type Loaded = Omit<RestoreResult, 'overdue'> & { missed: string[] }

/**
 * Restores a backup into an empty installation whose service is stopped: the backup's schema, then
 * files and rows in one transaction that commits only after the whole archive was read and all counts
 * match, then newer migrations. A failure before that commit leaves the database unchanged; the next
 * restore removes the files.
 */
export async function restore(
  ctx: Context,
  file: string,
  options: RestoreOptions,
): Promise<RestoreResult> {
  const items = readArchive(file)
  const header = await readHeader(items)
  const client = connectOutsidePool(ctx)
  await client.connect()
  try {
    await requireSchema(ctx, client, header)
    await requireStopped(ctx)
    await requireEmpty(client, options)
    await removeOrphans(ctx)
    await noteLostSpan(ctx, header)
    await client.query('begin')
    const done = await load(ctx, client, items, header, options)
    await client.query('commit')
    options.onProgress?.('every row and file is there')
    await removeOrphans(ctx)
    await migrate(ctx.db.pool)
    if (options.revokeAll) await revokeAccess(ctx)
    if (options.overdue === 'cancel') await cancelMissed(ctx, done.missed)
    const { missed, ...rest } = done
    return { ...rest, overdue: missed.length }
  } catch (err) {
    await client.query('rollback').catch(() => {})
    await removeOrphans(ctx).catch(() => {})
    throw err
  } finally {
    await items.return(undefined)
    await client.end().catch(() => {})
  }
}

/** Migrates an empty database to the backup's schema; another one must already have it. */
async function requireSchema(
  ctx: Context,
  client: pg.Client,
  { schema, version }: BackupHeader,
): Promise<void> {
  const latestMigration = listMigrations().length
  if (schema > latestMigration) {
    throw new Error(
      `The backup was made by version ${version} at migration ${schema}, and this version of Postern ` +
        `knows ${latestMigration}. Restore it with the version that made it.`,
    )
  }
  await migrate(ctx.db.pool, schema)
  const { rows } = await client.query('select max(number)::integer as newest from migration')
  if (rows[0].newest === schema) return
  throw new Error(
    `The backup was made by version ${version} at migration ${schema}, and this database is at ${rows[0].newest}. ` +
      'Restore it into an empty database, which is then brought up to date.',
  )
}

/** What was published since the backup is not in it: the networks are searched for posts that were due. */
async function noteLostSpan(ctx: Context, { created_at }: BackupHeader): Promise<void> {
  const now = ctx.clock.now()
  await confirmServer(ctx.db, now)
  await ctx.db.transact((tx) => recordLoss(tx, now, new Date(created_at)))
}

async function requireStopped(ctx: Context): Promise<void> {
  const processes = await listProcesses(ctx)
  if (processes.length === 0) return
  const list = processes.map(({ host, pid }) => `${pid} on ${host}`).join(', ')
  throw new Error(`Postern runs on this database (process ${list}): stop it first.`)
}

async function requireEmpty(client: pg.Client, { force }: RestoreOptions): Promise<void> {
  if (force) return
  const full = await countTables(client)
  if (Object.keys(full).length === 0) return
  const list = summaryTables.map((name) => `${full[name] ?? 0} ${name}`).join(', ')
  throw new Error(`This installation is not empty (${list}). With --force it is replaced.`)
}

async function load(
  ctx: Context,
  client: pg.Client,
  items: AsyncGenerator<ArchiveItem>,
  header: BackupHeader,
  options: RestoreOptions,
): Promise<Loaded> {
  await emptyTables(ctx, client, header)
  const loaded: Record<string, number> = {}
  let files = 0
  let counts: BackupCounts | null = null
  if (!header.has_keys) requireKeys(ctx, header)
  for await (const item of items) {
    const { kind, name } = kindOf(item)
    if (item.name === itemNames.keys) {
      storeKeys(ctx, keysShape.parse(await jsonOf(item.content)).encryption_keys)
      requireKeys(ctx, header)
    } else if (kind === 'files') {
      await putFile(ctx, name, item)
      files += 1
    } else if (kind === 'tables') {
      loaded[name] = await loadTable(client, header, name, item)
      if (loaded[name] > 0) options.onProgress?.(`${name}: ${loaded[name]} rows`)
    } else if (item.name === itemNames.counts) {
      counts = backupCountsShape.parse(await jsonOf(item.content))
    }
  }
  requireCounts(header, counts, { rows: loaded, files })
  for (const [name, last] of Object.entries(header.sequences)) {
    if (last !== null) await client.query('select setval($1, $2)', [name, last])
  }
  const missed = await resolveOverdue(client, ctx.clock.now(), options.overdue)
  return { createdAt: new Date(header.created_at), rows: loaded, files, missed }
}

/** Empties every table and creates the partitions of the backup. */
async function emptyTables(ctx: Context, client: pg.Client, header: BackupHeader): Promise<void> {
  const { rows } = await client.query(
    `select storage_key as key from media
     union all select thumbnail_key from media where thumbnail_key is not null
     union all ${copyKeysSql}`,
  )
  // Record the files of the replaced rows for removal; files that the backup has too stay (journal.ts).
  for (const { key } of rows) noteFile(ctx, key)
  const tables = await listTables(client)
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  for (const { parent, name, bounds } of header.partitions) {
    if (!/^FOR VALUES FROM \('[0-9 :+-]+'\) TO \('[0-9 :+-]+'\)$/.test(bounds)) {
      throw new Error(`The backup has a partition with unknown bounds: ${bounds}`)
    }
    await client.query(
      `create table if not exists ${quoted(name)} partition of ${quoted(parent)} ${bounds}`,
    )
  }
}

/** Throws when keys are missing, without which the sealed values of the rows would be lost. */
function requireKeys({ config }: Context, header: BackupHeader): void {
  const keyNames = new Set(config.keyring.map(({ id }) => keyName(id)))
  const missing = header.key_names.filter((name) => !keyNames.has(name))
  if (missing.length === 0) return
  throw new Error(
    `The backup needs the encryption key ${missing.join(', ')}, which this installation does not have. ` +
      'Add it to ENCRYPTION_KEYS, or to encryption_keys in secrets.json, after the first key.',
  )
}

function storeKeys({ config }: Context, keys: string[]): void {
  const keyNames = new Set(config.keyring.map(({ id }) => keyName(id)))
  const newKeys = keys.filter((key) => !keyNames.has(keyName(parseKeyring([key])[0].id)))
  if (newKeys.length === 0) return
  if (!config.hasStoredKeys) {
    throw new Error('The backup has encryption keys that ENCRYPTION_KEYS lacks: add them there.')
  }
  // Prepend them, so that this installation seals with the backup's current key.
  writeStoredKeys(config.dataDir, [...newKeys, ...readStoredKeys(config.dataDir)])
  refreshKeyring(config.keyring)
}

async function putFile(ctx: Context, key: string, item: ArchiveItem): Promise<void> {
  const incoming = incomingDirectory(ctx)
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const path = join(incoming, `restore-${randomUUID()}`)
  // Open the file first: a stream that fails while opening could create it after its removal below.
  const draft = await open(path, 'wx', 0o600)
  try {
    await pipeline(item.content, draft.createWriteStream())
    noteFile(ctx, key)
    await storeOf(ctx).put(key, path, item.mime ?? 'application/octet-stream')
  } finally {
    await rm(path, { force: true })
  }
}

async function loadTable(
  client: pg.Client,
  { tables }: BackupHeader,
  name: string,
  item: ArchiveItem,
): Promise<number> {
  const table = tables.find((candidate) => candidate.name === name)
  if (!table) throw new Error(`The backup does not describe its table ${name}.`)
  const rows = client.query(copyFrom(`copy ${quoted(name)} (${columnList(table)}) from stdin`))
  const counter = { rows: 0 }
  await pipeline(countRows(item.content, counter), rows)
  if (rows.rowCount === counter.rows) return counter.rows
  throw new Error(
    `The backup has ${counter.rows} rows of ${name}, and PostgreSQL read ${rows.rowCount}.`,
  )
}
