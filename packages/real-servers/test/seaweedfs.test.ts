import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../../server/src/core/config.ts'
import { StorageUnavailable } from '../../server/src/storage/file-store.ts'
import { storeOf } from '../../server/src/storage/store.ts'
import { outageCases, storeCases, writeLocal } from '../../server/test/store-cases.ts'
import { homeFolder } from '../src/home.ts'
import type { RunningServer } from '../src/running.ts'
import { type Seaweedfs, startSeaweedfs } from '../src/seaweedfs/start.ts'

const directory = mkdtempSync(join(tmpdir(), 'postern-seaweedfs-test-'))
let running: RunningServer & { seaweedfs: Seaweedfs }

beforeAll(async () => {
  running = await startSeaweedfs(homeFolder())
})
afterAll(async () => {
  await running.stop()
  rmSync(directory, { recursive: true, force: true })
})

const configOf = (env: Record<string, string> = {}) =>
  loadConfig({ DATA_DIR: directory, ...running.seaweedfs.env, ...env })

describe('a store on SeaweedFS', () => {
  storeCases(() => storeOf({ config: configOf() }))
})

describe('SeaweedFS that is killed and started again', () => {
  outageCases(async () => ({
    env: running.seaweedfs.env,
    setAway: (isAway) => (isAway ? running.seaweedfs.kill() : running.seaweedfs.start()),
  }))
})

test('SeaweedFS that accepts connections and does not respond → StorageUnavailable; the file is intact afterwards', async () => {
  const store = storeOf({ config: configOf() })
  await store.put('prof_1/frozen', writeLocal(directory, Buffer.from('intact')), 'text/plain')
  running.seaweedfs.freeze()
  try {
    const path = writeLocal(directory, Buffer.from('new'))
    await Promise.all([
      expect(store.open('prof_1/frozen', null)).rejects.toThrow(StorageUnavailable),
      expect(store.put('prof_1/new', path, 'text/plain')).rejects.toThrow(StorageUnavailable),
    ])
  } finally {
    await running.seaweedfs.start()
  }
  const stream = await store.open('prof_1/frozen', null)
  expect(Buffer.concat(await stream!.toArray()).toString()).toBe('intact')
}, 180_000)

test.each([
  ['an unknown access key', { S3_ACCESS_KEY_ID: 'unknown' }],
  ['a wrong secret', { S3_SECRET_ACCESS_KEY: 'wrong' }],
  ['a bucket that does not exist', { S3_BUCKET: 'postern-missing' }],
])('%s → StorageUnavailable, not a missing file', async (_name, env) => {
  const store = storeOf({ config: configOf(env) })
  await expect(store.open('prof_1/med_1', null)).rejects.toThrow(StorageUnavailable)
})
