import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refuseInLog } from '../packages/server/test/child-logs.ts'
import { sharedKeys } from '../packages/server/test/processes.ts'
import { readInstance } from '../scripts/instance.ts'
import { type SpawnedInstance, type SpawnOptions, spawnInstance } from '../scripts/spawn.ts'
import { familyOf, isAlive, postgresOf, until } from './measure.ts'

export type BenchInstance = SpawnedInstance

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
  const secrets = [...Object.values(kept).flat(), ...Object.values(sharedKeys), ...given]
  for (const name of globSync('*.log*', { cwd: dataDir })) {
    refuseInLog(readFileSync(join(dataDir, name), 'utf8'), secrets)
  }
}

function read(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** Starts what `npm start` starts, without a rate limit and with warnings alone in the log. */
export async function startInstance(
  dataDir: string,
  command?: SpawnOptions['command'],
): Promise<BenchInstance> {
  const env = { RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn', ...sharedKeys }
  return await spawnInstance(dataDir, { env, command })
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
