import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** An empty PostgreSQL server from Debian's packages, on a local port. */
export type DebianPostgres = {
  /** The major version of Debian's server, which differs from the embedded one's. */
  major: number
  port: number
  connection: { host: string; port: number; user: string; password: string }
  /** The URL of a database; `port` connects through another port, such as a proxy's. */
  url(database: string, port?: number): string
  createDatabase(name: string): Promise<void>
  /** Stops the server as a crash does, and keeps its data for `start`. */
  crash(): Promise<void>
  start(): Promise<void>
  /** Restarts the server (`immediate` simulates a crash); returns the seconds it was down. */
  restart(how: 'fast' | 'immediate'): Promise<number>
  /** Stops the server and deletes its files. */
  stop(): Promise<void>
}

const installRoot = '/usr/lib/postgresql'
const readyMsMax = 20_000
const user = 'postern'
const password = 'on-this-machine-only'
/** No durability for speed, as in the embedded server of the tests. */
const fastSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Starts a cluster in a temporary folder with the binaries of Debian's package `postgresql`, which is
 * installed if missing. When run as root, the server runs as `postgres`. `durable` keeps fsync on. With
 * `replicaOf`, it is a streaming replica of that server.
 */
export async function startDebianPostgres(
  options: {
    durable?: boolean
    settings?: Record<string, string>
    replicaOf?: DebianPostgres
  } = {},
): Promise<DebianPostgres> {
  const binaries = findBinaries() ?? installBinaries()
  const directory = mkdtempSync(join(tmpdir(), 'postern-debian-'))
  chmodSync(directory, 0o755)
  const identity = serverIdentity()
  const data = join(directory, 'data')
  const port = await freePort()
  const passwordFile = join(directory, 'password')
  writeFileSync(passwordFile, password)
  if (identity.uid !== undefined) execFileSync('chown', ['-R', `${identity.uid}`, directory])
  const [program, ...arguments_] = options.replicaOf
    ? [
        'pg_basebackup',
        '-D',
        data,
        '-R',
        '-X',
        'stream',
        '-c',
        'fast',
        '-d',
        options.replicaOf.url('postgres'),
      ]
    : [
        'initdb',
        '-D',
        data,
        '-U',
        user,
        `--pwfile=${passwordFile}`,
        '-A',
        'scram-sha-256',
        '-E',
        'UTF8',
      ]
  execFileSync(join(binaries, program!), arguments_, {
    ...identity,
    stdio: 'ignore',
    cwd: directory,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  })
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: directory,
    ...(options.durable ? {} : fastSettings),
    ...options.settings,
  }
  const serverOptions = Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
  const connection = { host: '127.0.0.1', port, user, password }

  const start = async (): Promise<ChildProcess> => {
    const words = ['-D', data, `--port=${port}`, ...serverOptions]
    const child = spawn(join(binaries, 'postgres'), words, {
      ...identity,
      cwd: directory,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const end = () => child.kill('SIGQUIT')
    process.once('exit', end)
    child.once('exit', () => process.off('exit', end))
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = `${stderr}${chunk}`.slice(-2_000)
    })
    const began = performance.now()
    while (!(await acceptsConnections(connection))) {
      const hasEnded = child.exitCode !== null || child.signalCode !== null
      if (hasEnded || performance.now() - began > readyMsMax) {
        throw new Error(`PostgreSQL did not start:\n${stderr}`)
      }
      await new Promise((resume) => setTimeout(resume, 50))
    }
    return child
  }
  const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  let running = await start()
  return {
    major: Number(/\d+/.exec(binaries.slice(installRoot.length))?.[0]),
    port,
    connection,
    url: (database, proxyPort = port) =>
      `postgresql://${user}:${password}@127.0.0.1:${proxyPort}/${database}`,
    createDatabase: (name) => administer(connection, `create database ${name}`),
    crash: () => end(running, 'SIGQUIT'),
    start: async () => {
      running = await start()
    },
    restart: async (how) => {
      const began = performance.now()
      await end(running, how === 'fast' ? 'SIGINT' : 'SIGQUIT')
      running = await start()
      return (performance.now() - began) / 1_000
    },
    stop: async () => {
      await end(running, 'SIGQUIT')
      rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

/** The folder of the newest installed version. */
function findBinaries(): string | null {
  if (!existsSync(installRoot)) return null
  const versions = readdirSync(installRoot).sort((one, other) => Number(other) - Number(one))
  const newest = versions.find((version) =>
    existsSync(join(installRoot, version, 'bin', 'postgres')),
  )
  return newest ? join(installRoot, newest, 'bin') : null
}

function installBinaries(): string {
  const sudo = userInfo().uid === 0 ? [] : ['sudo', '-n']
  for (const command of [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'postgresql'],
  ]) {
    const [program, ...rest] = [...sudo, ...command]
    execFileSync(program!, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      // Keeps the package from starting its own cluster.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    })
  }
  const found = findBinaries()
  if (!found) throw new Error('Debian’s package postgresql has no server binary.')
  return found
}

/** PostgreSQL refuses to run as root. */
export function serverIdentity(): { uid?: number; gid?: number } {
  if (userInfo().uid !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function acceptsConnections(connection: pg.ClientConfig): Promise<boolean> {
  return await administer(connection, 'select 1').then(
    () => true,
    () => false,
  )
}

async function administer(connection: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end().catch(() => {})
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}
