import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readInstance } from '../packages/server/src/start/instance.ts'
import { refuseInLog } from '../packages/server/test/child-logs.ts'
import { sharedKeys } from '../packages/server/test/processes.ts'
import { type SpawnedInstance, type SpawnOptions, spawnInstance } from '../scripts/spawn.ts'
import { isAlive, postgresOf, processTreeOf, waitUntil } from './measure.ts'

export type BenchInstance = SpawnedInstance

const stopMsMax = 30_000

/** Creates a data folder. Stops its processes and deletes it after the work. */
export async function withDataDir<Result>(
  work: (dataDir: string) => Promise<Result>,
): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'postern-bench-'))
  chmodSync(dataDir, 0o755)
  try {
    const result = await work(dataDir)
    assertNoSecretsInLogs(dataDir)
    return result
  } finally {
    const server = readInstance(dataDir)?.pid
    if (server) process.kill(server, 'SIGKILL')
    const postgres = postgresOf(dataDir)
    if (postgres) {
      process.kill(postgres, 'SIGQUIT')
      await waitUntil(() => !isAlive(postgres), 10_000)
    }
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

type SecretsFile = Record<string, string | string[]>
type SandboxState = { tables?: Record<'tokens' | 'codes', { id: string }[] | undefined> }

/** Throws if a log in the folder contains a secret of the server or a token of the sandbox. */
function assertNoSecretsInLogs(dataDir: string): void {
  const secretsFile = read(join(dataDir, 'secrets.json')) as SecretsFile
  const { tables } = read(join(dataDir, 'sandbox.json')) as SandboxState
  const issued = [...(tables?.tokens ?? []), ...(tables?.codes ?? [])].map(({ id }) => id)
  const secrets = [...Object.values(secretsFile).flat(), ...Object.values(sharedKeys), ...issued]
  for (const name of globSync('*.log*', { cwd: dataDir })) {
    refuseInLog(readFileSync(join(dataDir, name), 'utf8'), secrets)
  }
}

function read(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** Starts an instance like `npm start`, without a rate limit and with log level warn. */
export async function startInstance(
  dataDir: string,
  command?: SpawnOptions['command'],
): Promise<BenchInstance> {
  const env = { RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn', ...sharedKeys }
  return await spawnInstance(dataDir, { env, command })
}

/** Stops the instance. Returns the milliseconds it took. */
export async function stopInstance(instance: BenchInstance): Promise<number> {
  const began = performance.now()
  process.kill(instance.pid, 'SIGTERM')
  if (!(await waitUntil(() => !isAlive(instance.pid), stopMsMax))) {
    throw new Error('The instance did not stop within 30 s.')
  }
  return Math.round(performance.now() - began)
}

/** The pids of an instance's server, sandbox and database. */
export function processesOf(instance: BenchInstance, dataDir: string) {
  const postgres = processTreeOf(postgresOf(dataDir) ?? -1)
  const processes = processTreeOf(instance.pid).filter((pid) => !postgres.includes(pid))
  return {
    server: processes.filter((pid) => pid === instance.pid),
    sandbox: processes.filter((pid) => pid !== instance.pid),
    postgres,
  }
}
