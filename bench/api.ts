import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../scripts/ports.ts'
import { measureLimit } from './api-limit.ts'
import type { Load, LoadOrder, LoadRequest } from './api-load.ts'
import * as seeded from './api-seed.ts'
import { cpuOf, cpuOfFamily } from './cpu.ts'
import { type Engine, withEngine } from './engine.ts'
import { memoryOf, postgresOf } from './processes.ts'

const commitsPerSecond = 200
const warmUpMs = 2_000
const pgbenchSeconds = 5
/** A page of 10 gives twice as many different cursors for the pages of 20 as there are pages. */
const walkedPage = 10
const walkersAtOnce = 10

type Side = { name: string; requests: LoadRequest[] }
type Server = { url: string; pid: number; end(): Promise<void> }

/**
 * Reads among 100,000 rows over 50 kept connections, by 200 keys at random, each address once, while 200
 * commits a second change other rows; beside it what PostgreSQL gives for the statements of a single read
 * alone. `--ms` of a measurement (4,000), `--prof` a folder for a CPU profile of the server.
 */
export async function benchApi(): Promise<Record<string, unknown>> {
  const { values: options } = parseArgs({
    args: process.argv.slice(3),
    options: { ms: { type: 'string', default: '4000' }, prof: { type: 'string' } },
  })
  return await withEngine(async (engine) => {
    await seeded.seed(engine)
    const server = await startServer(engine, options.prof)
    const clients = fork(join(import.meta.dirname, 'api-load.ts'))
    const pids = { server: server.pid, database: postgresOf(engine.dataDir)! }
    const writer = writeMeanwhile(engine)
    try {
      const sides = await openSides(server.url)
      for (const { requests } of sides) {
        await runLoad(clients, {
          origin: server.url,
          requests: requests.slice(-2_000),
          ms: warmUpMs,
        })
      }
      const rssBefore = memoryOf([server.pid]).rss
      const commitCost = await cpuDuring(pids, () => pause(warmUpMs))
      const results: Record<string, unknown> = {}
      for (const { name, requests } of sides) {
        const order = { origin: server.url, requests, ms: Number(options.ms) }
        let load: Load | null = null
        const spent = await cpuDuring(pids, async () => {
          load = await runLoad(clients, order)
        })
        results[name] = report(name, load!, spent, commitCost)
      }
      const rss = { before: rssBefore, after: memoryOf([server.pid]).rss }
      const limit = await measureLimit(engine, pgbenchSeconds)
      say(
        limit === null
          ? 'pgbench is not there'
          : `pgbench, statements of a single read: ${limit}/s`,
      )
      return { ...results, pgbench: limit, rss_mb: rss, load: loadavg()[0] }
    } finally {
      clearInterval(writer)
      clients.disconnect()
      await server.end()
    }
  })
}

function report(name: string, load: Load, spent: Cpu, commits: Cpu) {
  if (load.failed > 0) throw new Error(`${name}: ${load.failed} answers were no 200`)
  const sorted = load.latencies.sort((left, right) => left - right)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)]! * 10) / 10
  // What the commits alone cost in the same time is no cost of the reads.
  const perRequest = (part: 'server' | 'database') =>
    Math.round(((spent[part] - (commits[part] * spent.ms) / commits.ms) / load.answered) * 1e6)
  const result = {
    per_second: Math.round((load.answered / load.ms) * 1_000),
    p50_ms: at(0.5),
    p99_ms: at(0.99),
    node_us: perRequest('server'),
    postgres_us: perRequest('database'),
  }
  say(`${name.padEnd(20)} ${JSON.stringify(result)}`)
  return result
}

type Cpu = { server: number; database: number; ms: number }

async function cpuDuring(
  pids: { server: number; database: number },
  work: () => Promise<unknown>,
): Promise<Cpu> {
  const began = performance.now()
  const server = cpuOf(pids.server)
  const database = cpuOfFamily(pids.database)
  await work()
  return {
    server: cpuOf(pids.server) - server,
    database: cpuOfFamily(pids.database) - database,
    ms: performance.now() - began,
  }
}

