import { type ChildProcess, fork } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, loadConfig } from '../packages/server/src/core/config.ts'
import { appPlatformValues } from '../packages/server/src/core/networks.ts'
import { webhookVerifyTokens } from '../packages/server/src/resources/comments/inbound.ts'
import { type RunningServer, startServer } from '../packages/server/src/serve.ts'
import { turnOnCompileCache } from './compile-cache.ts'
import { developmentDefaults } from './defaults.ts'
import { displayPath, removeInstance, waitForFreeDataDir, writeInstance } from './instance.ts'
import { freePort } from './ports.ts'

const firstPort = 4000
const firstSandboxPort = 4100
const sandboxReadyMsMax = 15_000
const forceQuitAfterMs = 2_000

const root = join(import.meta.dirname, '..')
const parent = process.ppid
const running: {
  sandbox: ChildProcess | null
  starting: Promise<RunningServer> | null
  server: RunningServer | null
} = { sandbox: null, starting: null, server: null }
let stoppingSince: number | null = null

/** Starts the database, the sandbox and the server. */
async function start(): Promise<void> {
  const dataDir = resolve(process.env.DATA_DIR ?? join(root, 'data'))
  mkdirSync(dataDir, { recursive: true })
  await waitForFreeDataDir(dataDir)
  handleShutdown(dataDir)
  const defaults = developmentDefaults(process.env)
  const sandboxUrl = defaults.sandbox ? await startSandbox(dataDir) : null
  const config = await startOnFreePort(dataDir, sandboxUrl, defaults.privateWebhooks)
  if (sandboxUrl) await registerApps(sandboxUrl, config)
  if (config.role === 'worker') printWorkerGreeting(dataDir)
  else printGreeting(config.publicUrl, sandboxUrl, config.allowPrivateWebhooks, dataDir)
}

/** Another program may use the port between the check and the start. Then the next one is tried. */
async function startOnFreePort(
  dataDir: string,
  sandboxUrl: string | null,
  allowPrivate: boolean,
): Promise<Config> {
  for (let first = firstPort; ; first += 1) {
    const port = process.env.PORT ?? String(await freePort(first, process.env.HOST))
    const config = loadConfig({
      LOG_FILE: join(dataDir, 'postern.log'),
      ...(sandboxUrl ? { SANDBOX_URL: sandboxUrl } : {}),
      ...(allowPrivate ? { ALLOW_PRIVATE_WEBHOOKS: 'true' } : {}),
      ...process.env,
      DATA_DIR: dataDir,
      PORT: port,
    })
    const { publicUrl: url, allowPrivateWebhooks: privateWebhooks } = config
    writeInstance(dataDir, { pid: process.pid, url, sandboxUrl, privateWebhooks })
    try {
      running.starting = startServer(config)
      running.server = await running.starting
      return config
    } catch (err) {
      const isPortUsed = (err as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!isPortUsed || process.env.PORT || first > firstPort + 20) throw err
    }
  }
}

/** Starts the sandbox as a child process, which exits when this process ends. Returns its URL. */
async function startSandbox(dataDir: string): Promise<string> {
  const port = await freePort(firstSandboxPort)
  const child = fork(
    join(root, 'packages/sandbox/src/main.ts'),
    ['--port', String(port), '--state', join(dataDir, 'sandbox.json')],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, NODE_COMPILE_CACHE: turnOnCompileCache() },
    },
  )
  running.sandbox = child
  return await new Promise((resolveUrl, reject) => {
    const timer = setTimeout(
      () => reject(new Error('The sandbox did not start in time.')),
      sandboxReadyMsMax,
    )
    child.once('exit', (code) => reject(new Error(`The sandbox exited with code ${code}.`)))
    child.on('message', (message: { type?: string; url?: string }) => {
      if (message.type !== 'ready' || !message.url) return
      clearTimeout(timer)
      resolveUrl(message.url)
    })
  })
}

