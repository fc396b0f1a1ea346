import { serve } from '@hono/node-server'
import { createApp } from '../packages/server/src/app.ts'
import { systemClock } from '../packages/server/src/base/clock.ts'
import { loadConfig } from '../packages/server/src/base/config.ts'
import { newId } from '../packages/server/src/base/ids.ts'
import { createLog } from '../packages/server/src/base/log.ts'
import { createOutbound } from '../packages/server/src/base/outbound.ts'
import type { Context } from '../packages/server/src/context.ts'
import { startEmbedded } from '../packages/server/src/database/embedded.ts'
import { migrate } from '../packages/server/src/database/migrate.ts'
import { openDatabase } from '../packages/server/src/database/open.ts'
import { createPlatforms } from '../packages/server/src/platforms/registry.ts'
import { ensureOwner } from '../packages/server/src/setup.ts'
import { withDataDir } from './instance.ts'

const accountsCount = 1_000
const requests = 1_000
const warmUp = 50
/** The range and the period before it, which the previous totals are of. */
const daysKept = 730

/**
 * `GET /v1/accounts/{id}/insights` over 365 days with the 9 metrics of Instagram, one after the
 * other over HTTP and of another account each time, among the histories of 1,000 accounts. Held
 * against the bare query for the same days.
 */
export async function benchInsightsRead(): Promise<Record<string, unknown>> {
  return await withDataDir(async (dataDir) => {
    const config = loadConfig({
      DATA_DIR: dataDir,
      SANDBOX_URL: 'http://127.0.0.1:9',
      RATE_LIMIT_PER_MINUTE: '0',
    })
    const log = createLog({ level: 'error', file: '/dev/null' })
    const password = config.databasePassword
    const embedded = await startEmbedded({ directory: dataDir, password, log, throwAway: true })
    const db = openDatabase({ connection: embedded.connection, poolMax: 4, log })
    await migrate(db.pool)
    const outbound = createOutbound({ allowPrivate: false, trustedOrigins: [] })
    const clock = systemClock
    const platforms = createPlatforms({ config, outbound, now: () => clock.now() })
    const mail = { configured: false, send: async () => {} }
    const ctx: Context = { config, clock, db, log, mail, outbound, platforms }
    const { ownerKey } = (await ensureOwner(ctx))!
    const server = serve({ fetch: createApp(ctx).fetch, port: 0, hostname: '127.0.0.1' })
    try {
      const ids = await seed(ctx)
      const { port } = server.address() as { port: number }
      const through = await measure(ids, async (id) => await ask(port, ownerKey, id))
      const bare = await measure(ids, async (id) => {
        await db.pool.query(
          `select day, figures from insight_day
           where account_id = $1 and day > current_date - ${daysKept}::integer`,
          [id],
        )
      })
      return {
        insights_p50_ms: through.p50,
        insights_p99_ms: through.p99,
        insights_bare_query_p50_ms: bare.p50,
        insights_bare_query_p99_ms: bare.p99,
        insights_days_stored: accountsCount * daysKept,
      }
    } finally {
      server.close()
      await outbound.close()
      await db.close()
      await embedded.stop()
    }
  })
}

/** Two years of nine metrics for each account, in the order in which days come in. */
async function seed(ctx: Context): Promise<string[]> {
  const ids = Array.from({ length: accountsCount }, () => newId('account'))
  const metrics = ctx.platforms.get('instagram')!.insights!.accountMetrics.map(({ name }) => name)
  await ctx.db.pool.query(
    `insert into account (id, owner_id, profile_id, platform, platform_account_id, username, status,
       permissions_granted, permissions_missing, connected_at, created_at, updated_at)
     select fresh.id, p.owner_id, p.id, 'instagram', fresh.id, 'bench', 'connected', '{}', '{}', now(), now(), now()
     from unnest($1::text[]) as fresh (id), profile p where p.is_default`,
    [ids],
  )
  await ctx.db.pool.query(
    `insert into insight_day (account_id, day, figures, read_at)
     select fresh.id, day::date, (select jsonb_object_agg(metric, (random() * 100000)::integer)
         from unnest($2::text[]) as metric where fresh.id is not null and day is not null), now()
     from generate_series(current_date - ${daysKept - 1}, current_date, interval '1 day') as day,
       unnest($1::text[]) as fresh (id)
     order by day`,
    [ids, metrics],
  )
  await ctx.db.pool.query('vacuum analyze insight_day')
  return ids
}

async function ask(port: number, key: string, id: string): Promise<void> {
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
  const path = `/v1/accounts/${id}/insights?from=${day(364)}&to=${day(0)}`
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const body = (await answer.json()) as { metrics: Record<string, { series: unknown[] }> }
  const series = Object.values(body.metrics ?? {})
  const isWhole = series.length === 9 && series.every((each) => each.series.length === 365)
  if (!isWhole) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body).slice(0, 300)}`)
}

async function measure(ids: string[], run: (id: string) => Promise<void>) {
  const times: number[] = []
  for (let count = 0; count < warmUp + requests; count += 1) {
    const began = performance.now()
    await run(ids[(count * 7) % ids.length]!)
    if (count >= warmUp) times.push(performance.now() - began)
  }
  times.sort((left, right) => left - right)
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)]! * 10) / 10
  return { p50: at(0.5), p99: at(0.99) }
}
