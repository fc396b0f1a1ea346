import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTar } from './tar.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = join(tmpdir(), `postern-tar-${randomBytes(4).toString('hex')}`)
  mkdirSync(folder)
  file = join(folder, 'backup.tar.gz')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function write(): Promise<void> {
  const tar = await createTar(file)
  await tar.add({ name: 'keys.json', size: 6, content: [Buffer.from('secret')] })
  await tar.finish()
}

test('a draft of another user is not written to, and the archive has mode 0600', async () => {
  const foreignDraft = `${file}.part`
  writeFileSync(foreignDraft, 'planted')
  chmodSync(foreignDraft, 0o666)
  await write()
  expect(readFileSync(foreignDraft, 'utf8')).toBe('planted')
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a symlink at the draft’s path is not followed', async () => {
  const elsewhere = join(folder, 'elsewhere')
  symlinkSync(elsewhere, `${file}.part`)
  await write()
  expect(existsSync(elsewhere)).toBe(false)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a finished or abandoned archive leaves no draft', async () => {
  await write()
  const other = await createTar(join(folder, 'other.tar.gz'))
  await other.abandon()
  expect(readdirSync(folder)).toEqual(['backup.tar.gz'])
})
