import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { freePort } from '../../../real-servers/src/running.ts'
import { execute } from '../../../server/test/sdk/packed.ts'
import { homeFolder } from './install.ts'

const packageFolder = join(import.meta.dirname, '..', '..')
const readyMsMax = 180_000
const owner = {
  email: 'owner@example.com',
  firstName: 'Olive',
  lastName: 'Owner',
  password: `Aa1${randomBytes(12).toString('hex')}`,
}

// biome-ignore lint/suspicious/noExplicitAny: tests read any response
type Any = any

/** A running n8n with our package, and its owner signed in. */
export type N8n = Awaited<ReturnType<typeof startN8n>>

/**
 * Installs the packed package as n8n does with community nodes, starts n8n on a free port of this machine
 * with a database of its own, and sets up its owner. It sends nothing to n8n's servers.
 */
export async function startN8n() {
  const folder = mkdtempSync(join(tmpdir(), 'postern-n8n-'))
  const database = `n8n_${randomBytes(6).toString('hex')}`
  await administer(`create database ${database}`)
  const files = await unpack(join(folder, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-postern'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const environment = await environmentOf(folder, database, port)
  let running = await launch(environment, url)
  const setUp = await fetch(`${url}/rest/owner/setup`, jsonRequest('POST', owner, {}))
  const cookie = setUp.headers
    .getSetCookie()
    .map((value) => value.split(';')[0])
    .join('; ')

  /** Calls n8n's REST API as the owner; returns `data`. Throws for an error response. */
  const call = async (method: string, path: string, body?: unknown): Promise<Any> => {
    const response = await fetch(`${url}/rest${path}`, jsonRequest(method, body, { cookie }))
    const text = await response.text()
    if (!response.ok) throw new Error(`n8n ${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text).data
  }

  return {
    url,
    owner,
    /** The files of the package. */
    files,
    call,
    /** A JSON file that n8n serves to its editor. */
    file: async (path: string): Promise<Any> => {
      return await (await fetch(`${url}${path}`, { headers: { cookie } })).json()
    },
    stop: () => running.stop(),
    /**
     * Starts n8n again so that it activates its workflows; waits until it has. Without its publication
     * service, which only looks at triggers without webhooks.
     */
    start: async () => {
      const variables = { ...environment, N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false' }
      running = await launch(variables, url)
      await running.written('Activated workflow')
    },
    remove: async () => {
      await running.stop()
      await administer(`drop database if exists ${database} with (force)`)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

/** What n8n stored of an execution, with its references resolved. */
export function parseExecution(data: string): Any {
  const require = createRequire(join(homeFolder('n8n'), 'node_modules', 'n8n', 'package.json'))
  return require('flatted').parse(data)
}

/** Packs our package and unpacks it into n8n's folder of community nodes; returns its files. */
async function unpack(target: string): Promise<string[]> {
  mkdirSync(target, { recursive: true })
  await execute('npm', ['pack', '--silent', '--pack-destination', target], packageFolder)
  const tarball = readdirSync(target).find((name) => name.endsWith('.tgz'))!
  await execute('tar', ['xzf', tarball, '--strip-components=1'], target)
  rmSync(join(target, tarball))
  return readdirSync(target, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(target, name)).isFile())
    .sort()
}

async function launch(environment: Record<string, string>, url: string) {
  const program = join(homeFolder('n8n'), 'node_modules', 'n8n', 'bin', 'n8n')
  const child = spawn(process.execPath, [program, 'start'], { env: environment })
  const chunks: string[] = []
  child.stdout.on('data', (chunk) => chunks.push(String(chunk)))
  child.stderr.on('data', (chunk) => chunks.push(String(chunk)))
  const output = () => chunks.join('')
  await waitUntilReady(child, url, output)
  return {
    /** Resolves when n8n has written the text to its output. */
    written: async (text: string) => {
      while (!output().includes(text)) await once(child.stdout, 'data')
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** n8n has no message that it is ready; its health check answers before its pages do. */
async function waitUntilReady(child: ChildProcess, url: string, output: () => string) {
  const until = performance.now() + readyMsMax
  while (performance.now() < until && child.exitCode === null) {
    const response = await fetch(`${url}/healthz/readiness`).catch(() => null)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  child.kill('SIGKILL')
  throw new Error(`n8n did not start:\n${output().slice(-5_000)}`)
}

async function environmentOf(folder: string, database: string, port: number) {
  const { host, port: databasePort, user, password } = inject('postgres')
  const off = [
    'N8N_DIAGNOSTICS_ENABLED',
    'N8N_VERSION_NOTIFICATIONS_ENABLED',
    'N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED',
    'N8N_DYNAMIC_BANNERS_ENABLED',
    'N8N_TEMPLATES_ENABLED',
    'N8N_PERSONALIZATION_ENABLED',
    'N8N_HIRING_BANNER_ENABLED',
    'N8N_LICENSE_AUTO_RENEW_ENABLED',
    'N8N_PYTHON_ENABLED',
    'N8N_VERIFIED_PACKAGES_ENABLED',
  ]
  return {
    ...Object.fromEntries(off.map((name) => [name, 'false'])),
    PATH: process.env.PATH!,
    HOME: folder,
    N8N_USER_FOLDER: folder,
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_PORT: String(port),
    N8N_RUNNERS_BROKER_PORT: String(await freePort()),
    N8N_WEBHOOK_URL: `http://127.0.0.1:${port}/`,
    N8N_DISABLED_MODULES: 'mcp-registry',
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: host,
    DB_POSTGRESDB_PORT: String(databasePort),
    DB_POSTGRESDB_USER: user,
    DB_POSTGRESDB_PASSWORD: password,
    DB_POSTGRESDB_DATABASE: database,
    GENERIC_TIMEZONE: 'Europe/Berlin',
  }
}

function jsonRequest(method: string, body: unknown, headers: Record<string, string>): RequestInit {
  return {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('postgres'), database: 'postgres' })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
