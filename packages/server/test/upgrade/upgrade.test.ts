import { createHash, randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../src/context.ts'
import { loadConfig } from '../../src/core/config.ts'
import { listMigrations, type Migration } from '../../src/database/migrate.ts'
import { openDatabase } from '../../src/database/open.ts'
import { createBackup } from '../../src/operation/backup/backup.ts'
import { restore } from '../../src/operation/backup/restore.ts'
import { readTables, seedInstallation } from '../backups.ts'
import { dropTestDatabase } from '../database.ts'
import { useTestApp } from '../test-app.ts'

/**
 * One folder per release, with a backup of a populated installation and the hashes of its migrations.
 * Restoring the backup creates and fills the tables of that version, then applies the later migrations.
 * This test with `RELEASE=0.1.0` writes the folder of that version.
 */
const released = join(import.meta.dirname, 'released')
const versions = existsSync(released) ? readdirSync(released).sort() : []

const folder = join(tmpdir(), `postern-upgrade-${randomBytes(4).toString('hex')}`)

const testApp = useTestApp({ poolMax: 4 })

beforeAll(async () => {
  await seedInstallation(testApp)
  await writeRelease(join(folder, 'present'))
}, 60_000)

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

const sources = [...versions.map((version) => join(released, version)), join(folder, 'present')]

test.each(sources)(
  'restoring the backup of %s applies all migrations and keeps every row',
  async (source) => {
    const { ctx, close } = await openEmpty()
    try {
      const options = { force: false, overdue: null, revokeAll: false }
      const { rows } = await restore(ctx, join(source, 'backup.tar.gz'), options)
      const { rows: applied } = await ctx.db.pool.query(
        'select name from migration order by number',
      )
      expect(applied).toEqual(listMigrations().map(({ name }) => ({ name })))
      const content = await readTables(ctx)
      const rowCounts = Object.keys(rows).map((table) => [table, content[table]?.rows ?? 0])
      expect(Object.fromEntries(rowCounts)).toEqual(rows)
      for (const table of [
        'profile',
        'account',
        'post_target',
        'comment',
        'insight_day',
        'delivery',
      ]) {
        expect(rows[table], table).toBeGreaterThan(0)
      }
    } finally {
      await close()
    }
  },
)

test.each(sources)('the migrations of %s are unchanged since the release', (source) => {
  const hashes = JSON.parse(readFileSync(join(source, 'migrations.json'), 'utf8'))
  expect(changedSince(hashes, listMigrations())).toEqual([])
})

test('an edited, a renamed and a missing migration are detected', () => {
  const [first, ...rest] = listMigrations()
  const hashes = hashesOf([first!, ...rest])
  const name = `0001_${first!.name}`
  expect(changedSince(hashes, [{ ...first!, sql: `${first!.sql} ` }, ...rest])).toEqual([name])
  expect(changedSince(hashes, [{ ...first!, name: 'other' }, ...rest])).toEqual([name])
  expect(changedSince(hashes, rest)).toEqual([name])
  const next = { number: rest.length + 2, name: 'next', sql: 'select 1' }
  expect(changedSince(hashes, [first!, ...rest, next])).toEqual([])
})

test.runIf(process.env.RELEASE)('the folder of a release is not overwritten', () => {
  const target = join(released, process.env.RELEASE!)
  expect(existsSync(target), `${target} already exists`).toBe(false)
  cpSync(join(folder, 'present'), target, { recursive: true })
})

async function writeRelease(target: string): Promise<void> {
  mkdirSync(target, { recursive: true })
  const options = { version: process.env.RELEASE ?? 'present', withKeys: true, withMedia: true }
  await createBackup(testApp.ctx, join(target, 'backup.tar.gz'), options)
  const text = JSON.stringify(hashesOf(listMigrations()), null, 2)
  writeFileSync(join(target, 'migrations.json'), `${text}\n`)
}

function hashesOf(migrations: readonly Migration[]): Record<string, string> {
  return Object.fromEntries(
    migrations.map(({ number, name, sql }) => [
      `${String(number).padStart(4, '0')}_${name}`,
      createHash('sha256').update(sql).digest('hex'),
    ]),
  )
}

/** Returns the names of released migrations that were changed or removed. */
function changedSince(hashes: Record<string, string>, current: readonly Migration[]): string[] {
  const currentHashes = hashesOf(current)
  return Object.keys(hashes).filter((name) => currentHashes[name] !== hashes[name])
}

/** An installation with an empty database. */
async function openEmpty(): Promise<{ ctx: Context; close: () => Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await testApp.ctx.db.pool.query(`create database ${name} template template0`)
  const { host, port, user, password } = testApp.ctx.db.pool.options
  const connection = { host, port, user, password, database: name } as pg.ClientConfig
  const config = loadConfig({ DATA_DIR: join(folder, name) })
  const db = openDatabase({ connection, poolMax: 3, log: testApp.ctx.log })
  const close = async () => {
    await db.close()
    await dropTestDatabase(name)
  }
  return { ctx: { ...testApp.ctx, config, db }, close }
}
