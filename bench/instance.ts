import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refuseInLog } from '../packages/server/test/child-logs.ts'
import { readInstance } from '../scripts/instance.ts'
import { familyOf, isAlive, postgresOf, until } from './processes.ts'

export type BenchInstance = {
  child: ChildProcess
  pid: number
  url: string
  ownerKey: string | null
  /** What it said of its database: created, started or adopted. */
  database: string
  readyMs: number
}

const startScript = join(import.meta.dirname, '..', 'scripts', 'start.ts')
const readyMsMax = 60_000
const stopMsMax = 30_000

/** A data folder that is gone, with everything that runs on it, when the work is done. */
export async function withDataDir<Result>(
  work: (dataDir: string) => Promise<Result>,
): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'postern-bench-'))
  chmodSync(dataDir, 0o755)
  try {
    const result = await work(dataDir)
    refuseSecrets(dataDir)
    return result
  } finally {
    const server = readInstance(dataDir)?.pid
    if (server) process.kill(server, 'SIGKILL')
    const postgres = postgresOf(dataDir)
    if (postgres) {
      process.kill(postgres, 'SIGQUIT')
      await until(() => !isAlive(postgres), 10_000)
    }
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

type Kept = Record<string, string | string[]>
type SandboxState = { tables?: Record<'tokens' | 'codes', { id: string }[] | undefined> }

/** No log of a folder may hold what its secrets file has, or what its sandbox gave out. */
function refuseSecrets(dataDir: string): void {
  const kept = read(join(dataDir, 'secrets.json')) as Kept
  const { tables } = read(join(dataDir, 'sandbox.json')) as SandboxState
  const given = [...(tables?.tokens ?? []), ...(tables?.codes ?? [])].map(({ id }) => id)
  const secrets = [...Object.values(kept).flat(), ...given]
  for (const name of globSync('*.log*', { cwd: dataDir })) {
    refuseInLog(readFileSync(join(dataDir, name), 'utf8'), secrets)
  }
}

function read(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** Starts what `npm start` starts and waits for the end of its greeting. */
export async function startInstance(
  dataDir: string,
  options: { env?: Record<string, string>; command?: [string, ...string[]] } = {},
): Promise<BenchInstance> {
  const began = performance.now()
  const [program, ...rest] = options.command ?? [process.execPath, startScript]
  const child = spawn(program, rest, {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'warn',
      npm_lifecycle_event: 'bench',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const greeting = await greetingOf(child)
  const running = readInstance(dataDir)
  if (!running) throw new Error(`The instance did not say where it runs:\n${greeting}`)
  return {
    child,
    pid: running.pid,
    url: running.url,
    ownerKey: /pst_owner_\w{43}/.exec(greeting)?.[0] ?? null,
    database: /database: (\w+)/.exec(greeting)?.[1] ?? 'unknown',
    readyMs: Math.round(performance.now() - began),
  }
}

function greetingOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const late = setTimeout(() => reject(new Error(`not ready:\n${output}`)), readyMsMax)
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8')
      if (!output.includes('Ctrl-C stops everything')) return
      clearTimeout(late)
      resolve(output)
    })
    child.once('exit', (code) => {
      clearTimeout(late)
      reject(new Error(`npm start ended (${code}):\n${output}`))
    })
  })
}

/** Ends it as Ctrl-C does; answers how long that took. */
export async function stopInstance(instance: BenchInstance): Promise<number> {
  const began = performance.now()
  process.kill(instance.pid, 'SIGTERM')
  if (!(await until(() => !isAlive(instance.pid), stopMsMax))) {
    throw new Error('The instance does not stop.')
  }
  return Math.round(performance.now() - began)
}

/** Server, sandbox and database of an instance, as lists of processes. */
export function processesOf(instance: BenchInstance, dataDir: string) {
  const postgres = familyOf(postgresOf(dataDir) ?? -1)
  const own = familyOf(instance.pid).filter((pid) => !postgres.includes(pid))
  return {
    server: own.filter((pid) => pid === instance.pid),
    sandbox: own.filter((pid) => pid !== instance.pid),
    postgres,
  }
}
