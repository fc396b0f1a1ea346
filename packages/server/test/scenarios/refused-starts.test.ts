import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../../src/core/config.ts'
import { parseKeyring } from '../../src/security/secrets.ts'
import { requireKeys } from '../../src/setup.ts'
import { buildAccount, buildWebhook } from '../build.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

describe('the encryption keys', () => {
  let testApp: TestApp
  beforeAll(async () => {
    testApp = await openTestApp()
    await buildAccount(testApp)
    await buildWebhook(testApp)
  })
  afterAll(() => testApp.close())

  const newKeyring = () => parseKeyring([randomBytes(32).toString('base64')])
  const start = (keyring: TestApp['ctx']['config']['keyring']) =>
    requireKeys({ ...testApp.ctx, config: { ...testApp.ctx.config, keyring } })

  test('a start with another key is refused and names the affected rows', async () => {
    await expect(start(newKeyring())).rejects.toThrow('1 of account and 1 of webhook_endpoint')
  })

  test('a new key before the old one is accepted as a rotation', async () => {
    const [oldKey] = testApp.ctx.config.keyring
    await expect(start([...newKeyring(), oldKey])).resolves.toBeUndefined()
  })
})

describe('secrets.json', () => {
  let dataDir: string
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'postern-secrets-'))
  })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  test.each(['', '{"encryption_keys":', '{}', '{"encryption_keys":[],"database_password":"x"}'])(
    'a damaged file (%j) is reported, not replaced',
    (text) => {
      writeFileSync(join(dataDir, 'secrets.json'), text)
      expect(() => loadConfig({ DATA_DIR: dataDir })).toThrow('secrets.json is damaged')
    },
  )

  test('an unreadable file is reported as unreadable', () => {
    const folder = join(dataDir, 'unreadable')
    mkdirSync(join(folder, 'secrets.json'), { recursive: true })
    expect(() => loadConfig({ DATA_DIR: folder })).toThrow('secrets.json cannot be read (EISDIR)')
  })

  test('a missing file is not recreated when a database exists', () => {
    rmSync(join(dataDir, 'secrets.json'))
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18\n')
    for (let start = 0; start < 2; start += 1) {
      expect(() => loadConfig({ DATA_DIR: dataDir })).toThrow(
        `Restore it from a backup, or remove ${dataDir} to start`,
      )
    }
  })
})

test.each([
  ['PUBLIC_URL', 'https://social.example.com/base', 'only scheme, host and port'],
  ['DATABASE_URL', 'nonsense', 'postgresql://'],
  ['DATABASE_URL', 'postgresql://u@one,two:x/db', 'Each of the hosts'],
  ['DATABASE_POOL_URL', 'postgresql://u@one/db', 'Set DATABASE_URL too'],
  ['PORT', '0', 'PORT'],
  ['SMTP_URL', 'mail.example.com', 'smtp://'],
  ['ENCRYPTION_KEYS', 'abc', '32 bytes'],
  ['OUTBOUND_CA_FILE', '/nowhere.pem', 'cannot be read (ENOENT)'],
])('%s=%s is refused at the start with its name', (name, value, message) => {
  const start = () => loadConfig({ DATA_DIR: tmpdir(), [name]: value })
  expect(start).toThrow(name)
  expect(start).toThrow(message)
})

test('every invalid variable is reported on its own line', () => {
  const invalid = {
    PORT: '0',
    THREADS_CLIENT_ID: '1',
    S3_BUCKET: 'media',
    ENCRYPTION_KEYS: 'abc',
    OUTBOUND_CA_FILE: '/nowhere.pem',
  }
  const start = () => loadConfig({ DATA_DIR: tmpdir(), ...invalid })
  for (const name of Object.keys(invalid)) expect(start).toThrow(new RegExp(`^ {2}${name}\\b`, 'm'))
})
