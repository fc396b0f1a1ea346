import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { readInstance } from './instance.ts'

export type SpawnedInstance = {
  child: ChildProcess
  pid: number
  url: string
  sandboxUrl: string | null
  /** Printed at the first start only. */
  ownerKey: string | null
  /** How it came to its database: created, started or adopted. */
  database: string
  readyMs: number
}

export type SpawnOptions = {
  env?: Record<string, string> | undefined
  command?: readonly [string, ...string[]] | undefined
}

const startScript = join(import.meta.dirname, 'start.ts')
const readyMsMax = 120_000

/** Starts what `npm start` starts, in a process group of its own, and waits for its greeting. */
export async function spawnInstance(
  dataDir: string,
  { env = {}, command = [process.execPath, startScript] }: SpawnOptions = {},
): Promise<SpawnedInstance> {
  const began = performance.now()
  const [program, ...rest] = command
  const child = spawn(program, rest, {
    cwd: join(import.meta.dirname, '..'),
    // With this variable it watches its parent, and stops by itself if that is killed.
    env: { ...process.env, DATA_DIR: dataDir, npm_lifecycle_event: 'spawn', ...env },
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
    sandboxUrl: running.sandboxUrl,
    ownerKey: /pst_owner_\w{43}/.exec(greeting)?.[0] ?? null,
    database: /database: (\w+)/.exec(greeting)?.[1] ?? 'unknown',
    readyMs: Math.round(performance.now() - began),
  }
}

/** What it prints until it is ready. One that is not ready in time is stopped. */
function greetingOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const late = setTimeout(() => {
      child.kill('SIGTERM')
      reject(new Error(`npm start was not ready within ${readyMsMax} ms:\n${output}`))
    }, readyMsMax)
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
