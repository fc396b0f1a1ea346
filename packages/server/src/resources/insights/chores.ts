import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import type { Chore } from '../../jobs/chores.ts'

const minuteMs = 60_000

export const insightChores: readonly Chore[] = [
  { name: 'insight_polls', everyMs: 10 * minuteMs, run: scheduleInsights },
  { name: 'old_insight_syncs', everyMs: 60 * minuteMs, run: deleteOldSyncs },
]

/** Schedules insights for every connected account that should have them and has no due time. */
export async function scheduleInsights(ctx: Context): Promise<void> {
  const platforms = [...ctx.platforms.values()]
    .filter(({ insights }) => insights !== undefined)
    .map(({ value }) => value)
  await sql`
    insert into account_poll (id, account_id, kind, due_at)
    select gen_random_uuid()::text, id, 'insights', ${ctx.clock.now()}::timestamptz from account
    where status = 'connected' and platform = any(${platforms}::text[])
      and not exists (select 1 from account_poll w
        where w.account_id = account.id and w.kind = 'insights' and w.due_at is not null)
    order by id
    on conflict (account_id, kind) do update set due_at = excluded.due_at
      where account_poll.due_at is null`.execute(ctx.db.query)
}

/** Deletes syncs after 30 days. */
async function deleteOldSyncs(ctx: Context): Promise<void> {
  const keptMs = limits.insights.syncKeptDays * 24 * 60 * minuteMs
  const since = new Date(ctx.clock.now().getTime() - keptMs)
  await ctx.db.query.deleteFrom('insight_sync').where('created_at', '<', since).execute()
}
