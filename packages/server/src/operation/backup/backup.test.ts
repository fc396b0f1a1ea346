import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  listStoredFiles,
  openEmptyInstallation,
  readMediaFiles,
  readTables,
  seedInstallation,
} from '../../../test/backups.ts'
import { buildProfile } from '../../../test/build.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { Context } from '../../context.ts'
import { createHeartbeat } from '../../jobs/heartbeat.ts'
import { keyName } from '../../security/secrets.ts'
import { storeOf } from '../../storage/store.ts'
import { createBackup } from './backup.ts'
import { restore } from './restore.ts'

const folder = join(tmpdir(), `postern-backup-${randomBytes(4).toString('hex')}`)
const options = { version: '1', withKeys: false, withMedia: true }
const into = { force: false, overdue: null, revokeAll: false }

const testApp = useTestApp({ poolMax: 4 })
const openedHere: (() => Promise<void>)[] = []

beforeAll(async () => {
  await seedInstallation(testApp)
  await testApp.requestLog.flush()
}, 60_000)

afterEach(async () => {
  for (const close of openedHere.splice(0)) await close()
})

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

async function openEmpty(env: Record<string, string> = {}, isMigrated = true): Promise<Context> {
  const { ctx, close } = await openEmptyInstallation(testApp, folder, { env, isMigrated })
  openedHere.push(close)
  return ctx
}

/** ENCRYPTION_KEYS with the keys of the test app, as an operator sets them for a restore. */
function testAppKeys(): Record<string, string> {
  const keys = testApp.ctx.config.keyring.map(({ key }) => key.toString('base64'))
  return { ENCRYPTION_KEYS: keys.join(',') }
}

const backupTo = async (name: string, change: Partial<typeof options> = {}) => {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, name)
  rmSync(file, { force: true })
  return { file, result: await createBackup(testApp.ctx, file, { ...options, ...change }) }
}

test('restoring into an empty installation restores every row and file', async () => {
  const { file, result } = await backupTo('whole.tar.gz')
  const target = await openEmpty(testAppKeys(), false)
  const restored = await restore(target, file, into)

  const before = await readTables(testApp.ctx)
  expect(await readTables(target)).toEqual(before)
  expect(restored.rows).toEqual(result.rows)
  const full = Object.entries(before).filter(([, { rows }]) => rows > 0)
  expect(full.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'account',
      'api_key',
      'attempt',
      'comment',
      'comment_reply',
      'delivery',
      'delivery_queue',
      'event',
      'idempotency',
      'insight_day',
      'media',
      'post',
      'post_target',
      'webhook_endpoint',
    ]),
  )
  const files = await readMediaFiles(testApp.ctx)
  // The file, its thumbnail and a copy.
  expect(Object.keys(files)).toHaveLength(3)
  expect(Object.values(files)).not.toContain('missing')
  expect(await readMediaFiles(target)).toEqual(files)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a backup leaves out the request log', async () => {
  const { file, result } = await backupTo('without-log.tar.gz')
  const count = async ({ db }: Context) =>
    (await db.pool.query('select count(*)::integer as count from api_request')).rows[0].count
  expect(await count(testApp.ctx)).toBeGreaterThan(0)
  expect(result.rows).not.toHaveProperty('api_request')
  const target = await openEmpty(testAppKeys())
  await restore(target, file, into)
  expect(await count(target)).toBe(0)
})

test('a restored installation continues its sequences and partitions', async () => {
  const { file } = await backupTo('goes-on.tar.gz')
  const target = await openEmpty(testAppKeys())
  await restore(target, file, into)
  const next = `select nextval(pg_get_serial_sequence('connect_attempt', 'id')) > coalesce(max(id), 0) as ok
    from connect_attempt`
  const { rows } = await target.db.pool.query(next)
  expect(rows).toEqual([{ ok: true }])
  const partitions = `select relname from pg_class where relispartition and relkind = 'r' order by 1`
  const [theirs, ours] = await Promise.all(
    [target, testApp.ctx].map((ctx) => ctx.db.pool.query(partitions)),
  )
  expect(theirs!.rows).toEqual(ours!.rows)
  const net = 'select count(*)::integer as count from event_default'
  expect((await target.db.pool.query(net)).rows).toEqual([{ count: 0 }])
})

test('a backup made during writes is a consistent snapshot', async () => {
  let isDone = false
  const write = async () => {
    for (let count = 0; !isDone; count += 1) await buildProfile(testApp, { name: `busy ${count}` })
  }
  const writing = [write(), write()]
  const { file } = await backupTo('busy.tar.gz')
  isDone = true
  await Promise.all(writing)
  const target = await openEmpty(testAppKeys())
  const { rows } = await restore(target, file, into)
  const after = await readTables(testApp.ctx)
  expect(rows.profile).toBeLessThan(after.profile!.rows)
  const orphans = `select count(*)::integer as count from delivery d
    where not exists (select 1 from event e where e.id = d.event_id)`
  expect((await target.db.pool.query(orphans)).rows).toEqual([{ count: 0 }])
})

