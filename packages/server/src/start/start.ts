import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, readConfig, readStartSettings } from '../core/config.ts'
import { type RunningServer, startServer, stopServer } from '../serve.ts'
import { developmentDefaults } from './defaults.ts'
import { greeting, type Hints } from './greeting.ts'
import { announceServer, removeInstance, waitForFreeDataDir } from './instance.ts'
import { freePort } from './ports.ts'
import { type RunningSandbox, registerApps, startSandbox } from './sandbox.ts'

export type StartOptions = {
  dataDir: string
  hints: Hints
}

const firstPort = 4000
const lastPort = firstPort + 20
const forceQuitAfterMs = 2_000

const parent = process.ppid
const running: {
  sandbox: RunningSandbox | null
  starting: Promise<RunningServer> | null
} = { sandbox: null, starting: null }
let stoppingSince: number | null = null

/**
 * Starts the database, the sandbox and the server in this process, as `npm start` and `postern start`
 * do, prints where they are and stops them on a signal. Exits with 1 if something does not start.
 */
export async function start(options: StartOptions): Promise<void> {
  try {
    await startEverything(options)
  } catch (err) {
    process.stderr.write(`\n  Postern did not start: ${(err as Error).message}\n`)
    stopSandbox()
    process.exit(1)
  }
}

async function startEverything(options: StartOptions): Promise<void> {
  const settings = readStartSettings()
  const dataDir = resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true })
  await waitForFreeDataDir(dataDir)
  handleShutdown(dataDir, settings.npm_lifecycle_event !== undefined)
  const defaults = developmentDefaults(settings)
  if (defaults.sandbox) {
    const port = settings.PORT === undefined ? null : Number(settings.PORT)
    running.sandbox = await startSandbox(dataDir, port)
  }
  const sandboxUrl = running.sandbox?.url ?? null
  const { config, server } = await startOnFreePort(dataDir, {
    LOG_FILE: join(dataDir, 'postern.log'),
    ...(sandboxUrl ? { SANDBOX_URL: sandboxUrl } : {}),
    ...(defaults.privateWebhooks ? { ALLOW_PRIVATE_WEBHOOKS: 'true' } : {}),
  })
  if (sandboxUrl) await registerApps(sandboxUrl, config)
  process.stdout.write(greeting(server, config, sandboxUrl, options.hints))
}

/** Another program may use the port between the check and the start. Then the next one is tried. */
async function startOnFreePort(
  dataDir: string,
  fallback: Record<string, string>,
): Promise<{ config: Config; server: RunningServer }> {
  const { HOST, PORT } = readStartSettings()
  for (let first = firstPort; ; first += 1) {
    const port = PORT ?? String(await freePort(first, HOST))
    const config = readConfig({ DATA_DIR: dataDir, PORT: port }, fallback)
    announceServer(config)
    try {
      running.starting = startServer(config)
      return { config, server: await running.starting }
    } catch (err) {
      const isPortUsed = (err as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!isPortUsed || PORT || first > lastPort) throw err
    }
  }
}

/** `isRunByNpm`: a killed npm sends no signal, but then this process has another parent. */
function handleShutdown(dataDir: string, isRunByNpm: boolean): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(dataDir))
  }
  if (!isRunByNpm) return
  setInterval(() => {
    if (process.ppid !== parent) void stop(dataDir)
  }, 500).unref()
}

/**
 * Stops everything in order. One Ctrl-C sends several signals, from the terminal and from npm. Another
 * signal after two seconds exits immediately.
 */
async function stop(dataDir: string): Promise<void> {
  if (stoppingSince !== null) {
    if (performance.now() - stoppingSince > forceQuitAfterMs) process.exit(130)
    return
  }
  stoppingSince = performance.now()
  // Ignore write errors of a closed terminal.
  process.stdout.on('error', () => {})
  process.stdout.write('\n  Stopping …\n')
  // Waits for a running start, which would leave its PostgreSQL running.
  const report = (line: string) => process.stderr.write(`  ${line}`)
  const code = running.starting ? ((await stopServer(running.starting, report)) ?? 0) : 0
  stopSandbox()
  removeInstance(dataDir)
  if (code === 0) process.stdout.write('  Stopped.\n')
  process.exit(code)
}

function stopSandbox(): void {
  const child = running.sandbox?.process
  if (child?.connected) child.disconnect()
}
