import { setTimeout as pause } from 'node:timers/promises'
import { Agent } from 'undici'
import { limits } from '../packages/server/src/core/limits.ts'
import { inParallel } from './engine.ts'
import { withDataDir } from './instance.ts'
import { cpuOf, memoryOf, rounded, sized, waitFor } from './measure.ts'
import { type Connected, openPlatforms, type Platforms } from './platforms.ts'

const atOnce = 8
const postsCount = sized(100, 2)
const targetsPerPost = 10
/** One profile gets a quarter of the slots (decision 068). */
const profilesCount = sized(20, 2)
/** One target per account. */
const targets = postsCount * targetsPerPost
/** Time to create the posts before they are due. */
const leadMs = sized(60_000, 3_000)
/** Duration of each call to the network. Real calls take 200 to 800 ms. */
const callMs = sized(400, 20)
const waitMsMax = 180_000

/**
 * Publishes 1,000 texts to 1,000 Threads accounts of 20 profiles that are due in the same second, with
 * 400 ms per call to Threads. The limit is a bare loop that makes the same five calls per text with the same
 * concurrency, without a queue and a database.
 */
export async function benchPublish(): Promise<Record<string, unknown>> {
  return await withDataDir(async (dataDir) => {
    const platforms = await openPlatforms(dataDir)
    const server = await platforms.startAll()
    try {
      const profileIds = await Promise.all(
        Array.from({ length: profilesCount }, (_, index) => createProfile(platforms, index)),
      )
      const usernames = Array.from({ length: targets }, (_, index) => `bench.${index}`)
      const accounts = await platforms.connectPeople(usernames, profileIds)
      process.stdout.write(`connected ${accounts.length} accounts\n`)
      // Wait for the first polls of the new accounts, which are not part of the measurement.
      const { pool } = platforms.ctx.db
      const isPolled = async () =>
        (await pool.query('select 1 from account_poll where due_at <= now() limit 1')).rowCount ===
        0
      await waitFor('the new accounts are polled', isPolled, waitMsMax)
      const fault = { platform: 'threads', match: '*', times: 100_000, kind: 'slow_ms', ms: callMs }
      await platforms.control('POST', '/faults', fault)
      const limitMs = await bareLoop(platforms, accounts)
      const perSecond = Math.round(targets / (limitMs / 1_000))
      process.stdout.write(`bare loop: ${rounded(limitMs / 1_000, 2)} s (${perSecond} posts/s)\n`)
      const service = await throughService(platforms, accounts, server.child.pid!)
      const lateness = service.lateness.sort((left, right) => left - right)
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
        rss_mb_max: service.rssMax,
        node_ms_per_target: rounded((service.node * 1_000) / targets, 2),
        postgres_ms_per_target: rounded((service.postgres * 1_000) / targets, 2),
      }
    } finally {
      await server.kill()
      await platforms.close()
    }
  })
}

async function createProfile(platforms: Platforms, index: number): Promise<string> {
  const body = { name: `Client ${index}` }
  return (await platforms.call<{ id: string }>('POST', '/v1/profiles', body)).id
}

/** Makes the five calls of a text on Threads: quota, container, status, publish, permalink. */
async function bareLoop({ ctx }: Platforms, accounts: readonly Connected[]): Promise<number> {
  const agent = new Agent({ connections: limits.post.inFlightMax, pipelining: 1 })
  const callThreads = async (
    access: string,
    method: 'GET' | 'POST',
    path: string,
    form?: object,
  ) => {
    const response = await agent.request({
      origin: ctx.config.sandboxUrl!,
      path: `/threads/graph/v1.0${path}`,
      method,
      headers: {
        authorization: `Bearer ${access}`,
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(form ? { body: new URLSearchParams({ ...form }).toString() } : {}),
    })
    return (await response.body.json()) as { id: string }
  }
  const publish = async (index: number) => {
    const { access } = accounts[index]!.tokens
    await callThreads(access, 'GET', '/me/threads_publishing_limit?fields=quota_usage,config')
    const text = `Bare ${index}`
    const container = await callThreads(access, 'POST', '/me/threads', { media_type: 'TEXT', text })
    await callThreads(access, 'GET', `/${container.id}?fields=id,status,error_message`)
    const post = await callThreads(access, 'POST', '/me/threads_publish', {
      creation_id: container.id,
    })
    if (!post.id) throw new Error(`The bare loop failed: ${JSON.stringify(post)}`)
    await callThreads(access, 'GET', `/${post.id}?fields=permalink`)
  }
  const began = performance.now()
  await inParallel(targets, limits.post.inFlightMax, publish)
  const elapsedMs = performance.now() - began
  await agent.close()
  return elapsedMs
}

async function throughService(platforms: Platforms, accounts: readonly Connected[], pid: number) {
  const dueAt = Math.ceil((Date.now() + leadMs) / 1_000) * 1_000
  await inParallel(postsCount, atOnce, async (post) => {
    const first = post * targetsPerPost
    const postAccounts = accounts.slice(first, first + targetsPerPost)
    await platforms.call('POST', '/v1/posts', {
      text: `Due ${first}`,
      scheduled_at: new Date(dueAt).toISOString(),
      targets: postAccounts.map(({ id }) => ({ account_id: id })),
    })
  })
  if (Date.now() > dueAt)
    throw new Error('Creating the posts took longer than a minute. Run on an idle machine.')
  const postgresPid = platforms.postgresPid
  await pause(dueAt - Date.now())
  const before = { node: cpuOf(pid), postgres: cpuOf(postgresPid) }
  let rssMax = 0
  for (;;) {
    rssMax = Math.max(rssMax, memoryOf([pid]).rss)
    const { rows } = await platforms.ctx.db.pool.query<{ status: string; count: number }>(
      'select status, count(*)::integer as count from post_target group by status',
    )
    if (rows.every(({ status }) => status === 'published')) break
    if (Date.now() - dueAt > waitMsMax) {
      throw new Error(`Some targets were not published: ${JSON.stringify(rows)}`)
    }
    await pause(500)
  }
  const node = cpuOf(pid) - before.node
  const postgres = cpuOf(postgresPid) - before.postgres
  return { lateness: await latenessOf(platforms, accounts, dueAt), rssMax, node, postgres }
}

/** The delay of each post after its due time, from the platform's list of posts. */
async function latenessOf(platforms: Platforms, accounts: readonly Connected[], dueAt: number) {
  const published = new Map<string, number>()
  for (const { username } of accounts) {
    const { data } = await platforms.control<{ data: { text: string; created_at: number }[] }>(
      'GET',
      `/posts?account=threads:${username}`,
    )
    for (const { text, created_at } of data.filter((post) => post.text.startsWith('Due '))) {
      const key = `${username} ${text}`
      if (published.has(key)) throw new Error(`${key} was published twice.`)
      published.set(key, created_at - dueAt)
    }
  }
  if (published.size !== targets)
    throw new Error(`Only ${published.size} of ${targets} posts are on the platform.`)
  return [...published.values()]
}