/** All addresses of a kind in random order; those of a list with the cursors of all pages. */
async function openSides(url: string): Promise<Side[]> {
  const keys = Array.from({ length: seeded.keyCount }, (_, n) => n + 1)
  const headersOf = (key: number) => ({ authorization: `Bearer ${seeded.keySecret(key)}` })
  const ofAccounts = (count: number, pathOf: (id: string) => string) =>
    Array.from({ length: count }, (_, n) => ({
      path: pathOf(seeded.accountId(n + 1)),
      headers: headersOf(seeded.profileOf(n + 1)),
    }))
  const pages = async (pathOf: (key: number) => string) => {
    const requests: LoadRequest[][] = []
    for (let from = 0; from < keys.length; from += walkersAtOnce) {
      const group = keys.slice(from, from + walkersAtOnce)
      const walks = group.map((key) => walk(url, pathOf(key), headersOf(key)))
      requests.push(...(await Promise.all(walks)))
    }
    return requests.flat()
  }
  const sides = [
    { name: 'account', requests: ofAccounts(seeded.rowCount, (id) => `/v1/accounts/${id}`) },
    { name: 'posts, 20', requests: await pages(() => '/v1/posts') },
    {
      name: 'deliveries, 20',
      requests: await pages((key) => `/v1/webhooks/${seeded.endpointId(key)}/deliveries`),
    },
    {
      name: 'insights',
      requests: ofAccounts(seeded.accountsWithInsights, (id) => `/v1/accounts/${id}/insights`),
    },
  ]
  return sides.map(({ name, requests }) => ({ name, requests: shuffled(requests) }))
}

async function walk(url: string, path: string, headers: Record<string, string>) {
  const requests: LoadRequest[] = []
  let cursor: string | null = null
  do {
    const after: string = cursor ? `&cursor=${cursor}` : ''
    requests.push({ path: `${path}?limit=20${after}`, headers })
    const answer = await fetch(`${url}${path}?limit=${walkedPage}${after}`, { headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    cursor = ((await answer.json()) as { next_cursor: string | null }).next_cursor
  } while (cursor)
  return requests.slice(0, -2)
}

function shuffled<Each>(all: Each[]): Each[] {
  for (let place = all.length - 1; place > 0; place -= 1) {
    const other = randomInt(place + 1)
    ;[all[place], all[other]] = [all[other]!, all[place]!]
  }
  return all
}

/** As many commits a second as are asked for, also when a timer is late. */
function writeMeanwhile({ ctx }: Engine): NodeJS.Timeout {
  const began = performance.now()
  let done = 0
  return setInterval(() => {
    for (; done < ((performance.now() - began) / 1_000) * commitsPerSecond; done += 1) {
      const id = seeded.accountId(1 + randomInt(seeded.rowCount))
      ctx.db.pool
        .query('update account set updated_at = now() where id = $1', [id])
        .catch((err: Error) => say(err.message))
    }
  }, 5)
}

/** The server as it runs in production: an `api` process with a line in its log for each request. */
async function startServer(engine: Engine, profileFolder: string | undefined): Promise<Server> {
  const port = await freePort(20_000 + randomInt(10_000))
  const main = join(import.meta.dirname, '..', 'packages', 'server', 'src', 'main.ts')
  const profile = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : []
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [...profile, main], {
    env: {
      PATH,
      HOME,
      DATA_DIR: engine.dataDir,
      DATABASE_URL: engine.databaseUrl,
      ROLE: 'api',
      SANDBOX_URL: 'http://127.0.0.1:9',
      PORT: String(port),
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_FILE: join(engine.dataDir, 'api.log'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`The server ended (${code}).`)))
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const end = async () => {
    child.kill('SIGTERM')
    await gone
  }
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, end }
}

async function runLoad(clients: ChildProcess, order: LoadOrder): Promise<Load> {
  const done = new Promise<Load | { error: string }>((resolve) =>
    clients.once('message', (message) => resolve(message as Load)),
  )
  clients.send(order)
  const load = await done
  if ('error' in load) throw new Error(load.error)
  return load
}

function pause(ms: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, ms))
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
