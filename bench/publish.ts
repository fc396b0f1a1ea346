import { Agent } from 'undici'
import { limits } from '../packages/server/src/core/limits.ts'
import { cpuOf, cpuOfFamily } from './cpu.ts'
import { withDataDir } from './instance.ts'
import { memoryOf, postgresOf } from './processes.ts'
import { type Connected, openPublishWorld, type PublishWorld } from './publish-world.ts'

const accountsCount = 1_000
const atOnce = 8
const postsCount = 100
const targetsPerPost = 10
const targets = postsCount * targetsPerPost
/** Enough to create the posts in, so that all of them wait when the second comes. */
const leadMs = 60_000
/** What each call to the network takes; real ones take 200 to 800 ms. */
const callMs = 400
const waitMsMax = 180_000

/**
 * 1,000 texts to 1,000 Threads accounts fall due in the same second, and each call to Threads takes
 * 400 ms. Compared with the same five calls for each text in a bare loop of the same concurrency, which
 * has no queue and no database.
 */
export async function benchPublish(): Promise<Record<string, unknown>> {
  return await withDataDir(async (dataDir) => {
    const world = await openPublishWorld(dataDir)
    try {
      await world.sandbox.control('PUT', '/settings', { text_ms: 0 })
      const accounts = await connectAll(world)
      await untilRead(world)
      await slowDown(world)
      const limitMs = await bareLoop(world, accounts)
      const perSecond = Math.round(targets / (limitMs / 1_000))
      process.stdout.write(`bare loop: ${round(limitMs / 1_000)} s (${perSecond} posts/s)\n`)
      const { leftAt, dueAt, rssMax, cpuMs } = await throughService(world, accounts)
      const lateness = leftAt.map((at) => at - dueAt).sort((left, right) => left - right)
      const seconds = lateness.at(-1)! / 1_000
      return {
        targets: lateness.length,
        seconds: round(seconds),
        lateness_p50_ms: Math.round(lateness[Math.floor(lateness.length / 2)]!),
        lateness_p99_ms: Math.round(lateness[Math.floor(lateness.length * 0.99)]!),
        limit_seconds: round(limitMs / 1_000),
        ratio: round(limitMs / 1_000 / seconds),
        accounts: accountsCount,
        in_flight: limits.post.inFlightMax,
        call_ms: callMs,
        rss_mb_max: rssMax,
        node_ms_per_target: round(cpuMs.node / targets),
        postgres_ms_per_target: round(cpuMs.postgres / targets),
      }
    } finally {
      await world.close()
    }
  })
}