/** Registers this installation's URLs with the sandbox's apps, as at the real platforms. */
async function registerApps(sandboxUrl: string, config: Config): Promise<void> {
  const { publicUrl, keyring } = config
  for (const platform of appPlatformValues) {
    const callbacks = `${publicUrl}/platform-callbacks/${platform}`
    const response = await fetch(`${sandboxUrl}/control/apps/${platform}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        redirect_uris: [`${publicUrl}/connect/callback/${platform}`],
        webhook_url: `${publicUrl}/platform-webhooks/${platform}`,
        verify_token: webhookVerifyTokens(keyring, platform)[0],
        deauthorize_url: `${callbacks}/deauthorize`,
        data_deletion_url: `${callbacks}/data-deletion`,
        ...(platform === 'tiktok' ? { url_prefixes: [`${publicUrl}/`] } : {}),
      }),
      signal: AbortSignal.timeout(5_000),
    })
    if (!response.ok)
      throw new Error(`The sandbox rejected the ${platform} app: ${response.status}`)
    const app = (await response.json()) as { webhook_problem?: string | null }
    if (app.webhook_problem) process.stderr.write(`  ${platform}: ${app.webhook_problem}\n`)
  }
}

function printWorkerGreeting(dataDir: string): void {
  process.stdout.write(
    '\n  Postern is running in the background (ROLE=worker). It serves no requests.\n\n' +
      `  Data and log    ${displayPath(dataDir, process.cwd())}  (${databaseNote()})\n\n` +
      '  Ctrl-C stops everything.\n\n',
  )
}

function printGreeting(
  url: string,
  sandboxUrl: string | null,
  isPrivateAllowed: boolean,
  dataDir: string,
): void {
  const key = running.server?.ownerKey
  const lines = [
    '',
    '  Postern is running.',
    '',
    `  Dashboard       ${running.server?.signInUrl ?? `${url}/dashboard`}`,
    ...(running.server?.signInUrl
      ? ['                  Open this link to choose your password. It is not shown again.']
      : ['                  Forgot your password? npm run sign-in']),
    `  API             ${url}/v1`,
    `  API reference   ${url}/docs`,
    ...(sandboxUrl
      ? [
          `  Sandbox         ${sandboxUrl}   all networks on this machine, with people to log in as`,
          `  Webhook inbox   ${sandboxUrl}/inbox`,
        ]
      : ['  Sandbox         off; start it with SANDBOX=on']),
    `  Data and log    ${displayPath(dataDir, process.cwd())}  (${databaseNote()})`,
    ...(key
      ? ['', `  Owner key       ${key}`, '                  Save it now. It is not shown again.']
      : ['', '  Owner key       shown at the first start; npm run key creates another']),
    ...(isPrivateAllowed
      ? [
          '',
          '  Webhooks can reach private addresses (ALLOW_PRIVATE_WEBHOOKS). Use this for development only.',
        ]
      : []),
    '',
    `  Try next        ${sandboxUrl ? 'npm run example   adds three sample clients to the dashboard' : 'npm run demo'}`,
    ...(sandboxUrl ? ['                  npm run demo      runs every step over HTTP'] : []),
    ...(key ? [`                  curl -H "Authorization: Bearer ${key}" ${url}/v1/me`] : []),
    '',
    '  Ctrl-C stops everything.',
    '',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

function databaseNote(): string {
  const origin = running.server?.database
  return origin === 'moved' ? 'database: moved here from /var/lib/postern' : `database: ${origin}`
}

function handleShutdown(dataDir: string): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(dataDir, 0))
  }
  // A killed npm sends no signal, but then this process has another parent.
  if (process.env.npm_lifecycle_event) {
    setInterval(() => {
      if (process.ppid !== parent) void stop(dataDir, 0)
    }, 500).unref()
  }
}

/**
 * Stops everything in order. One Ctrl-C sends several signals, from the terminal and from npm. Another
 * signal after two seconds exits immediately.
 */
async function stop(dataDir: string, status: number): Promise<void> {
  if (stoppingSince !== null) {
    if (performance.now() - stoppingSince > forceQuitAfterMs) process.exit(130)
    return
  }
  stoppingSince = performance.now()
  // Ignore write errors of a closed terminal.
  process.stdout.on('error', () => {})
  process.stdout.write('\n  Stopping …\n')
  try {
    // Wait for a running start, which would leave its PostgreSQL running.
    const server = await running.starting?.catch(() => null)
    await server?.stop()
  } finally {
    if (running.sandbox?.connected) running.sandbox.disconnect()
    removeInstance(dataDir)
  }
  process.stdout.write('  Stopped.\n')
  process.exit(status)
}

try {
  await start()
} catch (err) {
  process.stderr.write(`\n  Postern did not start: ${(err as Error).message}\n`)
  if (running.sandbox?.connected) running.sandbox.disconnect()
  process.exit(1)
}
