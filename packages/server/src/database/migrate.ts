import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

const directory = join(import.meta.dirname, 'migrations')

/** The advisory lock that serializes migrations of one database. */
export const lockKey = 7_670_117

export type Migration = { number: number; name: string; sql: string }

/** Lists the migrations in order. Throws on a missing or duplicate number. */
export function listMigrations(): Migration[] {
  const files = readdirSync(directory).filter((file) => file.endsWith('.sql'))
  return files.sort().map((file, index) => {
    const match = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file)
    if (!match || Number(match[1]) !== index + 1) {
      throw new Error(`Migration ${file} is out of order: expected number ${index + 1}.`)
    }
    return { number: index + 1, name: match[2]!, sql: readFileSync(join(directory, file), 'utf8') }
  })
}

/**
 * Applies missing migrations, each in a transaction that first acquires the lock and claims the number,
 * so that concurrent starts never run one twice. Returns the names applied by this call. Throws when
 * the database has migrations that this version does not know. Migrations can be slow: use a pool
 * without a query timeout.
 */
export async function migrate(
  pool: pg.Pool,
  upTo?: number,
  migrations: readonly Migration[] = listMigrations(),
): Promise<string[]> {
  const applied: string[] = []
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    await client.query(`create table if not exists migration (
      number integer primary key, name text not null, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<Pick<Migration, 'number' | 'name'>>(
      'select number, name from migration order by number',
    )
    await client.query('commit')
    refuseUnknownMigrations(rows, migrations)
    for (const migration of migrations.slice(0, upTo)) {
      if (migration.number <= (rows.at(-1)?.number ?? 0)) continue
      if (await applyOnce(client, migration)) applied.push(migration.name)
    }
  } catch (err) {
    await client.query('rollback').catch(() => {})
    throw err
  } finally {
    client.release()
  }
  return applied
}

/** Throws for a database that an unknown version has migrated: its tables may have another meaning. */
function refuseUnknownMigrations(
  applied: readonly Pick<Migration, 'number' | 'name'>[],
  migrations: readonly Migration[],
): void {
  const mismatch = applied.find(
    ({ number, name }) => migrations[number - 1] && migrations[number - 1]?.name !== name,
  )
  if (mismatch) {
    throw new Error(
      `Migration ${mismatch.number} of the database is "${mismatch.name}", and that of this version of ` +
        `Postern is "${migrations[mismatch.number - 1]?.name}": the database was made by a version that was ` +
        'never released. Use that version, or start with an empty database.',
    )
  }
  const newest = applied.at(-1)?.number ?? 0
  if (newest > migrations.length) {
    throw new Error(
      `The database is at migration ${newest}, newer than this version of Postern knows ` +
        `(${migrations.length}). Start the newer version, or restore a backup from before the upgrade.`,
    )
  }
}

async function applyOnce(client: pg.PoolClient, migration: Migration): Promise<boolean> {
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock($1)', [lockKey])
  const claim = await client.query(
    'insert into migration (number, name) values ($1, $2) on conflict do nothing',
    [migration.number, migration.name],
  )
  if (claim.rowCount === 1) await client.query(migration.sql)
  await client.query('commit')
  return claim.rowCount === 1
}
