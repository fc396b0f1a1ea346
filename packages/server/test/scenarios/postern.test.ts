import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { countByKey, findUnreadable } from '../../src/operation/sealed.ts'
import { healthProofs } from '../../src/pages/health.ts'
import { parseKeyring, seal } from '../../src/security/secrets.ts'
import { readStoredKeys } from '../../src/security/stored-secrets.ts'
import { buildAccount, buildProfile } from '../build.ts'
import { dropTestDatabase } from '../database.ts'
import { saveLogLines } from '../log-scan.ts'
import { buildMedia } from '../media-files.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

const bin = join(import.meta.dirname, '../../bin/postern.mjs')
const folder = join(tmpdir(), `postern-cli-${randomBytes(4).toString('hex')}`)
const accounts = 4_000

let testApp: TestApp
beforeAll(async () => {
  mkdirSync(folder)
  testApp = await openTestApp({ now: new Date(), poolMax: 3 })
  await buildAccount(testApp)
  await insertAccounts()
}, 60_000)
afterAll(async () => {
  await testApp.close()
  rmSync(folder, { recursive: true, force: true })
})

type CommandResult = { status: number; out: string; err: string }

function environment(change: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    DATA_DIR: testApp.ctx.config.dataDir,
    DATABASE_URL: databaseUrlOf(testApp.ctx.db.pool.options.database!),
    SANDBOX_URL: testApp.sandbox.url,
    PUBLIC_URL: 'http://localhost:4000',
    ...change,
  }
}

function databaseUrlOf(database: string): string {
  const { host, port, user, password } = testApp.ctx.db.pool.options
  const query = new URLSearchParams({ host: String(host), port: String(port) })
  return `postgresql://${user}:${password}@localhost/${database}?${query}`
}

async function postern(args: string[], env: Record<string, string> = {}): Promise<CommandResult> {
  const options = { env: environment(env), cwd: folder }
  return await promisify(execFile)(process.execPath, [bin, ...args], options)
    .then(
      ({ stdout, stderr }) => ({ status: 0, out: stdout, err: stderr }),
      (err) => ({ status: err.code, out: err.stdout, err: err.stderr }),
    )
    .then((result) => {
      // The printed output may contain a requested key, the logs may not.
      saveLogLines(inject('logFolder'), result.err.split('\n'))
      return result
    })
}

/** Starts a command and kills it with SIGKILL as soon as its output matches. */
async function killOnOutput(args: string[], pattern: RegExp, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [bin, ...args], { env: environment(env), cwd: folder })
  let text = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      text += chunk
      if (pattern.test(text)) resolve()
    })
    child.once('exit', () => reject(new Error(`ended before it was killed: ${text}`)))
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exited
}