test('a backup has no keys by default, and a restore without them fails', async () => {
  const { file, result } = await backupTo('no-keys.tar.gz')
  const name = keyName(testApp.ctx.config.keyring[0].id)
  expect(result.keyNames).toEqual([name])
  const bytes = gunzipSync(await readFile(file))
  expect(bytes.includes(testApp.ctx.config.keyring[0].key.toString('base64'))).toBe(false)

  const target = await openEmpty()
  await expect(restore(target, file, into)).rejects.toThrow(
    `The backup needs the encryption key ${name}, which this installation does not have.`,
  )
  expect(Object.values(await readTables(target)).every(({ rows }) => rows === 0)).toBe(true)

  const withKeys = await backupTo('with-keys.tar.gz', { withKeys: true })
  await restore(target, withKeys.file, into)
  expect(target.config.keyring.map(({ id }) => keyName(id))[0]).toBe(name)
  expect(target.config.keyring).toHaveLength(2)
})

test('restoring into a non-empty or running installation fails', async () => {
  const { file } = await backupTo('refused.tar.gz')
  const target = await openEmpty(testAppKeys())
  await restore(target, file, into)
  await expect(restore(target, file, into)).rejects.toThrow(
    /^This installation is not empty \(1 owner, \d+ profile, 1 account, .*With --force it is replaced\.$/,
  )
  const heartbeat = createHeartbeat(target, '1')
  await heartbeat.beat()
  await expect(restore(target, file, { ...into, force: true })).rejects.toThrow('stop it first')
  await heartbeat.stop()

  await target.db.pool.query(`update profile set name = 'changed since'`)
  await restore(target, file, { ...into, force: true })
  expect(await readTables(target)).toEqual(await readTables(testApp.ctx))
  expect(await readMediaFiles(target)).toEqual(await readMediaFiles(testApp.ctx))
})

test('a truncated or altered archive restores nothing and leaves no file', async () => {
  const { file } = await backupTo('hurt.tar.gz')
  const whole = await readFile(file)
  const altered = gunzipSync(whole)
  altered[altered.lastIndexOf('anna.bakes')] = 0x41
  const hurt = {
    cut: whole.subarray(0, whole.length - 200),
    half: whole.subarray(0, whole.length / 2),
    altered: gzipSync(altered),
    other: Buffer.from('this is no archive'),
  }
  for (const [name, bytes] of Object.entries(hurt)) {
    const path = join(folder, `${name}.tar.gz`)
    await writeFile(path, bytes)
    const target = await openEmpty(testAppKeys())
    await expect(restore(target, path, into), name).rejects.toThrow(/archive|backup/)
    const content = Object.values(await readTables(target))
    expect(
      content.every((table) => table.rows === 0),
      name,
    ).toBe(true)
    expect(listStoredFiles(target), name).toEqual([])
  }
})

test('a missing backup file is not reported as damaged', async () => {
  const target = await openEmpty(testAppKeys())
  const path = join(folder, 'nowhere.tar.gz')
  await expect(restore(target, path, into)).rejects.toThrow(/^ENOENT.*nowhere/)
})

test('overdue posts make the restore fail without an option for them', async () => {
  const { file } = await backupTo('missed.tar.gz')
  const target = await openEmpty(testAppKeys())
  const future = new Date(testApp.clock.now().getTime() + 60 * 86_400_000)
  const later = { ...target, clock: { now: () => future } }
  await expect(restore(later, file, into)).rejects.toThrow(
    '1 posts were to be published between the backup and now',
  )
  const { overdue } = await restore(later, file, { ...into, overdue: 'cancel' })
  expect(overdue).toBe(1)
  const { rows } = await target.db.pool.query(
    `select t.status, p.status as post from post_target t join post p on p.id = t.post_id
     where p.text = 'Later'`,
  )
  expect(rows).toEqual([{ status: 'canceled', post: 'canceled' }])
  const { rows: notified } = await target.db.pool.query(
    `select count(*)::integer as count from event where type = 'post.canceled'`,
  )
  expect(notified[0].count).toBe(1)
})

test('an existing file is not replaced, and a failed backup leaves no file', async () => {
  const { file } = await backupTo('there.tar.gz')
  const before = await readFile(file)
  await expect(createBackup(testApp.ctx, file, options)).rejects.toThrow('is there already')
  expect(await readFile(file)).toEqual(before)

  const path = join(folder, 'failed.tar.gz')
  const store = storeOf(testApp.ctx)
  const { open } = store
  store.open = async () => {
    throw new Error('the disk is gone')
  }
  await expect(createBackup(testApp.ctx, path, options)).rejects.toThrow('the disk is gone')
  store.open = open
  expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([])
})
