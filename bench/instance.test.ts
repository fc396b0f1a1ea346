import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withDataDir } from './instance.ts'

const key = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA='
const token = 'TH01234567890123456789'

/** Writes secrets and a log, as servers may leave them in a data folder. */
const writeLeftovers = (logLine: object) => (dataDir: string) => {
  const files = {
    'secrets.json': { encryption_keys: [key], database_password: 'a-password-of-a-database' },
    'sandbox.json': { tables: { tokens: [{ id: token }], codes: [] } },
    'worker.log': logLine,
  }
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(dataDir, name), `${JSON.stringify(content)}\n`)
  }
  return Promise.resolve('done')
}

test.each([
  ['an encryption key', key],
  ['the database password', 'a-password-of-a-database'],
  ['a token of the sandbox', `access_token=${token}`],
  ['an API key', 'pst_owner_0123456789ABCDEFGHIJ'],
])('a run whose servers logged %s fails', async (_name, secret) => {
  await expect(withDataDir(writeLeftovers({ msg: secret }))).rejects.toThrow('has logged 1 secrets')
})

test('a run without secrets in its logs succeeds', async () => {
  expect(await withDataDir(writeLeftovers({ msg: 'server.started' }))).toBe('done')
})