async function connectAll(world: PublishWorld): Promise<Connected[]> {
  const accounts: Connected[] = []
  let next = 0
  const worker = async () => {
    while (next < accountsCount) {
      const index = next
      next += 1
      const username = `bench.${index}`
      await world.sandbox.control('POST', '/people', {
        name: `Bench ${index}`,
        accounts: [{ platform: 'threads', username }],
      })
      accounts[index] = await world.connect('threads', username)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  process.stdout.write(`connected ${accounts.length} accounts\n`)
  return accounts
}

/** New accounts are read for comments and insights first, which is not what is measured. */
async function untilRead(world: PublishWorld): Promise<void> {
  const sql = 'select count(*)::integer as count from account_watch where due_at <= now()'
  for (const began = Date.now(); Date.now() - began < waitMsMax; ) {
    const { rows } = await world.db.pool.query<{ count: number }>(sql)
    if (rows[0]!.count === 0) return
    await new Promise((resume) => setTimeout(resume, 500))
  }
  throw new Error('The new accounts were not read in time.')
}

async function slowDown(world: PublishWorld): Promise<void> {
  const fault = { platform: 'threads', match: '*', times: 100_000, kind: 'slow_ms', ms: callMs }
  await world.sandbox.control('POST', '/faults', fault)
}

/** Quota, container, its state, publish, address: what a text takes on Threads. */
async function bareLoop(world: PublishWorld, accounts: readonly Connected[]): Promise<number> {
  const agent = new Agent({ connections: limits.post.inFlightMax, pipelining: 1 })
  const ask = async (access: string, method: 'GET' | 'POST', path: string, form?: object) => {
    const answer = await agent.request({
      origin: world.sandbox.url,
      path: `/threads/graph/v1.0${path}`,
      method,
      headers: {
        authorization: `Bearer ${access}`,
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(form ? { body: new URLSearchParams({ ...form }).toString() } : {}),
    })
    return (await answer.body.json()) as { id: string }
  }
  let left = targets
  const worker = async () => {
    while (left > 0) {
      left -= 1
      const { access } = accounts[left % accounts.length]!.tokens
      await ask(access, 'GET', '/me/threads_publishing_limit?fields=quota_usage,config')
      const text = `Bare ${left}`
      const made = await ask(access, 'POST', '/me/threads', { media_type: 'TEXT', text })
      await ask(access, 'GET', `/${made.id}?fields=id,status,error_message`)
      const post = await ask(access, 'POST', '/me/threads_publish', { creation_id: made.id })
      if (!post.id) throw new Error(`The bare loop failed: ${JSON.stringify(post)}`)
      await ask(access, 'GET', `/${post.id}?fields=permalink`)
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: limits.post.inFlightMax }, worker))
  const took = performance.now() - began
  await agent.close()
  return took
}

async function throughService(world: PublishWorld, accounts: readonly Connected[]) {
  const dueAt = Math.ceil((Date.now() + leadMs) / 1_000) * 1_000
  let next = 0
  const worker = async () => {
    while (next < postsCount) {
      const first = next * targetsPerPost
      next += 1
      await world.call('POST', '/v1/posts', {
        text: `Due ${first}`,
        scheduled_at: new Date(dueAt).toISOString(),
        targets: accounts
          .slice(first, first + targetsPerPost)
          .map(({ id }) => ({ account_id: id })),
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  if (Date.now() > dueAt) throw new Error('Creating the posts took longer than they had.')
  const postgres = postgresOf(world.dataDir)!
  const cpu = () => ({ node: cpuOf(world.instance.pid), postgres: cpuOfFamily(postgres) })
  await new Promise((resume) => setTimeout(resume, dueAt - Date.now()))
  const before = cpu()
  const rssMax = await untilPublished(world, dueAt)
  const after = cpu()
  const cpuMs = {
    node: (after.node - before.node) * 1_000,
    postgres: (after.postgres - before.postgres) * 1_000,
  }
  return { dueAt, leftAt: await leftAtOf(world, accounts), rssMax, cpuMs }
}

/** Returns the most memory that the server had meanwhile, in MB. */
async function untilPublished(world: PublishWorld, dueAt: number): Promise<number> {
  for (let rssMax = 0; ; ) {
    rssMax = Math.max(rssMax, memoryOf([world.instance.pid]).rss)
    const { rows } = await world.db.pool.query<{ status: string; count: number }>(
      'select status, count(*)::integer as count from post_target group by status',
    )
    if (rows.every(({ status }) => status === 'published')) return rssMax
    if (Date.now() - dueAt > waitMsMax) {
      throw new Error(`Not all were published: ${JSON.stringify(rows)}`)
    }
    await new Promise((resume) => setTimeout(resume, 500))
  }
}

/** When each of them became public, by the platform's own list. */
async function leftAtOf(world: PublishWorld, accounts: readonly Connected[]): Promise<number[]> {
  const all: number[] = []
  const seen = new Set<string>()
  for (const { username } of accounts) {
    const path = `/posts?account=threads:${username}`
    const { data } = await world.sandbox.control<{ data: { text: string; created_at: number }[] }>(
      'GET',
      path,
    )
    for (const { text, created_at } of data.filter((post) => post.text.startsWith('Due '))) {
      const key = `${username} ${text}`
      if (seen.has(key)) throw new Error(`${key} was published twice.`)
      seen.add(key)
      all.push(created_at)
    }
  }
  if (all.length !== targets) throw new Error(`${all.length} of ${targets} are on the platform.`)
  return all
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
