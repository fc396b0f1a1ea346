import { watchAccount } from '../packages/server/src/resources/accounts/watch.ts'
import { withDataDir } from './instance.ts'
import { memoryOf } from './processes.ts'
import { openPublishWorld, type PublishWorld } from './publish-world.ts'

const accountsCount = 1_000
const postsPerAccount = 20
/** An hour passes in this many steps, by SQL in the run's own database. */
const steps = 6
const idleMsMax = 300_000

/**
 * 1,000 Threads accounts, each with a post a day for 20 days, read for the first time, then through
 * one hour of the plan (without the platform's webhooks), then their figures.
 */
export async function benchReading(): Promise<Record<string, unknown>> {
  return await withDataDir(async (dataDir) => {
    const world = await openPublishWorld(dataDir)
    try {
      const ids = await connectAll(world)
      const first = await timed(world, () => watch(world, ids, 'comments'))
      let requests = 0
      let seconds = first.seconds
      for (let step = 0; step < steps; step += 1) {
        const passed = await timed(world, () => pass(world, 60 / steps))
        requests += passed.requests
        seconds += passed.seconds
      }
      const figures = await timed(world, () => watch(world, ids, 'insights'))
      const ofHour = requests / accountsCount
      const ofFigures = figures.requests / accountsCount / 6
      return {
        accounts: accountsCount,
        requests_per_account_hour: Math.round((ofHour + ofFigures) * 10) / 10,
        seconds: Math.round((seconds + figures.seconds) * 10) / 10,
        rss_mb: memoryOf([world.instance.pid]).rss,
        first_reading_requests: first.requests,
        first_reading_seconds: first.seconds,
        hour_of_comments_requests: requests,
        first_figures_requests: figures.requests,
        first_figures_seconds: figures.seconds,
      }
    } finally {
      await world.close()
    }
  })
}

async function connectAll(world: PublishWorld): Promise<string[]> {
  const ids: string[] = []
  const connectNext = async (place: number) => {
    const username = `bench.${place}`
    await world.sandbox.control('POST', '/people', {
      name: username,
      accounts: [{ platform: 'threads', username }],
    })
    for (let day = 0; day < postsPerAccount; day += 1) {
      await world.sandbox.control('POST', '/posts', {
        account: `threads:${username}`,
        text: `Bread of day ${day}`,
        hours_ago: day * 24 + 2,
      })
    }
    ids.push((await world.connect('threads', username)).id)
  }
  let next = 0
  const worker = async () => {
    while (next < accountsCount) await connectNext(next++)
  }
  await Promise.all(Array.from({ length: 4 }, worker))
  process.stdout.write(`connected ${ids.length} accounts with ${postsPerAccount} posts each\n`)
  return ids
}

async function watch(world: PublishWorld, ids: readonly string[], kind: 'comments' | 'insights') {
  const now = new Date()
  await world.db.transact(async (tx) => {
    for (const id of ids) await watchAccount(tx, id, kind, now)
  })
}

/** Minutes of the plan pass for the comments: everything they go by lies further back. */
async function pass(world: PublishWorld, minutes: number): Promise<void> {
  const by = `interval '${minutes} minutes'`
  await world.db.pool.query(
    `update post_watch set due_at = due_at - ${by}, read_at = read_at - ${by},
       complete_at = complete_at - ${by}`,
  )
  await world.db.pool.query(
    `update account_watch set due_at = due_at - ${by}, state = state || jsonb_build_object(
       'listed_at', to_char((state->>'listed_at')::timestamptz at time zone 'UTC' - ${by},
         'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     where kind = 'comments'`,
  )
  world.db.wake.notify('work')
}

async function timed(world: PublishWorld, begin: () => Promise<void>) {
  await world.sandbox.control('DELETE', '/calls')
  const began = performance.now()
  await begin()
  for (;;) {
    const { rows } = await world.db.pool.query(
      // Days that lie further back go on for hours; the first cycle with its pieces counts here.
      `select 1 from account_watch where case kind when 'insights' then state->>'synced_at' is null
         else due_at <= now() or lease_until is not null end limit 1`,
    )
    if (rows.length === 0) break
    if (performance.now() - began > idleMsMax) throw new Error('The reading does not end.')
    await new Promise((resume) => setTimeout(resume, 50))
  }
  const seconds = Math.round((performance.now() - began) / 100) / 10
  const { total } = await world.sandbox.control<{ total: number }>('GET', '/calls')
  process.stdout.write(`${total} requests in ${seconds} s\n`)
  return { seconds, requests: total }
}
