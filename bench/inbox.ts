import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '../packages/server/src/core/ids.ts'
import { scheduleCheck } from '../packages/server/src/resources/accounts/schedule.ts'
import { freePort } from '../packages/server/src/start/ports.ts'
import { type Engine, inParallel, withEngine } from './engine.ts'
import { withDataDir } from './instance.ts'
import { memoryOf, percentiles, rounded, sized, waitFor } from './measure.ts'
import { openPlatforms, type Platforms } from './platforms.ts'

const accountsCount = sized(1_000, 4)
const postsPerAccount = 20
/** SQL lets an hour pass in this many steps. */
const steps = sized(6, 1)
const idleMsMax = 300_000
const commentsCount = sized(1_000_000, 8_000)
const secondsApart = 30
const requests = sized(1_000, 20)
const warmUp = 50

/** Measures polls of accounts and pages of stored comments. */
export async function benchInbox(): Promise<Record<string, unknown>> {
  const polling = await withDataDir(measurePolling)
  return { ...polling, ...(await withEngine(measureComments)) }
}

/**
 * Polls 1,000 Threads accounts with one post a day for 20 days: the first poll of comments, then one hour
 * of the poll schedule without platform webhooks, then the insights.
 */
async function measurePolling(dataDir: string): Promise<Record<string, unknown>> {
  const platforms = await openPlatforms(dataDir)
  const server = await platforms.startAll()
  try {
    const usernames = Array.from({ length: accountsCount }, (_, index) => `bench.${index}`)
    const accounts = await platforms.connectPeople(usernames)
    await inParallel(accountsCount * postsPerAccount, 4, async (index) => {
      const day = Math.floor(index / accountsCount)
      await platforms.control('POST', '/posts', {
        account: `threads:${usernames[index % accountsCount]}`,
        text: `Bread of day ${day}`,
        hours_ago: day * 24 + 2,
      })
    })
    process.stdout.write(`connected ${accountsCount} accounts with ${postsPerAccount} posts each\n`)
    const ids = accounts.map(({ id }) => id)
    const first = await measureRequests(platforms, () => schedulePolls(platforms, ids, 'comments'))
    let hourRequests = 0
    let { seconds } = first
    for (let step = 0; step < steps; step += 1) {
      const passed = await measureRequests(platforms, () => advance(platforms, 60 / steps))
      hourRequests += passed.requests
      seconds += passed.seconds
    }
    const insights = await measureRequests(platforms, () =>
      schedulePolls(platforms, ids, 'insights'),
    )
    return {
      accounts: accountsCount,
      requests_per_account_hour: rounded((hourRequests + insights.requests / 6) / accountsCount, 1),
      seconds: rounded(seconds + insights.seconds, 1),
      rss_mb: memoryOf([server.child.pid!]).rss,
      first_poll_requests: first.requests,
      first_poll_seconds: first.seconds,
      hour_of_comments_requests: hourRequests,
      first_insights_requests: insights.requests,
      first_insights_seconds: insights.seconds,
    }
  } finally {
    await server.kill()
    await platforms.close()
  }
}

async function schedulePolls(
  platforms: Platforms,
  ids: readonly string[],
  kind: 'comments' | 'insights',
) {
  await platforms.ctx.db.transact(async (tx) => {
    for (const id of ids) await scheduleCheck(tx, id, kind, new Date())
  })
}

/** Lets minutes pass for the poll schedule of comments, by moving its timestamps back. */
async function advance(platforms: Platforms, minutes: number): Promise<void> {
  const by = `interval '${minutes} minutes'`
  const { pool, wake } = platforms.ctx.db
  await pool.query(
    `update post_poll set due_at = due_at - ${by}, synced_at = synced_at - ${by},
       completed_at = completed_at - ${by}`,
  )
  await pool.query(
    `update account_poll set due_at = due_at - ${by}, state = state || jsonb_build_object(
       'listed_at', to_char((state->>'listed_at')::timestamptz at time zone 'UTC' - ${by},
         'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     where kind = 'comments'`,
  )
  wake.notify('work')
}

