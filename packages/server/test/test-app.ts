import { randomBytes } from 'node:crypto'
import type dns from 'node:dns'
import { rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { createSandbox } from '@postern/sandbox'
import type { Hono } from 'hono'
import { afterAll, beforeAll, inject } from 'vitest'
import { createApp, works } from '../src/app.ts'
import type { Context } from '../src/context.ts'
import { type TestClock, testClock } from '../src/core/clock.ts'
import { type Config, loadConfig } from '../src/core/config.ts'
import { appPlatformValues, type PlatformValue } from '../src/core/networks.ts'
import { openDatabase } from '../src/database/open.ts'
import { createRequestLog, type RequestLog } from '../src/http/request-log.ts'
import type { Vars } from '../src/http/vars.ts'
import { createHeartbeat } from '../src/jobs/heartbeat.ts'
import { createWorkLoop } from '../src/jobs/loop.ts'
import { ensurePartitions } from '../src/jobs/partitions.ts'
import type { Email, Mail } from '../src/outbound/mail.ts'
import {
  createOutbound,
  type Outbound,
  OutboundError,
  type OutboundRequest,
  type OutboundResponse,
} from '../src/outbound/outbound.ts'
import { createPlatforms } from '../src/platforms/registry.ts'
import { serverStorage } from '../src/resources/connect/flow/server-storage.ts'
import { createPublisher } from '../src/resources/posts/publish/publisher.ts'
import { createDispatcher } from '../src/resources/webhooks/delivery/dispatcher.ts'
import { ensureOwner } from '../src/setup.ts'
import { createLog } from '../src/telemetry/log.ts'
import { returnTestDatabase, takeTestDatabase } from './database.ts'
import { saveLogLines, saveSecrets } from './log-scan.ts'
import { lookUpLocalhost } from './lookup-localhost.ts'
import { shortIfSilent } from './silent-faults.ts'
import { firstInstant } from './template.ts'
import { collectSecrets, collectStoredSecrets, type Secrets } from './test-secrets.ts'

/** The least that Argon2 allows, because the real cost takes 70 ms of every test that signs in. */
const passwordCost = { memory: 8, passes: 1, parallelism: 1 }

export type ApiResponse = {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response
  body: any
}

type CallOptions = {
  key?: string | null
  profile?: string
  headers?: Record<string, string>
  /** Sent unchanged instead of the body as JSON. */
  raw?: string | Buffer
}

export type TestApp = {
  ctx: Context
  app: Hono<{ Variables: Vars }>
  clock: TestClock
  ownerKey: string
  /** The sign-in link of the owner's first member. */
  signInUrl: string
  ownerId: string
  sandbox: Awaited<ReturnType<typeof startSandbox>>
  emails: Email[]
  logLines: string[]
  /** Requests are written only by its `flush`. */
  requestLog: RequestLog
  /** Begins at 1, so that the length of a text does not depend on which files ran before. */
  nextNumber(): number
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse>
  /** Runs all due work: background jobs, publishing, then deliveries. */
  work(): Promise<void>
  close(): Promise<void>
}

export type TestAppOptions = {
  env?: Record<string, string>
  /** One by default, so that a pool used inside a transaction fails immediately. */
  poolMax?: number
  /** How long a request waits for a connection; the default is long enough for a busy machine. */
  acquireMsMax?: number
  now?: Date
  /** Also listens at its PUBLIC_URL, so that platforms can fetch media from it. */
  listening?: boolean
  /** How names resolve for outbound requests; by default only `localhost` and names below it do. */
  lookup?: typeof dns.lookup
  /** The deadline of an outbound request; the default is `shortIfSilent`. */
  deadlineMs?: (request: OutboundRequest) => number
  /** Called with each response: whether it is lost on the way, as by a broken connection. */
  isResponseLost?: (request: OutboundRequest, response: OutboundResponse) => boolean
}

/** A test app for the tests of a file: opened before them, closed after them. Hooks and tests can use it. */
export function useTestApp(options?: TestAppOptions): TestApp {
  const testApp = {} as TestApp
  beforeAll(async () => void Object.assign(testApp, await openTestApp(options)))
  afterAll(() => testApp.close())
  return testApp
}

/** The whole service in one process, with a separate database, the sandbox and a clock that only the test moves. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const clock = testClock(options.now ?? firstInstant)
  const sandbox = await startSandbox(() => clock.now())
  const port = options.listening ? await freePort() : 4000
  const directory = join(tmpdir(), `postern-test-${randomBytes(6).toString('hex')}`)
  const settings = loadConfig({
    DATA_DIR: directory,
    SANDBOX_URL: sandbox.url,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    ALLOW_PRIVATE_WEBHOOKS: 'true',
    RATE_LIMIT_PER_MINUTE: '0',
    ...options.env,
  })
  const config: Config = { ...settings, passwordCost }
  const logLines: string[] = []
  const log = createLog({
    level: 'info',
    destination: { write: (line: string) => void logLines.push(line) },
  })
  const database = await takeTestDatabase()
  const pooler = inject('pooler')
  const db = openDatabase({
    connection: database.connection,
    poolerConnection: pooler && { ...database.connection, ...pooler },
    poolMax: options.poolMax ?? 1,
    log,
    acquireMsMax: options.acquireMsMax ?? 20_000,
  })
  const outbound = withFaults(
    createOutbound({
      allowPrivate: config.allowPrivateWebhooks,
      trustedOrigins: [sandbox.url, ...issuerOf(config)].map((url) => new URL(url).origin),
      trustedServers: config.trustedServers,
      lookup: options.lookup ?? lookUpLocalhost,
    }),
    sandbox,
    options,
  )
  const emails: Email[] = []
  const mail: Mail = { configured: true, send: async (email) => void emails.push(email) }
  const now = () => clock.now()
  const storageOf = (platform: PlatformValue) => serverStorage({ config, clock, db }, platform)
  const platforms = createPlatforms({ config, outbound, storageOf, now })
  const ctx: Context = { config, clock, db, log, mail, outbound, platforms }
  await sandbox.registerRedirects(config)
  await ensurePartitions(ctx)
  const { ownerKey, signInUrl } = await ensureOwner(ctx)
  const owner = await db.query.selectFrom('owner').select('id').executeTakeFirstOrThrow()
  const requestLog = createRequestLog(ctx)
  const app = createApp(ctx, { verifyResponses: true, requestLog })
  const secrets: Secrets = new Map([
    [ownerKey ?? '', 'an API key'],
    [new URL(signInUrl!).hash.replace('#token=', ''), 'the token of a sign-in link'],
  ])
  collectSecrets(app, secrets)
  const server = options.listening ? await listenAt(app, port) : null
  const heartbeat = createHeartbeat(ctx)
  const loop = createWorkLoop(ctx, works, heartbeat)
  const dispatcher = createDispatcher(ctx, { leases: heartbeat })
  const publisher = createPublisher(ctx, heartbeat)
  let number = 0
  return {
    ctx,
    app,
    clock,
    ownerKey: ownerKey!,
    signInUrl: signInUrl!,
    ownerId: owner.id,
    sandbox,
    emails,
    logLines,
    requestLog,
    nextNumber: () => {
      number += 1
      return number
    },
    call: (method, path, body, callOptions = {}) =>
      callApp(app, ownerKey!, method, path, body, callOptions),
    work: async () => {
      await loop.runUntilIdle()
      await publisher.runUntilIdle()
      await dispatcher.runUntilIdle()
    },
    close: async () => {
      server?.close()
      await loop.stop()
      await publisher.stop()
      await dispatcher.stop()
      await outbound.close()
      await collectStoredSecrets(ctx, sandbox, secrets).catch(() => {})
      saveLogLines(inject('logFolder'), logLines)
      saveSecrets(inject('logFolder'), secrets)
      await db.close()
      await sandbox.close()
      await returnTestDatabase(database)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function issuerOf({ signInProvider }: Config): string[] {
  return signInProvider ? [signInProvider.issuer] : []
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function listenAt(app: Hono<{ Variables: Vars }>, port: number): Promise<{ close(): void }> {
  return await new Promise((resolve) => {
    // As in production: a busy client would send a request on a connection that is being closed.
    const serverOptions = { keepAliveTimeout: 75_000 }
    const options = { fetch: app.fetch, port, hostname: 'localhost', serverOptions }
    const server = serve(options, () => resolve(server))
  })
}

/** Changes outbound deadlines and loses responses. */
function withFaults(
  outbound: Outbound,
  sandbox: Parameters<typeof shortIfSilent>[0],
  options: TestAppOptions,
): Outbound {
  const { deadlineMs = (request) => shortIfSilent(sandbox, request), isResponseLost } = options
  return {
    ...outbound,
    lookUpTxt: async () => [],
    request: async (request) => {
      const response = await outbound.request({ ...request, deadlineMs: deadlineMs(request) })
      if (isResponseLost?.(request, response)) throw new OutboundError('connection', true)
      return response
    },
  }
}

async function callApp(
  app: Hono<{ Variables: Vars }>,
  ownerKey: string,
  method: string,
  path: string,
  body: unknown,
  options: CallOptions,
): Promise<ApiResponse> {
  const headers = new Headers(options.headers)
  const key = options.key === undefined ? ownerKey : options.key
  if (key !== null) headers.set('authorization', `Bearer ${key}`)
  if (options.profile) headers.set('service-profile', options.profile)
  const sent = options.raw ?? (body === undefined ? undefined : JSON.stringify(body))
  if (sent !== undefined && !headers.has('content-type')) {
    headers.set('content-type', 'application/json')
  }
  const response = await app.request(path, {
    method,
    headers,
    ...(sent === undefined ? {} : { body: sent as string }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('application/json')
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  }
}

async function startSandbox(now: () => Date) {
  const sandbox = createSandbox({ now })
  const { url } = await sandbox.listen(0)
  const control = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/control${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`sandbox ${method} ${path}: ${response.status} ${text}`)
    return text ? JSON.parse(text) : null
  }
  return {
    url,
    state: sandbox.state,
    control,
    registerRedirects: async (config: Config) => {
      for (const platform of appPlatformValues) {
        await control('PUT', `/apps/${platform}`, {
          redirect_uris: [`${config.publicUrl}/connect/callback/${platform}`],
        })
      }
    },
    close: () => sandbox.close(),
  }
}
