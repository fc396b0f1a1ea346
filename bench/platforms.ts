import { fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import {
  appPlatformValues,
  needsApp,
  type PlatformValue,
  serverNetworkSettings,
} from '../packages/server/src/core/networks.ts'
import type { Tokens } from '../packages/server/src/platforms/contract/tokens.ts'
import { connectAccounts } from '../packages/server/src/resources/accounts/connect.ts'
import { freePort } from '../packages/server/src/start/ports.ts'
import type { ServerProcess } from '../packages/server/test/processes.ts'
import { type Engine, inParallel, openEngine } from './engine.ts'

/**
 * A database and a sandbox. The sandbox runs in a separate process, so that it outlives a killed server
 * and shows what was published after it.
 */
export type Platforms = Engine & {
  /** The port of the server. */
  port: number
  control: Control
  /** Logs in at the sandbox and connects the first account, to the default profile if none is named. */
  connect(platform: PlatformValue, account: string, profileId?: string): Promise<Connected>
  /**
   * Creates people with one Threads account each and connects the accounts, in equal parts to these
   * profiles, or to the default profile.
   */
  connectPeople(usernames: readonly string[], profileIds?: readonly string[]): Promise<Connected[]>
  /** Starts a server with all roles on `port`. */
  startAll(): Promise<ServerProcess>
  call<Body>(method: string, path: string, body?: unknown): Promise<Body>
}

export type Connected = { id: string; platform: PlatformValue; username: string; tokens: Tokens }
type Control = <Body>(method: string, path: string, body?: unknown) => Promise<Body>

const sandboxMain = join(import.meta.dirname, '..', 'packages/sandbox/src/main.ts')
const loginsAtOnce = 8

/** Where other machines reach the sandbox, and the balancer of the server processes. */
type Addresses = { sandbox: { host: string; port: number }; port: number }

export async function openPlatforms(
  dataDir: string,
  addresses: Addresses | null = null,
  env: Record<string, string> = {},
): Promise<Platforms> {
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const
  const { host, port: sandboxPort } = addresses?.sandbox ?? { host: '127.0.0.1', port: 0 }
  const child = fork(sandboxMain, ['--host', host, '--port', String(sandboxPort)], {
    stdio: [...stdio],
  })
  try {
    const [{ url }] = (await once(child, 'message')) as [{ url: string }]
    // A random port, so that concurrent runs do not collide.
    const port = addresses?.port ?? (await freePort(20_000 + randomInt(10_000)))
    const PUBLIC_URL = `http://localhost:${port}`
    const engine = await openEngine(dataDir, { SANDBOX_URL: url, PUBLIC_URL, ...env })
    const control: Control = (method, path, body) => sendJson(`${url}/control${path}`, method, body)
    for (const platform of appPlatformValues) {
      await control('PUT', `/apps/${platform}`, {
        redirect_uris: [redirectUri(engine, platform)],
        ...(platform === 'tiktok' ? { url_prefixes: [`${PUBLIC_URL}/`] } : {}),
      })
    }
    await control('PUT', '/settings', { text_ms: 0 })
    const connect: Platforms['connect'] = (platform, account, profileId = engine.profileId) =>
      login(engine, control, { platform, account, profileId })
    return {
      ...{ ...engine, port, control, connect },
      connectPeople: async (usernames, profileIds = [engine.profileId]) => {
        const accounts: Connected[] = []
        await inParallel(usernames.length, loginsAtOnce, async (index) => {
          const username = usernames[index]!
          const accountsOf = [{ platform: 'threads', username }]
          await control('POST', '/people', { name: username, accounts: accountsOf })
          const profileId = profileIds[Math.floor((index * profileIds.length) / usernames.length)]!
          const platform = 'threads'
          accounts[index] = await login(engine, control, { platform, account: username, profileId })
        })
        return accounts
      },
      startAll: () => engine.start('all', { port }),
      call: (method, path, body) =>
        sendJson(`http://127.0.0.1:${port}${path}`, method, body, engine.ownerKey!),
      close: async () => {
        await engine.close()
        child.disconnect()
      },
    }
  } catch (err) {
    child.disconnect()
    throw err
  }
}

function redirectUri({ ctx }: Engine, platform: PlatformValue): string {
  return `${ctx.config.publicUrl}/connect/callback/${platform}`
}

/** Connects an account as the consent page and the OAuth callback do, without HTTP requests to them. */
async function login(
  engine: Engine,
  control: Control,
  { platform, account, profileId }: { platform: PlatformValue; account: string; profileId: string },
): Promise<Connected> {
  const { ctx, scope } = engine
  const { connect } = ctx.platforms.get(platform)!
  const redirect = redirectUri(engine, platform)
  const { url: page, kept = null } = await connect.begin({
    redirectUri: redirect,
    state: 'bench',
    server: enteredServer(engine, platform, account),
    reconnect: null,
    language: 'en',
  })
  const response = await control<{ redirect?: string }>('POST', '/authorize', {
    url: page.href,
    account,
    decision: 'allow',
  })
  const back = connect.readReturn(new URL(response.redirect ?? 'http://none').searchParams)
  if (!('code' in back)) throw new Error(`The sandbox refused the login of ${account}.`)
  const grant = await connect.finish({
    code: back.code,
    redirectUri: connect.redirectUriOf?.(kept) ?? redirect,
    iss: back.iss ?? null,
    kept,
  })
  const granted = grant.accounts.slice(0, 1)
  const { ownerId } = scope
  const facts = { ownerId, profileId, platform, granted, metadata: {}, now: ctx.clock.now() }
  const outcome = await ctx.db.transact((tx) => connectAccounts(ctx, tx, facts))
  if (!('accounts' in outcome)) throw new Error(outcome.refused)
  const { id, username } = outcome.accounts[0]!
  return { id, platform, username, tokens: granted[0]!.tokens }
}

/** What a client enters where a network asks for a server. */
function enteredServer({ ctx }: Engine, platform: PlatformValue, account: string): string | null {
  const { server } = ctx.platforms.get(platform)!.connect
  if (!server || server.asks === 'handle' || needsApp(platform)) return server ? account : null
  const [host] = serverNetworkSettings(platform).sandbox.hosts
  return `${host}.localhost:${new URL(ctx.config.sandboxUrl!).port}`
}

async function sendJson<Body>(
  url: string,
  method: string,
  body: unknown,
  key?: string,
): Promise<Body> {
  const isForm = body instanceof FormData
  const response = await fetch(url, {
    method,
    headers: {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`)
  return (text ? JSON.parse(text) : null) as Body
}
