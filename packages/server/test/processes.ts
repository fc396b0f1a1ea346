import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refuseInLog } from './child-logs.ts'

/** A server process as production runs it: main.ts with its environment and nothing else. */
export type ServerProcess = {
  child: ChildProcess
  role: 'all' | 'api' | 'worker'
  url: string
  /** Everything it has written to the terminal. */
  output(): string
  /** Tells it to stop, as an orchestrator does; answers its exit code and how long it took. */
  stop(): Promise<{ code: number | null; ms: number }>
  kill(): Promise<void>
}

type Options = {
  role: ServerProcess['role']
  databaseUrl: string
  port?: number
  /** Made and removed with the process when not given. */
  dataDir?: string
  env?: Record<string, string>
  /** The main.ts of another copy of the sources. */
  main?: string
  /** Another build of the server, run by another user: what is in the production image. */
  program?: { node: string; main: string; uid: number }
}

const main = join(import.meta.dirname, '..', 'src', 'main.ts')
/** Starting takes half as long with it; `npm start` uses the same folder. */
const compileCache = join(import.meta.dirname, '../../../node_modules/.cache/postern')
const readyMsMax = 90_000
const secretSettings = /KEYS|SECRET|TOKEN|PASSWORD/
const readyWords = /Postern is listening on port (\d+)|Postern works in the background/

/** Keys that all processes of one installation have to share. */
export const sharedKeys = { ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64') }

/** Starts a process and waits until it is ready; throws with its words when it does not start. */
export async function startProcess(options: Options): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'postern-process-'))
  const { program } = options
  if (program) chownSync(dataDir, program.uid, program.uid)
  const child = spawn(program?.node ?? process.execPath, [program?.main ?? options.main ?? main], {
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
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said += chunk
    })
  }
  const ended = once(child, 'exit')
  void ended.then(() => {
    process.off('exit', end)
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
  })
  await ready(child, () => said)
  const secrets = Object.entries({ ...sharedKeys, ...options.env })
    .filter(([name]) => secretSettings.test(name))
    .map(([, value]) => value)
  const stop = async () => {
    const began = performance.now()
    child.kill('SIGTERM')
    const [code] = await ended
    refuseInLog(said, secrets)
    return { code: code as number | null, ms: Math.round(performance.now() - began) }
  }
  return {
    child,
    role: options.role,
    url: `http://127.0.0.1:${options.port ?? 4000}`,
    output: () => said,
    stop,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
      refuseInLog(said, secrets)
    },
  }
}

function ready(child: ChildProcess, said: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${why}\n${said()}`))
    const late = setTimeout(() => fail('The process is not ready in time.'), readyMsMax)
    child.stdout?.on('data', () => {
      if (!readyWords.test(said())) return
      clearTimeout(late)
      resolve()
    })
    child.once('exit', (code) => {
      clearTimeout(late)
      fail(`The process ended (${code}).`)
    })
  })
}
