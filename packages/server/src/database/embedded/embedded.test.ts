import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../telemetry/log.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'
import { engineCopyOf, linkLibraries, reachableEngine } from './engine.ts'

const isRoot = process.getuid?.() === 0
const log = createLog({ level: 'silent' })
let parent = ''
let directory = ''

beforeEach(() => {
  // Mode 0700, like root's home folder, which no other user can traverse.
  parent = realpathSync(mkdtempSync(join(tmpdir(), 'postern-embedded-')))
  directory = join(parent, 'data')
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

const start = (folder = directory, password = 'test') =>
  startEmbedded({ directory: folder, password, log, disposable: true, unsupervised: true })

async function query(server: EmbeddedPostgres, text: string): Promise<unknown[]> {
  const client = new pg.Client(server.connection)
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

async function createAndStop(folder = directory): Promise<void> {
  const server = await start(folder)
  await query(server, `create table note as select 'kept' as text`)
  await server.stop()
}

test('the database is in the data folder, even if only its owner can reach it', async () => {
  const server = await start()
  expect(server.directory).toBe(join(directory, 'postgres'))
  expect(existsSync(join(directory, 'postgres', 'PG_VERSION'))).toBe(true)
  await server.stop()
  expect(readdirSync(directory)).toEqual(['postgres'])
  expect(existsSync(engineCopyOf(directory))).toBe(false)
})

test('the next start after removing the data folder creates an empty database', async () => {
  await createAndStop()
  rmSync(directory, { recursive: true })
  const server = await start(directory, 'another password')
  expect(server.origin).toBe('created')
  expect(await query(server, `select to_regclass('note') as note`)).toEqual([{ note: null }])
  await server.stop()
})

test('a copy of the data folder starts with its database, regardless of the files’ owner', async () => {
  await createAndStop()
  const copy = join(parent, 'copy')
  execFileSync('cp', ['-r', directory, copy])
  const server = await start(copy)
  expect(server.origin).toBe('started')
  expect(await query(server, 'select text from note')).toEqual([{ text: 'kept' }])
  await server.stop()
})

test('with a path too long for a socket the server starts, and its socket is removed', async () => {
  const deep = join(directory, 'd'.repeat(100))
  const server = await start(deep)
  const { host } = server.connection
  expect(statSync(host!).mode & 0o777).toBe(0o700)
  await server.stop()
  expect(existsSync(host!)).toBe(false)
})

test('a start adopts a running server and its socket', async () => {
  const deep = join(directory, 'd'.repeat(100))
  const first = await start(deep)
  const second = await start(deep)
  expect(second).toMatchObject({ origin: 'adopted', pid: first.pid, connection: first.connection })
  await second.stop()
})

test('a wrong password fails with an error that names both paths and what to do', async () => {
  await createAndStop()
  await expect(start(directory, 'other')).rejects.toThrow(
    `${join(directory, 'secrets.json')} does not hold the password of the database in ` +
      `${join(directory, 'postgres')}. Restore the secrets.json that belongs to it, or remove ` +
      `${directory} to start with an empty database.`,
  )
})

test('libraries whose links an install script did not create are linked', () => {
  const native = join(parent, 'native')
  mkdirSync(join(native, 'lib'), { recursive: true })
  writeFileSync(join(native, 'lib', 'libpq.so.5.18'), '')
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links))
  linkLibraries(native)
  linkLibraries(native)
  expect(readlinkSync(join(native, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18')
})

describe.runIf(isRoot)('started as root', () => {
  test('the database belongs to an unprivileged user and runs as this user', async () => {
    const server = await start()
    expect(statSync(server.directory).uid).not.toBe(0)
    expect(statSync(`/proc/${server.pid}`).uid).toBe(statSync(server.directory).uid)
    await server.stop()
  })

  test('binaries that the unprivileged user cannot reach are copied where it can', () => {
    const native = join(parent, 'native')
    mkdirSync(join(native, 'bin'), { recursive: true, mode: 0o700 })
    execFileSync('cp', ['/bin/true', join(native, 'bin', 'postgres')])
    const engine = reachableEngine(native, directory, { uid: 65_534, gid: 65_534 })
    expect(engine).toBe(engineCopyOf(directory))
    const run = { uid: 65_534, gid: 65_534, cwd: '/' }
    expect(() => execFileSync(join(engine, 'bin', 'postgres'), run)).not.toThrow()
    rmSync(engine, { recursive: true })
  })
})
