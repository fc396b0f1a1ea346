import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withDataDir } from './instance.ts'

const key = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA='
const token = 'TH01234567890123456789'

/** What servers on a folder may have left in it. */
const leave = (said: object) => (dataDir: string) => {
  const files = {
    'secrets.json': { encryption_keys: [key], database_password: 'a-password-of-a-database' },
    'sandbox.json': { tables: { tokens: [{ id: token }], codes: [] } },
    'worker.log': said,
  }
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(dataDir, name), `${JSON.stringify(content)}\n`)
  }
  return Promise.resolve('done')
}

test.each([
  ['an encryption key', key],
  ['the password of the database', 'a-password-of-a-database'],
  ['what the sandbox gave out', `access_token=${token}`],
  ['a key of the API', 'pst_owner_0123456789ABCDEFGHIJ'],
])('a run whose servers have logged %s does not succeed', async (_what, secret) => {
  await expect(withDataDir(leave({ msg: secret }))).rejects.toThrow('has logged 1 secrets')
})

test('a run whose logs hold no secret succeeds', async () => {
  expect(await withDataDir(leave({ msg: 'server.started' }))).toBe('done')
})
