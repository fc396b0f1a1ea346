import type { Context } from '../packages/server/src/context.ts'
import { newId } from '../packages/server/src/core/ids.ts'
import { measure, onEmptyInstallation } from './inbox-world.ts'

const accountsCount = 1_000
/** The range and the period before it, which the previous totals are of. */
const daysKept = 730

/**
 * `GET /v1/accounts/{id}/insights` over 365 days with the 9 metrics of Instagram, one after the
 * other over HTTP and of another account each time, among the histories of 1,000 accounts. Held
 * against the bare query for the same days.
 */
export async function benchInsightsRead(): Promise<Record<string, unknown>> {
  return await onEmptyInstallation(async ({ ctx, port, ownerKey }) => {
    const ids = await seed(ctx)
    const through = await measure(ids, async (id) => await ask(port, ownerKey, id))
    const bare = await measure(ids, async (id) => {
      await ctx.db.pool.query(
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