async function measureRequests(platforms: Platforms, begin: () => Promise<void>) {
  await platforms.control('DELETE', '/calls')
  const began = performance.now()
  await begin()
  const isIdle = async () => {
    await pause(50)
    const { rowCount } = await platforms.ctx.db.pool.query(
      // Older days take hours, so wait for the first complete cycle only.
      `select 1 from account_poll where case kind when 'insights' then state->>'synced_at' is null
         else due_at <= now() or lease_until is not null end limit 1`,
    )
    return rowCount === 0
  }
  await waitFor('the accounts are polled', isIdle, idleMsMax)
  const seconds = rounded((performance.now() - began) / 1_000, 1)
  const { total } = await platforms.control<{ total: number }>('GET', '/calls')
  process.stdout.write(`${total} requests in ${seconds} s\n`)
  return { seconds, requests: total }
}

/**
 * `GET /v1/comments` with a million comments of 1,000 accounts and pages of 50: the newest comments of an
 * account, and unanswered comments of all accounts until a date.
 */
async function measureComments(engine: Engine): Promise<Record<string, unknown>> {
  const ids = Array.from({ length: accountsCount }, () => newId('account'))
  await seedComments(engine, ids)
  const server = await engine.start('api', { port: await freePort(20_000 + randomInt(10_000)) })
  const headers = { authorization: `Bearer ${engine.ownerKey}` }
  const measure = async (queryOf: (account: number) => string) => {
    const times: number[] = []
    for (let count = 0; count < warmUp + requests; count += 1) {
      const query = queryOf((count * 7) % accountsCount)
      const began = performance.now()
      const response = await fetch(`${server.url}/v1/comments?${query}`, { headers })
      const { data } = (await response.json()) as { data?: unknown[] }
      if (data?.length !== 50) throw new Error(`${query}: ${response.status}`)
      if (count >= warmUp) times.push(performance.now() - began)
    }
    return percentiles(times)
  }
  // Seven months ago in a full run.
  const since = Date.now() - 0.6 * commentsCount * secondsApart * 1_000
  const ofAccount = await measure((account) => `account_id=${ids[account]}`)
  const unanswered = await measure((account) => {
    const until = new Date(since + account * 60_000).toISOString()
    return `reply_status=unreplied,in_progress&until=${until}`
  })
  await server.stop()
  return {
    comments: commentsCount,
    comments_p50_ms: Math.max(ofAccount.p50_ms, unanswered.p50_ms),
    comments_p99_ms: Math.max(ofAccount.p99_ms, unanswered.p99_ms),
    comments_of_account_p99_ms: ofAccount.p99_ms,
    comments_unanswered_p99_ms: unanswered.p99_ms,
  }
}

async function seedComments({ ctx }: Engine, ids: readonly string[]): Promise<void> {
  const { pool } = ctx.db
  await pool.query(
    `insert into account (id, owner_id, profile_id, platform, platform_account_id, username, status,
       permissions_granted, permissions_missing, connected_at, created_at, updated_at)
     select fresh.id, p.owner_id, p.id, 'threads', fresh.id, 'bench', 'connected', '{}', '{}', now(), now(), now()
     from unnest($1::text[]) as fresh (id), profile p where p.is_default`,
    [ids],
  )
  await pool.query(
    `insert into comment (id, owner_id, profile_id, account_id, post_id, platform, platform_post_id,
       platform_comment_id, author_username, text, can_reply, can_hide, reply_status, commented_at,
       seen_at, created_at, updated_at)
     select 'cmt_' || lpad(n::text, 26, '0'), p.owner_id, p.id, ($1::text[])[1 + n % ${accountsCount}],
       'post_' || lpad((n % 20000)::text, 26, '0'), 'threads', n::text, n::text, 'someone',
       repeat('Lovely bread! ', 6), true, true,
       (array['unreplied', 'replied', 'no_reply_needed', 'replied', 'in_progress'])[1 + n % 5],
       now() - n * interval '${secondsApart} seconds', now(), now(), now()
     from generate_series(1, ${commentsCount}) as n, profile p where p.is_default`,
    [ids],
  )
  await pool.query('vacuum analyze comment')
}
