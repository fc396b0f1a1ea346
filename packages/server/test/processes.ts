import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refuseInLog } from './child-logs.ts'

/** A server process started as in production: main.ts with only its environment. */
export type ServerProcess = {
  child: ChildProcess
  role: 'all' | 'api' | 'worker'
  url: string
  /** Everything it has written to stdout and stderr. */
  output(): string
  /** Sends SIGTERM, as an orchestrator does; returns the exit code and the duration. */
  stop(): Promise<{ code: number | null; ms: number }>
  kill(): Promise<void>
}

type Options = {
  role: ServerProcess['role']
  databaseUrl: string
  port?: number
  /** By default a temporary folder that is removed after the process. */
  dataDir?: string
  env?: Record<string, string>
  /** The main.ts of another copy of the sources. */
  main?: string
  /** A command that starts the process elsewhere, such as in a network namespace. */
  prefix?: string[]
  /** Another build of the server under another user, for example the production image. */
  program?: { node: string; main: string; uid: number }
}

const main = join(import.meta.dirname, '..', 'src', 'main.ts')
/** Halves the start time; `npm start` uses the same folder. */
const compileCache = join(import.meta.dirname, '../../../node_modules/.cache/postern')
const readyMsMax = 90_000
const secretSettings = /KEYS|SECRET|TOKEN|PASSWORD/
const readyMessage = /Postern is listening on port (\d+)|Postern is running in the background/

/** The settings that all processes of an installation must share. */
export const sharedKeys = { ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64') }

/** Starts a process and waits until it is ready; throws with its output when it does not start. */
export async function startProcess(options: Options): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'postern-process-'))
  const { program } = options
  if (program) chownSync(dataDir, program.uid, program.uid)
  const [command, ...args] = [
    ...(options.prefix ?? []),
    program?.node ?? process.execPath,
    program?.main ?? options.main ?? main,
  ]
  const child = spawn(command!, args, {
    ...(program ? { uid: program.uid, gid: program.uid, cwd: dataDir } : {}),
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      ROLE: options.role,
      DATABASE_URL: options.databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(options.port ?? 4000),
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'warn',
      ALLOW_PRIVATE_WEBHOOKS: 'true',
      ...sharedKeys,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  // Its last output can come after `exit`, but not after `close`.
  const ended = once(child, 'close')
  void ended.then(() => {
    process.off('exit', end)
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
  })
  await ready(child, () => output)
  const secrets = Object.entries({ ...sharedKeys, ...options.env })
    .filter(([name]) => secretSettings.test(name))
    .map(([, value]) => value)
  const stop = async () => {
    const began = performance.now()
    child.kill('SIGTERM')
    const [code] = await ended
    refuseInLog(output, secrets)
    return { code: code as number | null, ms: Math.round(performance.now() - began) }
  }
  return {
    child,
    role: options.role,
    url: `http://127.0.0.1:${options.port ?? 4000}`,
    output: () => output,
    stop,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
      refuseInLog(output, secrets)
    },
  }
}

function ready(child: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${why}\n${output()}`))
    const late = setTimeout(() => fail('The process is not ready in time.'), readyMsMax)
    child.stdout?.on('data', () => {
      if (!readyMessage.test(output())) return
      clearTimeout(late)
      resolve()
    })
    child.once('close', (code, signal) => {
      clearTimeout(late)
      fail(`The process ended (${code ?? signal}).`)
    })
  })
}
