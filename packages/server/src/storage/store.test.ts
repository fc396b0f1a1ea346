import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bucket, openBucket } from '../../test/bucket.ts'
import { buildMedia, imageFile, upload } from '../../test/media-files.ts'
import { outageCases, storeCases, writeLocal } from '../../test/store-cases.ts'
import { openTestApp } from '../../test/test-app.ts'
import { loadConfig } from '../core/config.ts'
import { StorageUnavailable } from './file-store.ts'
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

describe.each(['disk', 'bucket'] as const)('a store on a %s', (kind) => {
  storeCases(() =>
    storeOf({
      config: loadConfig({ DATA_DIR: directory, ...(kind === 'bucket' ? bucket.env : {}) }),
    }),
  )
})

describe('a bucket', () => {
  outageCases(async () => bucket)
})

test('while a bucket is away, an upload asks it once, and a deletion for the first file only', async () => {
  const testApp = await openTestApp({ env: bucket.env })
  try {
    const { id, thumbnail_url } = await buildMedia(testApp, { bytes: await imageFile() })
    expect(thumbnail_url).not.toBe(null)
    bucket.setAway(true)
    await upload(testApp, await imageFile())
    expect(bucket.missed).toEqual(['PUT'])
    bucket.setAway(true)
    await testApp.call('DELETE', `/v1/media/${id}`)
    // The client repeats a request without a file once.
    expect(bucket.missed).toEqual(['DELETE', 'DELETE'])
  } finally {
    bucket.setAway(false)
    await testApp.close()
  }
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

test('a refused access key → StorageUnavailable, not a missing file', async () => {
  const config = loadConfig({ DATA_DIR: directory, ...bucket.env, S3_ACCESS_KEY_ID: 'UNKNOWN' })
  const store = storeOf({ config })
  await expect(store.open('prof_1/med_1', null)).rejects.toThrow(StorageUnavailable)
  await expect(store.remove('prof_1/med_1')).rejects.toThrow(StorageUnavailable)
  const path = writeLocal(directory, Buffer.from('x'))
  await expect(store.put('prof_1/med_1', path, 'image/png')).rejects.toThrow(StorageUnavailable)
})
