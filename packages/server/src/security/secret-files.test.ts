import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSecretFiles } from './secret-files.ts'

let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'postern-secrets-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function secret(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

test('a secret from a file is read without the newline', () => {
  const ENCRYPTION_KEYS_FILE = secret('keys', 'a,b\n')
  expect(withSecretFiles({ ENCRYPTION_KEYS_FILE }).ENCRYPTION_KEYS).toBe('a,b')
})

test('the database password is encoded into DATABASE_URL', () => {
  const DATABASE_PASSWORD_FILE = secret('password', 'p@ss/w:rd %\n')
  const DATABASE_URL = 'postgresql://postern@db:5432/postern?sslmode=require'
  const { DATABASE_URL: url } = withSecretFiles({ DATABASE_URL, DATABASE_PASSWORD_FILE })
  const address = new URL(url!)
  expect(decodeURIComponent(address.password)).toBe('p@ss/w:rd %')
  expect([address.host, address.search]).toEqual(['db:5432', '?sslmode=require'])
})

test('the database password is inserted for a pooler that has none, and into a list of servers', () => {
  const DATABASE_URL = 'postgresql://postern@one,two/postern'
  const withPool = (DATABASE_POOL_URL: string) =>
    withSecretFiles({ DATABASE_URL, DATABASE_PASSWORD: 'a', DATABASE_POOL_URL })
  expect(withPool('postgresql://postern@pooler/postern')).toMatchObject({
    DATABASE_URL: 'postgresql://postern:a@one,two/postern',
    DATABASE_POOL_URL: 'postgresql://postern:a@pooler/postern',
  })
  const own = 'postgresql://postern:b@pooler/postern'
  expect(withPool(own).DATABASE_POOL_URL).toBe(own)
})

test.each([
  [{ SMTP_URL: 'smtp://a', SMTP_URL_FILE: '/b' }, 'Set SMTP_URL or SMTP_URL_FILE, not both.'],
  [{ SMTP_URL_FILE: '/nowhere' }, 'SMTP_URL_FILE: /nowhere cannot be read (ENOENT).'],
  [{ DATABASE_PASSWORD: 'a' }, 'DATABASE_PASSWORD needs a DATABASE_URL.'],
  [
    { DATABASE_PASSWORD: 'a', DATABASE_URL: 'postgresql://u:b@h/d' },
    'Set DATABASE_PASSWORD or a password in DATABASE_URL, not both.',
  ],
])('a secret that is set twice or unreadable fails with a message', (env, words) => {
  expect(() => withSecretFiles(env)).toThrow(words)
})
