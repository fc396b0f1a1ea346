import { randomInt } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '../packages/server/src/start/ports.ts'
import { measureLimit, writeScript } from './api-limit.ts'
import { type LoadRequest, openClients, runLoad } from './api-load.ts'
import * as seeded from './api-seed.ts'
import { type Engine, inParallel, withEngine } from './engine.ts'
import { cpuOf, memoryOf, percentiles, postgresOf, sized } from './measure.ts'

const commitsPerSecond = 200
const warmUpMs = sized(2_000, 300)
const pgbenchSeconds = sized(5, 1)
/** Walking pages of 10 yields twice as many cursors for the measured pages of 20. */
const walkPageSize = 10
const concurrentWalkers = 10

/**
 * Requests different URLs over 50 keep-alive connections with 200 keys, while 200 commits per second
 * change other rows. Then runs the statements of one read with pgbench, as the limit.
 * `--ms`: duration of a measurement (4,000). `--prof`: a folder for the server's CPU profile.
 */
export async function benchApi(): Promise<Record<string, unknown>> {
  const { values: options } = parseArgs({
    args: process.argv.slice(3),
    options: {
      ms: { type: 'string', default: String(sized(4_000, 300)) },
      prof: { type: 'string' },
      brief: { type: 'boolean' },
    },
  })
  return await withEngine(async (engine) => {
    await seeded.seed(engine)
    const script = await writeScript(engine)
    // Log each request, as in production.
    const server = await engine.start('api', {
      port: await freePort(20_000 + randomInt(10_000)),
      env: {
        LOG_LEVEL: 'info',
        ...(options.prof ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${options.prof}` } : {}),
      },
    })
    const clients = openClients()
    const writer = startCommits(engine)
    const [pid, postgres] = [server.child.pid!, postgresOf(engine.dataDir)!]
    const measureCost = async <Result>(work: () => Promise<Result>) => {
      const began = { at: performance.now(), node: cpuOf(pid), postgres: cpuOf(postgres) }
      const result = await work()
      const ms = performance.now() - began.at
      return {
        result,
        ms,
        node: cpuOf(pid) - began.node,
        postgres: cpuOf(postgres) - began.postgres,
      }
    }
    try {
      const kinds = await openKinds(server.url)
      for (const [, requests] of kinds) {
        const order = { origin: server.url, requests: requests.slice(-2_000), ms: warmUpMs }
        await runLoad(clients, order)
      }
      const rssBefore = memoryOf([pid]).rss
      // Measure the commits alone, to subtract their cost from that of the reads.
      const commits = await measureCost(() => pause(warmUpMs))
      const results: Record<string, unknown> = {}
      for (const [name, requests] of kinds) {
        const order = { origin: server.url, requests, ms: Number(options.ms) }
        const { result: load, ...spent } = await measureCost(() => runLoad(clients, order))
        const count = load.latencies.length
        const perRequest = (part: 'node' | 'postgres') =>
          Math.round(((spent[part] - (commits[part] * spent.ms) / commits.ms) / count) * 1e6)
        const { p50_ms, p99_ms } = percentiles(load.latencies)
        const per_second = Math.round((count / load.ms) * 1_000)
        const [node_us, postgres_us] = [perRequest('node'), perRequest('postgres')]
        results[name] = { per_second, p50_ms, p99_ms, node_us, postgres_us }
        process.stdout.write(`${name.padEnd(20)} ${JSON.stringify(results[name])}\n`)
      }
      const rss_mb = { before: rssBefore, after: memoryOf([pid]).rss }
      const pgbench = await measureLimit(engine, script, pgbenchSeconds)
      process.stdout.write(`pgbench, statements of one read: ${pgbench ?? 'not installed'}\n`)
      return { ...results, pgbench, rss_mb, load: loadavg()[0] }
    } finally {
      clearInterval(writer)
      clients.disconnect()
      await server.stop()
    }
  })
}

/** All requests of each kind in random order. Those of lists have the cursors of all pages. */
async function openKinds(url: string): Promise<[name: string, LoadRequest[]][]> {
  const headersOf = (key: number) => ({ authorization: `Bearer ${seeded.keySecret(key)}` })
  const ofAccounts = (count: number, path: string) =>
    Array.from({ length: count }, (_, n) => ({
      path: `/v1/accounts/${seeded.accountId(n + 1)}${path}`,
      headers: headersOf(seeded.profileOf(n + 1)),
    }))
  const pages = async (pathOf: (key: number) => string) => {
    const requests: LoadRequest[] = []
    await inParallel(seeded.keyCount, concurrentWalkers, async (n) => {
      requests.push(...(await walkPages(url, pathOf(n + 1), headersOf(n + 1))))
    })
    return requests
  }
  const deliveries = (key: number) => `/v1/webhooks/${seeded.endpointId(key)}/deliveries`
  const kinds: [string, LoadRequest[]][] = [
    ['account', ofAccounts(seeded.rowCount, '')],
    ['posts, 20', await pages(() => '/v1/posts')],
    ['deliveries, 20', await pages(deliveries)],
    ['insights', ofAccounts(seeded.accountsWithInsights, '/insights')],
  ]
  return kinds.map(([name, requests]) => [name, shuffled(requests)])
}

async function walkPages(url: string, path: string, headers: Record<string, string>) {
  const requests: LoadRequest[] = []
  let cursor: string | null = null
  do {
    const after: string = cursor ? `&cursor=${cursor}` : ''
    requests.push({ path: `${path}?limit=20${after}`, headers })
    const response = await fetch(`${url}${path}?limit=${walkPageSize}${after}`, { headers })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    cursor = ((await response.json()) as { next_cursor: string | null }).next_cursor
  } while (cursor)
  return requests.slice(0, -2)
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  const weighted = items.map((item) => [Math.random(), item] as const)
  return weighted.sort(([left], [right]) => left - right).map(([, item]) => item)
}

/** Commits 200 times per second, catching up after late timers. */
function startCommits({ ctx }: Engine): NodeJS.Timeout {
  const began = performance.now()
  let done = 0
  return setInterval(() => {
    for (; done < ((performance.now() - began) / 1_000) * commitsPerSecond; done += 1) {
      const id = seeded.accountId(1 + randomInt(seeded.rowCount))
      ctx.db.pool
        .query('update account set updated_at = now() where id = $1', [id])
        .catch((err: Error) => process.stdout.write(`${err.message}\n`))
    }
  }, 5)
}
