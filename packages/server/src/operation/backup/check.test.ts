import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openEmptyInstallation, seedInstallation } from '../../../test/backups.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import { createArchive, readArchive } from './archive.ts'
import { createBackup } from './backup.ts'
import { checkBackup } from './check.ts'
import { restore } from './restore.ts'

const folder = join(tmpdir(), `postern-check-${randomBytes(4).toString('hex')}`)
const file = join(folder, 'backup.tar.gz')
const changed = join(folder, 'changed.tar.gz')
const options = { version: '1', withKeys: true, withMedia: true }

let testApp: TestApp
beforeAll(async () => {
  mkdirSync(folder)
  testApp = await openTestApp({ poolMax: 4 })
  await seedInstallation(testApp)
  await createBackup(testApp.ctx, file, options)
}, 60_000)
afterEach(() => rmSync(changed, { force: true }))
afterAll(async () => {
  await testApp.close()
  rmSync(folder, { recursive: true, force: true })
})

type Change = (text: string) => string

/** Writes the backup again with changed items and correct checksums. */
async function rewrite(changes: Record<string, Change>): Promise<void> {
  const archive = await createArchive(changed)
  for await (const item of readArchive(file)) {
    const content = Buffer.concat(await Readable.from(item.content).toArray())
    const change = changes[item.name]
    await archive.add(
      item.name,
      [change ? Buffer.from(change(content.toString('utf8'))) : content],
      item.mime ?? undefined,
    )
  }
  await archive.finish()
}

async function tryRestore() {
  const target = await openEmptyInstallation(testApp, folder)
  try {
    await restore(target.ctx, changed, { force: false, overdue: null, revokeAll: false })
  } finally {
    await target.close()
  }
}

const withoutLastRow: Change = (text) => text.slice(0, text.trimEnd().lastIndexOf('\n') + 1)

test('a row without its line end is refused', async () => {
  await rewrite({
    'tables/event': (text) => text.trimEnd(),
  })
  await expect(tryRestore()).rejects.toThrow(/rows of event, and PostgreSQL read \d+\.$/)
})

test('an intact archive passes the check', async () => {
  await rewrite({})
  await checkBackup(changed)
})

const contradictions: Record<string, [Record<string, Change>, string]> = {
  'a lost row': [{ 'tables/event': withoutLastRow }, 'The backup has 4 rows of event, and 3 came'],
  'a table without a count': [
    { 'counts.json': (text) => text.replace(/"event": \d+,/, '') },
    'The backup lacks the rows of event or their number.',
  ],
  'a missing file': [
    { 'counts.json': (text) => text.replace(/"files": \d+/, '"files": 9') },
    'The backup has 9 files, and 3 came in.',
  ],
  'a count of 0 for a table with rows': [
    { 'counts.json': (text) => text.replace(/"event": \d+/, '"event": 0') },
    'The backup has 0 rows of event, and 4 came in.',
  ],
}

test.each(Object.entries(contradictions))(
  'an archive with %s fails the check',
  async (_, [changes, message]) => {
    await rewrite(changes)
    await expect(checkBackup(changed)).rejects.toThrow(message)
  },
)

const damages: Record<string, (draft: string) => void> = {
  truncated: (draft) => truncateSync(draft, readFileSync(draft).length - 200),
  altered: (draft) => {
    const bytes = gunzipSync(readFileSync(draft))
    bytes[bytes.lastIndexOf('anna.bakes')] = 0x41
    writeFileSync(draft, gzipSync(bytes))
  },
}

for (const [name, damage] of Object.entries(damages)) {
  test(`an archive that is ${name} on the disk fails the backup and leaves no file`, async () => {
    const before = readdirSync(folder)
    const onProgress = (line: string) => {
      if (line !== 'checking the archive') return
      damage(join(folder, readdirSync(folder).find((entry) => entry.endsWith('.part'))!))
    }
    const backup = createBackup(testApp.ctx, changed, { ...options, onProgress })
    await expect(backup).rejects.toThrow(
      /^The backup could not be read back and was deleted\. The archive is damaged or not whole/,
    )
    expect(readdirSync(folder)).toEqual(before)
  })
}
