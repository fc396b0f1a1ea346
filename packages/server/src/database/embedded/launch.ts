import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import type { Log } from '../../telemetry/log.ts'
import type { Binaries } from './engine.ts'
import { type Identity, pathForServer } from './identity.ts'
import { disposableSettings, engineSettings } from './settings.ts'

/** A started server and the end of its stderr, for the error message when it exits. */
type Launched = { process: ChildProcess; stderrTail: string }

const readyMsMax = 60_000
const stderrCharsMax = 1_000
const invalidPassword = '28P01'

export function launch(
  binaries: Binaries,
  data: string,
  socket: string,
  identity: Identity | null,
  options: { log: Log; disposable?: boolean },
): Launched {
  const settings = options.disposable
    ? { ...engineSettings, ...disposableSettings }
    : engineSettings
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const folder = pathForServer(data, identity)
  const pathFlags = ['-D', folder, '-k', socket === data ? folder : socket, '-p', '5432']
  const server = spawn(binaries.postgres, [...pathFlags, ...flags], {
    // Ctrl-C signals the whole process group, and the server must outlive the drain.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: data,
    env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
    ...identity,
  })
  const launched: Launched = { process: server, stderrTail: '' }
  server.stderr?.on('data', (chunk: Buffer) => {
    launched.stderrTail = `${launched.stderrTail}${chunk}`.slice(-stderrCharsMax)
    for (const line of chunk.toString('utf8').trim().split('\n')) {
      if (/ (PANIC|WARNING): /.test(line)) options.log.warn({ line }, 'postgres.message')
    }
  })
  server.unref()
  ;(server.stderr as unknown as { unref(): void }).unref()
  return launched
}

export async function waitUntilReady(
  server: Launched,
  connection: pg.ClientConfig,
  home: string,
): Promise<void> {
  const exited = new Promise<never>((_resolve, reject) => {
    server.process.once('error', reject)
    // The reason in stderr can come after `exit`, but not after `close`.
    server.process.once('close', (code, signal) => {
      const reason = server.stderrTail.trim()
      reject(new Error(`PostgreSQL stopped at its start (${code ?? signal}): ${reason}`))
    })
  })
  exited.catch(() => {})
  const until = Date.now() + readyMsMax
  const first = { ...connection, database: 'postgres' }
  while (!(await Promise.race([acceptsConnections(first, home), exited]))) {
    if (Date.now() > until) throw new Error('PostgreSQL did not become ready within a minute.')
    await new Promise((resume) => setTimeout(resume, 25))
  }
}

/** Whether the server accepts a connection. Throws when it rejects the password. */
export async function acceptsConnections(
  connection: pg.ClientConfig,
  home: string,
): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (cause) {
    if ((cause as { code?: string }).code !== invalidPassword) return false
    const message =
      `${join(home, 'secrets.json')} does not hold the password of the database in ` +
      `${join(home, 'postgres')}. Restore the secrets.json that belongs to it, or remove ` +
      `${home} to start with an empty database.`
    throw new Error(message, { cause })
  } finally {
    await client.end().catch(() => {})
  }
}

export async function createDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('create database postern')
  } finally {
    await client.end()
  }
}
