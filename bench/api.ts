import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../scripts/ports.ts'
import type { BareAnswers } from './api-bare.ts'
import { type Case, openCases } from './api-cases.ts'
import { line, type Measured, percentile, summary } from './api-figures.ts'
import type { Load, LoadOrder, LoadRequest } from './api-load.ts'
import { type Keys, rowsOfMany, seed } from './api-seed.ts'
import { cpuOf, cpuOfFamily } from './cpu.ts'
import { type Engine, inDataDir, withEngine } from './engine.ts'
import { memoryOf, postgresOf } from './processes.ts'

const roundsOfEach = 3
/** An answer is kept from the second time on, of 300 things a hundred at once. */
const warmUpMs = 1_500
const firstMs = 10_000
const restMs = 50
const memoryStepMs = 30_000

/**
 * Every get and list of the API among 100,000 rows, by an owner key, the same with a Service-Profile
 * header and a profile key, over 50 kept connections, in turns with a bare hono server that answers the
 * same bytes; then the memory under a mix of all of it. `--minutes` of that (1), `--ms` of a round
 * (1,000), `--only` cases whose name has the word, `--prof` a folder for a CPU profile of the server,
 * `--keep` a folder in which the rows stay for the next run, `--commits` how often a second something else
 * is written beside (0; the server's own chores go on).
 */
export async function benchApi(): Promise<Record<string, unknown>> {
  const { values: options } = parseArgs({
    args: process.argv.slice(3),
    options: {
      minutes: { type: 'string', default: '1' },
      ms: { type: 'string', default: '1000' },
      only: { type: 'string', default: '' },
      prof: { type: 'string' },
      keep: { type: 'string' },
      commits: { type: 'string', default: '0' },
    },
  })
  return await inFolder(options.keep, async (engine) => {
    const keys = await seeded(engine)
    const server = await startServer(engine, options.prof)
    const clients = fork(join(import.meta.dirname, 'api-load.ts'))
    const bare = fork(join(import.meta.dirname, 'api-bare.ts'))
    const writer = writeBeside(engine, Number(options.commits))
    try {
      const bareUrl = (await answerOf<{ url: string }>(bare)).url
      const ask = async ({ path, headers }: LoadRequest) => {
        const answer = await fetch(`${server.url}${path}`, { headers })
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
        return (await answer.json()) as never
      }
      const all = await openCases(ask, keys)
      const cases = all.filter(({ name, kind }) => `${kind} ${name} `.includes(options.only))
      const mixed = cases.flatMap(({ requests }) => requests.slice(0, 60))
      await runLoad(clients, { origin: server.url, requests: mixed, ms: firstMs })
      const measured: Measured[] = []
      for (const each of cases) {
        const bodies = await takeAnswers(server.url, each)
        await sendTo(bare, bodies)
        const pids = { server: server.pid, bare: bare.pid!, database: postgresOf(engine.dataDir)! }
        const sides = { clients, url: server.url, bareUrl, pids, ms: Number(options.ms) }
        measured.push(await measure(sides, each, bodies))
        say(line(measured.at(-1)!))
      }
      const rss = await measureMemory(clients, server, mixed, Number(options.minutes))
      return { ...summary(measured), rss_mb: rss }
    } finally {
      clearInterval(writer)
      clients.disconnect()
      bare.disconnect()
      await server.end()
    }
  })
}

/** Commits that no answer is made of, as often a second. */
function writeBeside({ ctx }: Engine, commits: number): NodeJS.Timeout | undefined {
  if (commits === 0) return undefined
  const text = `insert into rate_window (key_id, window_start, used, granted)
    values ('bench', now(), 1, 1) on conflict (key_id) do update set used = rate_window.used + 1`
  const write = () => void ctx.db.pool.query(text).catch((err: Error) => say(err.message))
  return setInterval(write, 1_000 / commits)
}

async function inFolder<Result>(
  kept: string | undefined,
  work: (engine: Engine) => Promise<Result>,
): Promise<Result> {
  if (kept === undefined) return await withEngine(work)
  mkdirSync(kept, { recursive: true })
  return await inDataDir(kept, work)
}

/** The rows of an earlier run, where its folder was kept. */
async function seeded(engine: Engine): Promise<Keys> {
  const file = join(engine.dataDir, 'api-keys.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Keys
  const began = performance.now()
  const keys = await seed(engine)
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 })
  say(`${rowsOfMany} rows of each in ${Math.round((performance.now() - began) / 1_000)} s`)
  return keys
}

type Sides = {
  clients: ChildProcess
  url: string
  bareUrl: string
  pids: { server: number; database: number; bare: number }
  ms: number
}