async function insertAccounts(): Promise<void> {
  const { rows } = await testApp.ctx.db.pool.query(
    'select profile_id, owner_id from account limit 1',
  )
  const ids = Array.from({ length: accounts }, (_, place) => `acc_${place}`)
  const sealed = ids.map((id) =>
    seal(
      testApp.ctx.config.keyring,
      `account:${id}`,
      JSON.stringify({ access: `secret-token-${id}` }),
    ),
  )
  await testApp.ctx.db.pool.query(
    `insert into account (id, owner_id, profile_id, platform, platform_account_id, username, status,
       permissions_granted, permissions_missing, tokens_sealed, connected_at, created_at, updated_at)
     select id, $3, $4, 'threads', id, id, 'connected', '{}', '{}', sealed, now(), now(), now()
     from unnest($1::text[], $2::bytea[]) as new_account (id, sealed)`,
    [ids, sealed, rows[0].owner_id, rows[0].profile_id],
  )
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('the help lists every command', async () => {
  const help = await postern(['--help'])
  expect(help.status).toBe(0)
  for (const name of [
    'start',
    'serve',
    'migrate',
    'doctor',
    'platforms',
    'keys',
    'sign-in',
    'backup',
    'restore',
    'rotate-encryption-key',
    'export',
  ]) {
    expect(help.out).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'))
  }
})

test.each([['nonsense'], ['backup'], ['keys revoke'], ['doctor --nonsense']])(
  'postern %s exits with 2',
  async (args) => {
    expect((await postern(args.split(' '))).status).toBe(2)
  },
)

test.each(['keys', 'doctor', 'backup none.tar.gz'])(
  'postern %s without an installation reports that and creates none',
  async (args) => {
    const empty = join(folder, 'empty')
    const { status, err } = await postern(args.split(' '), { DATA_DIR: empty, DATABASE_URL: '' })
    expect({ status, err }).toEqual({
      status: 1,
      err: `postern: There is no installation in ${empty}. Choose one with --data-dir, or start a new one.\n`,
    })
    expect(existsSync(empty)).toBe(false)
  },
)

test('keys are created, listed without secrets, and revoked', async () => {
  const { out } = await postern(['keys', 'create', 'for the CI'])
  const key = /pst_owner_\w+/.exec(out)![0]
  const { body: me } = await testApp.call('GET', '/v1/me', undefined, { key })
  const list = await postern(['keys', 'list'])
  expect(list.out).toContain('for the CI')
  expect(list.out).not.toContain(key)
  const json = JSON.parse((await postern(['keys', '--json'])).out)
  expect(json.map(({ id }: { id: string }) => id)).toContain(me.key.id)
  expect((await postern(['keys', 'revoke', me.key.id])).out).toContain('was revoked')
  testApp.clock.set(new Date(Date.now() + 1_000))
  expect((await testApp.call('GET', '/v1/me', undefined, { key })).status).toBe(401)
  const unknown = await postern(['keys', 'revoke', 'key_none'])
  const err = 'postern: This API key was not found. Check its ID.\n'
  expect(unknown).toMatchObject({ status: 1, err })
  const { rows } = await testApp.ctx.db.pool.query(
    `select action, actor_kind from audit_entry where resource_id = $1 order by id`,
    [me.key.id],
  )
  expect(rows).toEqual([
    { action: 'createApiKey', actor_kind: 'system' },
    { action: 'revokeApiKey', actor_kind: 'system' },
  ])
})

test('a sign-in link is created, and the database is migrated', async () => {
  expect((await postern(['sign-in'])).out).toContain('/dashboard/sign-in#token=')
  expect((await postern(['migrate'])).out).toBe('The database is already up to date.\n')
})

test('the doctor exits with 1 on a problem, as text and as JSON', async () => {
  const result = await postern(['doctor'])
  expect(result.status).toBe(1)
  expect(result.out).toMatch(/^PROBLEM {2}durability/m)
  expect(result.out).toMatch(/\d+ problems?, \d+ warnings?\.\n$/)
  const json = await postern(['doctor', '--json'])
  expect(json.status).toBe(1)
  const findings = JSON.parse(json.out)
  expect(findings).toContainEqual(expect.objectContaining({ check: 'runtime', level: 'ok' }))
  const invalid = await postern(['doctor'], { PUBLIC_URL: 'example.com' })
  expect(invalid.out).toMatch(/^PROBLEM {2}configuration +The configuration .*:\n +PUBLIC_URL: /m)
})

test('an export contains only its profile and no tokens', async () => {
  const profile = await buildProfile(testApp, { name: 'Exported', external_id: 'exported-1' })
  await buildAccount(testApp, { profile_id: profile.id, granted: { username: 'exported_account' } })
  const media = await buildMedia(testApp, { profile: profile.id })
  const file = join(folder, 'export.tar.gz')
  const { out } = await postern(['export', 'profile', 'exported-1', file])
  expect(out).toMatch(
    /^Exported 1 accounts, 0 posts, 0 comments, 0 notes, 0 saved texts, 0 insights, 0 webhooks, 1 media:/,
  )
  const text = gunzipSync(await readFile(file)).toString('latin1')
  for (const included of ['profile.ndjson', 'exported_account', `media/${media.id}.jpg`]) {
    expect(text).toContain(included)
  }
  for (const excluded of ['secret-token', 'acc_17', 'tokens_sealed']) {
    expect(text).not.toContain(excluded)
  }
})

test('a key rotation killed with SIGKILL loses nothing and is finished by the next run', async () => {
  const before = readStoredKeys(testApp.ctx.config.dataDir)
  await killOnOutput(['rotate-encryption-key'], /created key/)
  const keys = readStoredKeys(testApp.ctx.config.dataDir)
  expect(keys.slice(1)).toEqual(before)
  const unreadable = await findUnreadable(testApp.ctx)
  expect(unreadable.closed).toEqual([])
  expect(unreadable.opened).toBeGreaterThanOrEqual(accounts)

  const { status, out } = await postern(['rotate-encryption-key'])
  expect(status).toBe(0)
  expect(readStoredKeys(testApp.ctx.config.dataDir)).toEqual(keys)
  expect(out).toContain('Nothing is encrypted with')
  expect((await countByKey(testApp.ctx.db.query)).size).toBe(1)
  expect((await findUnreadable(testApp.ctx)).closed).toEqual([])
})

test('a backup is restored; a restore killed with SIGKILL leaves nothing behind', async () => {
  await buildMedia(testApp)
  const file = join(folder, 'backup.tar.gz')
  const result = await postern(['backup', file, '--with-keys'])
  expect(result.out).toMatch(/Backed up \d+ rows and \d+ media files: .*\nIt contains the enc/)
  expect(result.err).toContain('checking the archive')

  const name = `test_${randomBytes(8).toString('hex')}`
  await testApp.ctx.db.pool.query(`create database ${name} template template0`)
  const dataDir = join(folder, 'restored')
  const env = { DATABASE_URL: databaseUrlOf(name), DATA_DIR: dataDir }
  const client = new pg.Client(env.DATABASE_URL)
  await client.connect()
  const count = async () =>
    (await client.query('select count(*)::integer as count from account')).rows[0].count
  try {
    await killOnOutput(['restore', file], /account: \d+ rows/, env)
    expect(await count()).toBe(0)
    const { status, out, err } = await postern(['restore', file], env)
    expect(status, err).toBe(0)
    expect(out).toMatch(/^Restored \d+ rows and \d+ media files from [\s\S]*since then work again/)
    expect(await count()).toBeGreaterThan(accounts)
    expect(existsSync(join(dataDir, 'media', 'restoring'))).toBe(false)
    expect(readdirSync(join(dataDir, 'media', 'incoming'))).toEqual([])
    const again = await postern(['restore', file], env)
    expect(again.status).toBe(1)
    expect(again.err).toMatch(/^postern: This installation is not empty/)
    const revoked = await postern(['restore', file, '--force', '--revoke-all'], env)
    expect(revoked.out).toMatch(/was revoked\.[\s\S]*Owner key +pst_owner_[\s\S]*Sign in +http/)
  } finally {
    await client.end()
    await dropTestDatabase(name)
  }
})

test('a running service adopts a new key and drops the old one without a restart', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = environment({ PORT: String(port), PUBLIC_URL: url })
  const service: ChildProcess = spawn(process.execPath, [bin, 'serve'], { env, stdio: 'ignore' })
  const nonce = 'sixteen-characters-at-least'
  const proof = async () =>
    (await (await fetch(`${url}/health?nonce=${nonce}`)).json()) as { proof: string }
  try {
    await expect
      .poll(() =>
        fetch(`${url}/ready`).then(
          (r) => r.status,
          () => 0,
        ),
      )
      .toBe(200)
    const { status, err } = await postern(['rotate-encryption-key'])
    expect(status).toBe(0)
    expect(err).toContain('waiting for 1 processes')
    const ring = parseKeyring(readStoredKeys(testApp.ctx.config.dataDir))
    expect((await proof()).proof).toBe(healthProofs(ring, nonce)[0])
    expect((await postern(['rotate-encryption-key', '--remove-old'])).out).toContain('Removed')
    expect(readStoredKeys(testApp.ctx.config.dataDir)).toHaveLength(1)
    expect((await findUnreadable(testApp.ctx)).closed).toEqual([])
  } finally {
    const exited = new Promise((resolve) => service.once('exit', resolve))
    service.kill('SIGTERM')
    await exited
  }
})
