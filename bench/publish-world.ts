import { type ChildProcess, fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { Context } from '../packages/server/src/context.ts'
import { systemClock } from '../packages/server/src/core/clock.ts'
import { loadConfig } from '../packages/server/src/core/config.ts'
import { type PlatformValue, platformValues } from '../packages/server/src/core/networks.ts'
import { startEmbedded } from '../packages/server/src/database/embedded/embedded.ts'
import { type Database, openDatabase } from '../packages/server/src/database/open.ts'
import { createOutbound, type Outbound } from '../packages/server/src/outbound/outbound.ts'
import { createPlatforms } from '../packages/server/src/platforms/registry.ts'
import type { Tokens } from '../packages/server/src/platforms/tokens.ts'
import { connectAccounts } from '../packages/server/src/resources/accounts/connect.ts'
import { createLog } from '../packages/server/src/telemetry/log.ts'
import { freePort } from '../scripts/ports.ts'
import { type BenchInstance, startInstance, stopInstance } from './instance.ts'

/**
 * One installation with a sandbox in a process of its own, which outlives the installation: what a
 * platform does after we died can be seen only so.
 */
export type PublishWorld = {
  dataDir: string
  sandbox: Sandbox
  instance: BenchInstance
  ownerKey: string
  db: Database
  /** Starts the server again on the same folder, port and sandbox. */
  restart(): Promise<void>
  /** A login at the sandbox, and its first account in the default profile. */
  connect(platform: PlatformValue, account: string): Promise<Connected>
  call<Body>(method: string, path: string, body?: unknown): Promise<Body>
  close(): Promise<void>
}

export type Connected = { id: string; platform: PlatformValue; username: string; tokens: Tokens }

export type Sandbox = {
  url: string
  control<Body>(method: string, path: string, body?: unknown): Promise<Body>
  close(): void
}

const sandboxMain = join(import.meta.dirname, '..', 'packages/sandbox/src/main.ts')
const log = createLog({ level: 'error', file: '/dev/null' })

export async function openPublishWorld(dataDir: string): Promise<PublishWorld> {
  const sandbox = await openSandbox()
  try {
    return await openOn(dataDir, sandbox)
  } catch (err) {
    sandbox.close()
    throw err
  }
}

async function openOn(dataDir: string, sandbox: Sandbox): Promise<PublishWorld> {
  // Anywhere, so that two runs at the same time do not meet.
  const port = await freePort(20_000 + randomInt(10_000))
  const publicUrl = `http://localhost:${port}`
  const env = {
    SANDBOX: 'off',
    SANDBOX_URL: sandbox.url,
    ALLOW_PRIVATE_WEBHOOKS: 'true',
    PORT: String(port),
  }
  await registerApps(sandbox, publicUrl)
  const instance = await startInstance(dataDir, { env })
  const ctx = await openContext(dataDir, { ...env, PUBLIC_URL: publicUrl })
  const world: PublishWorld = {
    dataDir,
    sandbox,
    instance,
    ownerKey: instance.ownerKey!,
    db: ctx.db,
    restart: async () => {
      world.instance = await startInstance(dataDir, { env })
    },
    connect: (platform, account) => login(ctx, sandbox, publicUrl, platform, account),
    call: (method, path, body) => callApi(world, method, path, body),
    close: async () => {
      await ctx.db.close().catch(() => {})
      await ctx.outbound.close()
      await stopInstance(world.instance).catch(() => {})
      sandbox.close()
    },
  }
  return world
}

export async function openSandbox(): Promise<Sandbox> {
  const child = fork(sandboxMain, ['--port', '0'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const url = await readyUrl(child)
  return {
    url,
    control: async <Body>(method: string, path: string, body?: unknown) =>
      await sendJson<Body>(`${url}/control${path}`, method, {}, body),
    close: () => child.disconnect(),
  }
}

function readyUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The sandbox stopped (${code}).`)))
    child.on('message', (message: { url?: string }) => message.url && resolve(message.url))
  })
}

export async function registerApps(sandbox: Sandbox, publicUrl: string): Promise<void> {
  for (const platform of platformValues) {
    await sandbox.control('PUT', `/apps/${platform}`, {
      redirect_uris: [redirectUri(publicUrl, platform)],
      ...(platform === 'tiktok' ? { url_prefixes: [`${publicUrl}/`] } : {}),
    })
  }
}

function redirectUri(publicUrl: string, platform: PlatformValue): string {
  return `${publicUrl}/connect/callback/${platform}`
}

/** The service's own parts in this process, on the database of the running instance. */
async function openContext(dataDir: string, env: Record<string, string>): Promise<Context> {
  const config = loadConfig({ ...env, DATA_DIR: dataDir })
  const embedded = await startEmbedded({
    directory: dataDir,
    password: config.databasePassword,
    log,
  })
  if (embedded.how !== 'adopted') throw new Error('The database of the instance was not running.')
  const outbound: Outbound = createOutbound({
    allowPrivate: true,
    trustedOrigins: [new URL(config.sandboxUrl!).origin],
  })
  const clock = systemClock
  return {
    config,
    clock,
    log,
    outbound,
    db: openDatabase({ connection: embedded.connection, poolMax: 4, log, listen: true }),
    mail: { configured: false, send: async () => {} },
    platforms: createPlatforms({ config, outbound, now: () => clock.now() }),
  }
}

/** What a person's click and our callback do, without the pages between them. */
export async function login(
  ctx: Context,
  sandbox: Sandbox,
  publicUrl: string,
  platform: PlatformValue,
  account: string,
): Promise<Connected> {
  const { connect } = ctx.platforms.get(platform)!
  const redirect = redirectUri(publicUrl, platform)
  const page = connect.authorizeUrl({ redirectUri: redirect, state: 'bench', challenge: null })
  const answer = await sandbox.control<{ redirect?: string }>('POST', '/authorize', {
    url: page.href,
    account,
    decision: 'allow',
  })
  const back = connect.readReturn(new URL(answer.redirect ?? 'http://none').searchParams)
  if (!('code' in back)) throw new Error(`The login of ${account} failed.`)
  const grant = await connect.finish({ code: back.code, redirectUri: redirect, verifier: null })
  const granted = grant.accounts.slice(0, 1)
  const profile = await ctx.db.read
    .selectFrom('profile')
    .select(['id', 'owner_id'])
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow()
  const outcome = await ctx.db.transact((tx) =>
    connectAccounts(ctx, tx, {
      ownerId: profile.owner_id,
      profileId: profile.id,
      platform,
      granted,
      metadata: {},
      now: ctx.clock.now(),
    }),
  )
  if (!('accounts' in outcome)) throw new Error(outcome.refused)
  const [connected] = outcome.accounts
  const { id, username } = connected!
  return { id, platform, username, tokens: granted[0]!.tokens }
}

async function callApi<Body>(
  world: PublishWorld,
  method: string,
  path: string,
  body?: unknown,
): Promise<Body> {
  const headers = { authorization: `Bearer ${world.ownerKey}` }
  return await sendJson<Body>(`${world.instance.url}${path}`, method, headers, body)
}

async function sendJson<Body>(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<Body> {
  const isForm = body instanceof FormData
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(isForm ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`)
  return (text ? JSON.parse(text) : null) as Body
}
