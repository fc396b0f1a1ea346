import { setTimeout as pause } from 'node:timers/promises'
import { Agent } from 'undici'
import { limits } from '../packages/server/src/core/limits.ts'
import { inParallel } from './engine.ts'
import { withDataDir } from './instance.ts'
import { cpuOf, memoryOf, postgresOf, rounded, untilHolds } from './measure.ts'
import { type Connected, openPlatforms, type Platforms } from './platforms.ts'

const atOnce = 8
const postsCount = 100
const targetsPerPost = 10
/** One target for each account. */
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
    const world = await openPlatforms(dataDir)
    const server = await world.startAll()
    try {
      const accounts = await world.connectPeople(
        Array.from({ length: targets }, (_, index) => `bench.${index}`),
      )
      process.stdout.write(`connected ${accounts.length} accounts\n`)
      // New accounts are read for comments and insights first, which is not what is measured.
      const { pool } = world.ctx.db
      const isRead = async () =>
        (await pool.query('select 1 from account_watch where due_at <= now() limit 1')).rowCount ===
        0
      await untilHolds('the new accounts are read', isRead, waitMsMax)
      const fault = { platform: 'threads', match: '*', times: 100_000, kind: 'slow_ms', ms: callMs }
      await world.control('POST', '/faults', fault)
      const limitMs = await bareLoop(world, accounts)
      const perSecond = Math.round(targets / (limitMs / 1_000))
      process.stdout.write(`bare loop: ${rounded(limitMs / 1_000, 2)} s (${perSecond} posts/s)\n`)
      const through = await throughService(world, accounts, server.child.pid!)
      const lateness = through.lateness.sort((left, right) => left - right)
      const seconds = lateness.at(-1)! / 1_000
      return {
        targets: lateness.length,
        seconds: rounded(seconds, 2),
        lateness_p50_ms: Math.round(lateness[Math.floor(lateness.length / 2)]!),
        lateness_p99_ms: Math.round(lateness[Math.floor(lateness.length * 0.99)]!),
        limit_seconds: rounded(limitMs / 1_000, 2),
        ratio: rounded(limitMs / 1_000 / seconds, 2),
        accounts: accounts.length,
        in_flight: limits.post.inFlightMax,
        call_ms: callMs,
        rss_mb_max: through.rssMax,
        node_ms_per_target: rounded((through.node * 1_000) / targets, 2),
        postgres_ms_per_target: rounded((through.postgres * 1_000) / targets, 2),
      }
    } finally {
      await server.kill()
      await world.close()
    }
  })
}

/** Quota, container, its state, publish, address: what a text takes on Threads. */
async function bareLoop({ ctx }: Platforms, accounts: readonly Connected[]): Promise<number> {
  const agent = new Agent({ connections: limits.post.inFlightMax, pipelining: 1 })
  const ask = async (access: string, method: 'GET' | 'POST', path: string, form?: object) => {
    const answer = await agent.request({
      origin: ctx.config.sandboxUrl!,
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
  const publish = async (index: number) => {
    const { access } = accounts[index]!.tokens
    await ask(access, 'GET', '/me/threads_publishing_limit?fields=quota_usage,config')
    const text = `Bare ${index}`
    const made = await ask(access, 'POST', '/me/threads', { media_type: 'TEXT', text })
    await ask(access, 'GET', `/${made.id}?fields=id,status,error_message`)
    const post = await ask(access, 'POST', '/me/threads_publish', { creation_id: made.id })
    if (!post.id) throw new Error(`The bare loop failed: ${JSON.stringify(post)}`)
    await ask(access, 'GET', `/${post.id}?fields=permalink`)
  }
  const began = performance.now()
  await inParallel(targets, limits.post.inFlightMax, publish)
  const took = performance.now() - began
  await agent.close()
  return took
}

async function throughService(world: Platforms, accounts: readonly Connected[], pid: number) {
  const dueAt = Math.ceil((Date.now() + leadMs) / 1_000) * 1_000
  await inParallel(postsCount, atOnce, async (post) => {
    const first = post * targetsPerPost
    const mine = accounts.slice(first, first + targetsPerPost)
    await world.call('POST', '/v1/posts', {
      text: `Due ${first}`,
      scheduled_at: new Date(dueAt).toISOString(),
      targets: mine.map(({ id }) => ({ account_id: id })),
    })
  })
  if (Date.now() > dueAt) throw new Error('Creating the posts took longer than they had.')
  const postgresPid = postgresOf(world.dataDir)!
  await pause(dueAt - Date.now())
  const before = { node: cpuOf(pid), postgres: cpuOf(postgresPid) }
  let rssMax = 0
  for (;;) {
    rssMax = Math.max(rssMax, memoryOf([pid]).rss)
    const { rows } = await world.ctx.db.pool.query<{ status: string; count: number }>(
      'select status, count(*)::integer as count from post_target group by status',
    )
    if (rows.every(({ status }) => status === 'published')) break
    if (Date.now() - dueAt > waitMsMax) {
      throw new Error(`Not all were published: ${JSON.stringify(rows)}`)
    }
    await pause(500)
  }
  const node = cpuOf(pid) - before.node
  const postgres = cpuOf(postgresPid) - before.postgres
  return { lateness: await latenessOf(world, accounts, dueAt), rssMax, node, postgres }
}

/** How late each of them became public, by the platform's own list. */
async function latenessOf(world: Platforms, accounts: readonly Connected[], dueAt: number) {
  const published = new Map<string, number>()
  for (const { username } of accounts) {
    const { data } = await world.control<{ data: { text: string; created_at: number }[] }>(
      'GET',
      `/posts?account=threads:${username}`,
    )
    for (const { text, created_at } of data.filter((post) => post.text.startsWith('Due '))) {
      const key = `${username} ${text}`
      if (published.has(key)) throw new Error(`${key} was published twice.`)
      published.set(key, created_at - dueAt)
    }
  }
  if (published.size !== targets) throw new Error(`${published.size} are on the platform.`)
  return [...published.values()]
}
