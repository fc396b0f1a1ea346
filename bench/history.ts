import { testClock } from '../packages/server/src/core/clock.ts'
import { ensurePartitions } from '../packages/server/src/jobs/partitions.ts'
import { listDeliveries } from '../packages/server/src/resources/webhooks/deliveries.ts'
import { type Engine, withEngine } from './engine.ts'
import { percentiles, rounded, sized } from './measure.ts'

const days = 30
const rowsPerDay = sized(100_000, 500)
const endpoints = 10
const listingCount = sized(400, 20)
const pagesPerListing = 3
const dayMs = 86_400_000

/**
 * Writes 3,000,000 deliveries with one attempt each into 30 daily partitions. Measures reading pages of
 * 50 deliveries, with and without a filter, and dropping the oldest day.
 */
export async function benchHistory(): Promise<Record<string, unknown>> {
  return await withEngine(async (engine) => {
    const ids: string[] = []
    for (let index = 0; index < endpoints; index += 1) {
      ids.push((await engine.addEndpoint(`https://127.0.0.1:9/${index}`)).id)
    }
    const startedAt = performance.now()
    await fillDays(engine, ids)
    const fillSeconds = Math.round((performance.now() - startedAt) / 1_000)
    process.stdout.write(`${days * rowsPerDay} deliveries written in ${fillSeconds} s\n`)
    const plain = await measureLists(engine, ids, {})
    const failed = await measureLists(engine, ids, { status: ['failed'] })
    const dropMs = await dropOldestDay(engine)
    return { rows: days * rowsPerDay, list: plain, list_failed: failed, drop_day_ms: dropMs }
  })
}

async function fillDays(engine: Engine, ids: readonly string[]): Promise<void> {
  const now = Date.now()
  // Each call creates the partitions of its day and the next three.
  for (let daysAgo = days - 1; daysAgo >= 0; daysAgo -= 3) {
    const clock = testClock(new Date(now - daysAgo * dayMs))
    await ensurePartitions({ ...engine.ctx, clock })
  }
  await ensurePartitions(engine.ctx)
  const client = await engine.ctx.db.pool.connect()
  try {
    await client.query('set synchronous_commit = off')
    for (let daysAgo = days - 1; daysAgo >= 0; daysAgo -= 1) {
      await client.query(insertDaySql, [
        new Date(now - daysAgo * dayMs - dayMs / 4),
        engine.scope.ownerId,
        engine.profileId,
        ids,
        rowsPerDay,
      ])
    }
    await client.query('analyze')
  } finally {
    client.release()
  }
}

/** Inserts one day of deliveries, 10 ms apart, distributed over the endpoints. One in fifty failed. */
const insertDaySql = `
with inserted as (
  insert into delivery (id, created_at, owner_id, profile_id, endpoint_id, event_id,
    event_created_at, event_type, outcome, outcome_at)
  select gen_random_uuid(), at, $2, $3, ($4::text[])[1 + n % array_length($4::text[], 1)],
    gen_random_uuid(), at, 'post.published', case when n % 50 = 0 then 'failed' end,
    case when n % 50 = 0 then at end
  from generate_series(1, $5::int) n
  cross join lateral (select $1::timestamptz + n * interval '10 milliseconds' as at) t
  returning id, created_at, outcome)
insert into attempt (delivery_id, created_at, number, started_at, duration_ms, url, status_code, error)
select id, created_at, 1, created_at, 12, 'https://127.0.0.1:9/0',
  case when outcome is null then 200 else 500 end, case when outcome is not null then 'http_status' end
from inserted`

async function measureLists(
  engine: Engine,
  ids: readonly string[],
  filter: { status?: ['failed'] },
) {
  const durations: number[] = []
  for (let listing = 0; listing < listingCount; listing += 1) {
    const id = ids[listing % ids.length]!
    // Every second listing starts at a random past time, as when investigating an old failure.
    const until = new Date(Date.now() - Math.random() * days * dayMs).toISOString()
    let cursor: string | undefined
    for (let pageNumber = 1; pageNumber <= pagesPerListing; pageNumber += 1) {
      const startedAt = performance.now()
      const query = { limit: 50, ...filter, ...(listing % 2 ? { until } : {}), cursor }
      const page = await listDeliveries(engine.ctx, engine.scope, id, query)
      durations.push(performance.now() - startedAt)
      cursor = page.next_cursor ?? undefined
      if (!cursor) break
    }
  }
  const measured = percentiles(durations)
  process.stdout.write(`${JSON.stringify(filter)}: ${JSON.stringify(measured)}\n`)
  return measured
}

/** Drops the oldest partitions, as the hourly chore does. Returns the duration in ms. */
async function dropOldestDay(engine: Engine): Promise<number> {
  const { rows } = await engine.ctx.db.pool.query<{ name: string }>(
    `select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
      join pg_class parent on parent.oid = inhparent
      where parent.relname = 'delivery' and child.relname ~ '\\d{8}$' order by 1 limit 1`,
  )
  const day = rows[0]!.name.slice(-8)
  const startedAt = performance.now()
  for (const table of ['event', 'delivery', 'attempt']) {
    await engine.ctx.db.pool.query(`drop table ${table}_${day}`)
  }
  return rounded(performance.now() - startedAt, 1)
}
