import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { partitionsSql, schemaSql } from './template.ts'

export type TestDatabase = { name: string; connection: pg.ClientConfig }

/** Databases of this worker that no test app is using. */
const free: TestDatabase[] = []
const disconnectMsMax = 5_000

/** An empty, migrated database: one returned by an earlier test app, or a new clone of the template. */
export async function takeTestDatabase(): Promise<TestDatabase> {
  return free.pop() ?? (await createTestDatabase())
}

/**
 * Empties the database for the next test app. A database whose schema a test changed is not reused; it
 * disappears with the cluster. Throws when a connection is still open, which fails the file that opened it.
 */
export async function returnTestDatabase(database: TestDatabase): Promise<void> {
  const client = new pg.Client(database.connection)
  await client.connect()
  try {
    await requireDisconnected(client)
    await dropOtherPartitions(client)
    const { rows } = await client.query(schemaSql)
    if (rows[0].hash !== inject('template').schemaHash) return
    await client.query(emptyTables)
  } finally {
    await client.end()
  }
  free.push(database)
}

/** A clone of the migrated template that is never reused, for tests that change the schema. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(`create database ${name} template postern strategy file_copy`)
  return { name, connection: { ...inject('postgres'), database: name } }
}

/** A database without a schema, for tests of the migration. */
export async function createBareDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(`create database ${name} template template0`)
  return { name, connection: { ...inject('postgres'), database: name } }
}

export async function dropTestDatabase(name: string): Promise<void> {
  await administer(`drop database if exists ${name} with (force)`)
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('postgres'), database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Waits because PostgreSQL notices a closed connection with a short delay. */
async function requireDisconnected(client: pg.Client): Promise<void> {
  const until = performance.now() + disconnectMsMax
  for (;;) {
    const { rows } = await client.query(othersSql)
    if (rows.length === 0) return
    if (performance.now() > until) {
      throw new Error(`The test left connections to its database open: ${JSON.stringify(rows)}`)
    }
  }
}

const othersSql = `
  select application_name, state, left(query, 200) as query from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`

/** Drops the partitions of days to which a test moved its clock. */
async function dropOtherPartitions(client: pg.Client): Promise<void> {
  const { rows } = await client.query(partitionsSql)
  const others = rows
    .map(({ name }) => name as string)
    .filter((name) => !inject('template').partitions.includes(name))
  for (const name of others) await client.query(`drop table ${name}`)
}

/**
 * Deletes rows instead of truncating, which takes 50 times as long for few rows because it creates new
 * files for the table, its indexes and all tables that reference it. Only tables that grew are truncated.
 */
const emptyTables = `
  do $$ declare grown text; name text; begin
    select string_agg(quote_ident(relname), ', ') into grown from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration'
        and pg_relation_size(oid) > 1000000;
    if grown is not null then execute 'truncate ' || grown || ' cascade'; end if;
    -- Without triggers, so that the order of the tables does not matter.
    perform set_config('session_replication_role', 'replica', true);
    for name in select quote_ident(relname) from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration'
        and pg_relation_size(oid) > 0
    loop execute 'delete from ' || name; end loop;
    perform setval(format('%I', sequencename)::regclass, start_value, false)
      from pg_sequences where last_value is not null;
  end $$`
