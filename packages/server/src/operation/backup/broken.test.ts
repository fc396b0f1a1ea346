import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfile } from '../../../test/build.ts'
import { buildMedia } from '../../../test/media-files.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { storeOf } from '../../storage/store.ts'
import { createBackup } from './backup.ts'

const folder = join(tmpdir(), `postern-broken-${randomBytes(4).toString('hex')}`)

const testApp = useTestApp()
beforeAll(async () => {
  mkdirSync(folder)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

const cutSql = `
  select pg_terminate_backend(pid, 5000) as ended from pg_stat_activity
  where application_name = 'postern backup' and datname = current_database()`

test('a backup whose connection breaks between two statements fails and leaves no file', async () => {
  await buildMedia(testApp, { profile: (await buildProfile(testApp)).id })
  const store = storeOf(testApp.ctx)
  const { open } = store
  const cut: unknown[] = []
  store.open = async (...args) => {
    cut.push(...(await testApp.ctx.db.pool.query(cutSql)).rows)
    // Let the client read PostgreSQL's last message.
    for (let turns = 0; turns < 5; turns += 1) await nextTurn()
    return await open.call(store, ...args)
  }
  const options = { version: '1', withKeys: false, withMedia: true }
  const making = createBackup(testApp.ctx, join(folder, 'broken.tar.gz'), options)
  await expect(making).rejects.toThrow(/terminat|not queryable/)
  store.open = open
  expect(cut).toEqual([{ ended: true }])
  expect(readdirSync(folder)).toEqual([])
})
