import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { openEmptyInstallation, readTables, seedInstallation } from '../../../test/backups.ts'
import { openCopyProxy } from '../../../test/copy-proxy.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { Context } from '../../context.ts'
import { createBackup } from './backup.ts'
import { restore } from './restore.ts'

const folder = join(tmpdir(), `postern-copy-${randomBytes(4).toString('hex')}`)
const file = join(folder, 'backup.tar.gz')
const options = { version: '1', withKeys: true, withMedia: true }
/** Long enough to write a small table into the archive before its count comes. */
const delayMs = 20

const testApp = useTestApp({ poolMax: 4 })
beforeAll(async () => {
  await seedInstallation(testApp)
}, 60_000)
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Backs up over a proxy that changes what PostgreSQL sends. */
async function backUpOver(change: Parameters<typeof openCopyProxy>[1]) {
  mkdirSync(folder)
  const { db } = testApp.ctx
  const proxy = await openCopyProxy(db.connection, change)
  const ctx: Context = { ...testApp.ctx, db: { ...db, connection: proxy.connection } }
  try {
    return await createBackup(ctx, file, options)
  } finally {
    await proxy.close()
  }
}

test('a backup counts every row when CommandComplete arrives after CopyDone', async () => {
  let copies = 0
  const result = await backUpOver({
    afterCopyDone: () => {
      copies += 1
      return pause(delayMs)
    },
  })
  const before = await readTables(testApp.ctx)
  const counted = Object.entries(before).map(([name, { rows }]) => [name, rows])
  expect(result.rows).toEqual(Object.fromEntries(counted))
  expect(copies).toBe(counted.length)
  const target = await openEmptyInstallation(testApp, folder)
  try {
    await restore(target.ctx, file, { force: false, overdue: null, revokeAll: false })
    expect(await readTables(target.ctx)).toEqual(before)
  } finally {
    await target.close()
  }
})

test('a backup whose connection breaks after CopyDone fails and leaves no file', async () => {
  const backup = backUpOver({
    afterCopyDone: async (client: Socket) => {
      await pause(delayMs)
      client.destroy()
    },
  })
  await expect(backup).rejects.toThrow(/terminated|not queryable/)
  expect(readdirSync(folder)).toEqual([])
})

test('a backup that receives fewer rows than PostgreSQL sent fails and leaves no file', async () => {
  const backup = backUpOver({ isRowLost: (row) => row === 2 })
  await expect(backup).rejects.toThrow(/^PostgreSQL sent (\d+) rows of \w+, and \d+ came in\./)
  expect(readdirSync(folder)).toEqual([])
})
