import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bucket, openBucket } from '../../test/bucket.ts'
import { loadConfig } from '../core/config.ts'
import type { ByteRange, FileStore } from './file-store.ts'
import { storeOf } from './store.ts'

const directory = mkdtempSync(join(tmpdir(), 'postern-store-'))
let bucket: Bucket

beforeAll(async () => {
  bucket = await openBucket()
})
afterAll(async () => {
  await bucket.close()
  rmSync(directory, { recursive: true, force: true })
})

function local(bytes: Buffer): string {
  const path = join(directory, randomBytes(6).toString('hex'))
  writeFileSync(path, bytes)
  return path
}

async function read(store: FileStore, key: string, range: ByteRange | null) {
  const stream = await store.open(key, range)
  if (!stream) return null
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

describe.each(['disk', 'bucket'] as const)('a store on a %s', (kind) => {
  const open = () =>
    storeOf({
      config: loadConfig({ DATA_DIR: directory, ...(kind === 'bucket' ? bucket.env : {}) }),
    })

  test('returns a stored file, fully and by range', async () => {
    const [store, bytes] = [open(), randomBytes(300_000)]
    await store.put('prof_1/med_1', local(bytes), 'image/png')
    expect(await read(store, 'prof_1/med_1', null)).toEqual(bytes)
    expect(await read(store, 'prof_1/med_1', { first: 10, last: 19 })).toEqual(
      bytes.subarray(10, 20),
    )
    expect(await read(store, 'prof_1/med_1', { first: 299_999, last: 299_999 })).toHaveLength(1)
  })

  test('moves the file away from its source path', async () => {
    const path = local(Buffer.from('moved'))
    await open().put('prof_1/med_2', path, 'image/png')
    expect(existsSync(path)).toBe(false)
  })

  test('returns null for a missing or removed file, and removes it twice without an error', async () => {
    const store = open()
    await store.put('prof_1/med_3', local(Buffer.from('x')), 'image/png')
    await store.remove('prof_1/med_3')
    await store.remove('prof_1/med_3')
    expect(await read(store, 'prof_1/med_3', null)).toBe(null)
    expect(await read(store, 'prof_1/never', null)).toBe(null)
  })

  test('a file that cannot be read leaves no partial file', async () => {
    const store = open()
    await expect(store.put('prof_1/med_4', join(directory, 'none'), 'image/png')).rejects.toThrow()
    expect(await read(store, 'prof_1/med_4', null)).toBe(null)
  })
})

test('a configuration has one store', () => {
  const config = loadConfig({ DATA_DIR: directory })
  expect(storeOf({ config })).toBe(storeOf({ config }))
})

test.each(['S3_BUCKET', 'S3_REGION', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])(
  '%s alone is refused at the start',
  (name) => {
    const env = { DATA_DIR: directory, [name]: bucket.env[name] }
    expect(() => loadConfig(env)).toThrow('must be set together')
  },
)

test('an error of the bucket is thrown, not reported as a missing file', async () => {
  const config = loadConfig({ DATA_DIR: directory, ...bucket.env, S3_ACCESS_KEY_ID: 'UNKNOWN' })
  await expect(storeOf({ config }).open('prof_1/med_1', null)).rejects.toThrow()
})
