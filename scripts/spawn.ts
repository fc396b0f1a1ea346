import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { readInstance } from '../packages/server/src/start/instance.ts'

export type SpawnedInstance = {
  child: ChildProcess
  pid: number
  url: string
  sandboxUrl: string | null
  /** Printed by the first start only. */
  ownerKey: string | null
  /** The origin of the database: created, started or adopted. */
  database: string
  readyMs: number
}

export type SpawnOptions = {
  env?: Record<string, string> | undefined
  command?: readonly [string, ...string[]] | undefined
  /** The working directory; by default the repository's. */
  cwd?: string
}

const root = join(import.meta.dirname, '..')
const startScript = join(root, 'scripts', 'start.ts')
const readyMsMax = 120_000

/** Starts an instance like `npm start` in a new process group, and waits until it is ready. */
export async function spawnInstance(
  dataDir: string,
  { env = {}, command = [process.execPath, startScript], cwd = root }: SpawnOptions = {},
): Promise<SpawnedInstance> {
  const startedAt = performance.now()
  const [program, ...rest] = command
  const child = spawn(program, rest, {
    cwd,
    // With this variable the instance stops when its parent is killed.
    env: { ...process.env, DATA_DIR: dataDir, npm_lifecycle_event: 'spawn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const greeting = await waitForGreeting(child)
  const running = readInstance(dataDir)
  if (!running) throw new Error(`The instance wrote no instance.json:\n${greeting}`)
  return {
    child,
    pid: running.pid,
    url: running.url,
    sandboxUrl: running.sandboxUrl,
    ownerKey: /pst_owner_\w{43}/.exec(greeting)?.[0] ?? null,
    database: /database: (\w+)/.exec(greeting)?.[1] ?? 'unknown',
    readyMs: Math.round(performance.now() - startedAt),
  }
}

/** The output until the instance is ready. Stops an instance that is not ready in time. */
function waitForGreeting(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => {
      child.kill('SIGTERM')
      reject(new Error(`npm start was not ready within ${readyMsMax} ms:\n${output}`))
    }, readyMsMax)
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8')
      if (!output.includes('Ctrl-C stops everything')) return
      clearTimeout(timer)
      resolve(output)
    })
    // Its last output can come after `exit`, but not after `close`.
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      reject(new Error(`npm start exited with ${signal ?? `code ${code}`}:\n${output}`))
    })
  })
}
