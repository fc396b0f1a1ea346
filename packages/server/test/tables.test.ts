import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { listMigrations, migrate } from '../src/database/migrate.ts'
import { createTestDatabase, dropTestDatabase } from './database.ts'

let name: string
let pool: pg.Pool

beforeAll(async () => {
  const database = await createTestDatabase()
  name = database.name
  pool = openPool({ ...database.connection, max: 4 })
})

afterAll(async () => {
  await pool.end()
  await dropTestDatabase(name)
})

/** Ignores errors, because a closing connection may report that its database was dropped. */
function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options)
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  return pool
}

/** The types in tables.ts: table → column → whether it is nullable. */
function declaredTables(): Map<string, Map<string, boolean>> {
  const text = [
    'column-types.ts',
    'tables.ts',
    'post-tables.ts',
    'inbox-tables.ts',
    'member-tables.ts',
    'connect-tables.ts',
  ]
    .map((file) => join(import.meta.dirname, '..', 'src', 'database', file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const types = new Map<string, Map<string, boolean>>()
  const lease = columnsOf(/type Lease = \{([^}]*)\}/.exec(text)?.[1] ?? '')
  for (const match of text.matchAll(/export type (\w+Table) = \{([^}]*)\}( & Lease)?/g)) {
    types.set(match[1]!, new Map([...columnsOf(match[2]!), ...(match[3] ? lease : [])]))
  }
  const list = [...text.matchAll(/export type (?:Inbox|Member|Connect)?Tables = \{([^}]*)\}/g)]
    .map((match) => match[1])
    .join('\n')
  return new Map(
    [...list.matchAll(/(\w+): (\w+)/g)].map((match) => [match[1]!, types.get(match[2]!)!]),
  )
}

function columnsOf(body: string): Map<string, boolean> {
  return new Map(
    [...body.matchAll(/(\w+): ([^\n;]+)/g)].map((match) => [match[1]!, /\| null/.test(match[2]!)]),
  )
}

test('tables.ts has the tables, columns and nullability of the migrated schema', async () => {
  const { rows } = await pool.query<{ table: string; column: string; nullable: boolean }>(`
    select c.relname as table, a.attname as column, not a.attnotnull as nullable
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and a.attnum > 0 and not a.attisdropped
    order by 1, 2`)
  const live = new Map<string, Map<string, boolean>>()
  for (const row of rows) {
    const columns = live.get(row.table) ?? new Map<string, boolean>()
    live.set(row.table, columns.set(row.column, row.nullable))
  }
  const toObject = (tables: Map<string, Map<string, boolean>>) =>
    Object.fromEntries(
      [...tables]
        .sort()
        .map(([table, columns]) => [table, Object.fromEntries([...columns].sort())]),
    )
  expect(toObject(declaredTables())).toEqual(toObject(live))
})

test('every table with profile_id has owner_id', async () => {
  const { rows } = await pool.query<{ table: string }>(`
    select c.relname as table from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'profile_id')
      and not exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'owner_id')`)
  expect(rows).toEqual([])
})

test('processes that start concurrently apply each migration once', async () => {
  const database = `${name}_fresh`
  await pool.query(`create database ${database}`)
  const { host, port, user, password } = pool.options
  const options = { host, port, user, password, database, max: 1 } as pg.PoolConfig
  const pools = [1, 2, 3, 4].map(() => openPool(options))
  try {
    const applied = await Promise.all(pools.map((pool) => migrate(pool)))
    expect(applied.flat().sort()).toEqual(
      listMigrations()
        .map((migration) => migration.name)
        .sort(),
    )
  } finally {
    await Promise.all(pools.map((pool) => pool.end()))
    await dropTestDatabase(database)
  }
})

test('a populated database gets only the missing migrations and keeps its rows', async () => {
  const fresh = await openEmptyDatabase('next')
  const existing = listMigrations()
  const next = {
    number: existing.length + 1,
    name: 'next',
    sql: `alter table owner add column motto text not null default 'none'`,
  }
  await migrate(fresh)
  await fresh.query(`insert into owner (id, name, created_at) values ('own_1', 'Studio', now())`)
  expect(await migrate(fresh, undefined, [...existing, next])).toEqual(['next'])
  expect(await migrate(fresh, undefined, [...existing, next])).toEqual([])
  const { rows } = await fresh.query('select id, name, motto from owner')
  expect(rows).toEqual([{ id: 'own_1', name: 'Studio', motto: 'none' }])
})

test('a database from before the first release is refused with advice and not changed', async () => {
  const fresh = await openEmptyDatabase('earlier')
  await fresh.query(`create table migration (
    number integer primary key, name text not null, applied_at timestamptz not null default now())`)
  await fresh.query(`insert into migration (number, name)
    values (1, 'owners_profiles_accounts'), (2, 'connect_links'), (3, 'webhooks')`)
  await expect(migrate(fresh)).rejects.toThrow(
    'Migration 1 of the database is "owners_profiles_accounts", and that of this version of ' +
      'Postern is "tables": the database was made by a version that was never released. ' +
      'Use that version, or start with an empty database.',
  )
  const { rows } = await fresh.query(`select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`)
  expect(rows).toEqual([{ relname: 'migration' }])
})

/** Opens a pool on a new, empty database, which is dropped after the test. */
async function openEmptyDatabase(suffix: string): Promise<pg.Pool> {
  const database = `${name}_${suffix}`
  await pool.query(`create database ${database} template template0`)
  const { host, port, user, password } = pool.options
  const emptyPool = openPool({ host, port, user, password, database, max: 1 } as pg.PoolConfig)
  onTestFinished(async () => {
    await emptyPool.end()
    await dropTestDatabase(database)
  })
  return emptyPool
}

test('a database newer than this version is refused', async () => {
  await pool.query(`insert into migration (number, name) values (9999, 'from_the_future')`)
  await expect(migrate(pool)).rejects.toThrow('newer than this version')
  await pool.query('delete from migration where number = 9999')
})