async function measure(
  { clients, url, bareUrl, pids, ms }: Sides,
  { name, kind, requests }: Case,
  { bodies }: BareAnswers,
): Promise<Measured> {
  const bareRequests = requests.map(({ headers }, place) => ({ path: `/bare/${place}`, headers }))
  const none = { answered: 0, ms: 0, server: 0, database: 0, bare: 0 }
  const sides = [
    { ...none, origin: url, requests, latencies: [] as number[] },
    { ...none, origin: bareUrl, requests: bareRequests, latencies: [] as number[] },
  ]
  for (let round = 0; round <= roundsOfEach; round += 1) {
    for (const side of sides) {
      const order = { origin: side.origin, requests: side.requests }
      const before = cpuNow(pids)
      const load = await runLoad(clients, { ...order, ms: round === 0 ? warmUpMs : ms })
      if (load.failed > 0) throw new Error(`${name}: ${load.failed} answers were no 200`)
      if (round === 0) continue
      const after = cpuNow(pids)
      for (const part of ['server', 'database', 'bare'] as const) {
        side[part] += after[part] - before[part]
      }
      side.answered += load.answered
      side.ms += load.ms
      for (const latency of load.latencies) side.latencies.push(latency)
      await new Promise((resume) => setTimeout(resume, restMs))
    }
  }
  const [postern, bare] = sides.map((side) => ({
    rate: (side.answered / side.ms) * 1_000,
    p99: percentile(side.latencies, 0.99),
    server: Math.round((side.server / side.answered) * 1e6),
    database: Math.round((side.database / side.answered) * 1e6),
    bare: Math.round((side.bare / side.answered) * 1e6),
  }))
  if (!postern || !bare) throw new Error('Both sides were measured.')
  return {
    name,
    kind,
    bytes: Math.round(
      bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0) / bodies.length,
    ),
    postern: Math.round(postern.rate),
    bare: Math.round(bare.rate),
    ratio: Math.round((postern.rate / bare.rate) * 1_000) / 1_000,
    p99: postern.p99,
    bareP99: bare.p99,
    cpu: { server: postern.server, database: postern.database, bare: bare.bare },
  }
}

function cpuNow({ server, database, bare }: Sides['pids']) {
  return { server: cpuOf(server), database: cpuOfFamily(database), bare: cpuOf(bare) }
}

/** The answers of the service, for the bare server to give the same bytes. */
async function takeAnswers(url: string, { name, requests }: Case): Promise<BareAnswers> {
  const bodies: string[] = []
  let headers: Record<string, string> = {}
  for (const { path, headers: sent } of requests) {
    const answer = await fetch(`${url}${path}`, { headers: sent })
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} for ${path}`)
    bodies.push(await answer.text())
    headers = Object.fromEntries(answer.headers)
  }
  for (const own of ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']) {
    delete headers[own]
  }
  return { bodies, headers }
}

async function measureMemory(
  clients: ChildProcess,
  server: { url: string; pid: number },
  requests: LoadRequest[],
  minutes: number,
): Promise<number[]> {
  const rss: number[] = []
  for (let step = 0; step < minutes * 2; step += 1) {
    const { answered } = await runLoad(clients, {
      origin: server.url,
      requests,
      ms: memoryStepMs,
    })
    rss.push(memoryOf([server.pid]).rss)
    say(
      `mixed load, ${(step + 1) / 2} min: ${Math.round(answered / 30)} a second, RSS ${rss.at(-1)} MB`,
    )
  }
  return rss
}

/** The server as it runs in production, an `api` process with a line in its log for each request. */
async function startServer(engine: Engine, profileFolder: string | undefined) {
  const port = await freePort(20_000 + randomInt(10_000))
  const main = join(import.meta.dirname, '..', 'packages', 'server', 'src', 'main.ts')
  const profile = [
    ...(process.env.BENCH_FLAGS?.split(' ') ?? []),
    ...(profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : []),
  ]
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
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    end: async () => {
      child.kill('SIGTERM')
      await gone
    },
  }
}

async function runLoad(clients: ChildProcess, order: LoadOrder): Promise<Load> {
  const done = answerOf<Load | { error: string }>(clients)
  clients.send(order)
  const load = await done
  if ('error' in load) throw new Error(load.error)
  return load
}

async function sendTo(child: ChildProcess, message: BareAnswers): Promise<void> {
  const taken = answerOf(child)
  child.send(message)
  await taken
}

function answerOf<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve) => child.once('message', (message) => resolve(message as Message)))
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
