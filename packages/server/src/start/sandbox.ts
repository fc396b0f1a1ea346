import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire, getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'
import { type Config, libraryPath } from '../core/config.ts'
import { appPlatformValues } from '../core/networks.ts'
import { webhookVerifyTokens } from '../resources/comments/sync/inbound.ts'
import { freePort } from './ports.ts'

const firstPort = 4100
const readyMsMax = 15_000

export type RunningSandbox = { url: string; process: ChildProcess }

/** Starts the sandbox as a child process, which exits when this process ends, on another port than the server's. */
export async function startSandbox(
  dataDir: string,
  serverPort: number | null,
): Promise<RunningSandbox> {
  const compileCache = getCompileCacheDir()
  const port = await freePort(firstPort, '127.0.0.1', serverPort)
  const child = fork(
    sandboxProgram(),
    ['--port', String(port), '--state', join(dataDir, 'sandbox.json')],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...libraryPath(),
        // The parent of the folder, which is named after the version of Node.
        ...(compileCache ? { NODE_COMPILE_CACHE: dirname(compileCache) } : {}),
      },
    },
  )
  return await new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.disconnect()
      reject(new Error('The sandbox did not start in time.'))
    }, readyMsMax)
    child.once('exit', (code) => reject(new Error(`The sandbox exited with code ${code}.`)))
    child.on('message', (message: { type?: string; url?: string }) => {
      if (message.type !== 'ready' || !message.url) return
      clearTimeout(timer)
      resolve({ url: message.url, process: child })
    })
  })
}

/** The program of `@postern/sandbox`: its source in the repository, otherwise its build. */
function sandboxProgram(): string {
  let folder: string
  try {
    folder = dirname(createRequire(import.meta.url).resolve('@postern/sandbox/package.json'))
  } catch (cause) {
    const message = '@postern/sandbox is not installed. Install it or set SANDBOX=off.'
    throw new Error(message, { cause })
  }
  const source = join(folder, 'src', 'main.ts')
  return existsSync(source) ? source : join(folder, 'dist', 'main.js')
}

/** Registers this installation's URLs with the sandbox's apps, as at the real platforms. */
export async function registerApps(sandboxUrl: string, config: Config): Promise<void> {
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
