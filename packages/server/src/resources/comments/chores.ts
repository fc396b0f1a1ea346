import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { newUuid } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import { wakeAfterCommit } from '../../database/open.ts'
import type { Chore } from '../../jobs/chores.ts'
import { isCommented } from './sync/schedule.ts'

const minuteMs = 60_000
const hourMs = 3_600_000
/** Older posts are found by the account's own run. */
const recentMs = hourMs

export const commentChores: readonly Chore[] = [
  { name: 'comment_polls', everyMs: hourMs, run: ensureSchedules },
  { name: 'published_posts', everyMs: minuteMs, run: scheduleRecentlyPublished },
  { name: 'old_inbound', everyMs: hourMs, run: deleteOldInbound },
]

/** Makes sure that every connected account has a due time for its comments. */
async function ensureSchedules(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const accounts = await ctx.db.query
    .selectFrom('account')
    .leftJoin('account_poll', (join) =>
      join
        .onRef('account_poll.account_id', '=', 'account.id')
        .on('account_poll.kind', '=', 'comments'),
    )
    .select(['account.id', 'account.platform'])
    .where('account.status', '=', 'connected')
    .where('account_poll.due_at', 'is', null)
    .where('account_poll.lease_until', 'is', null)
    .execute()
  const supported = accounts.filter(
    ({ platform }) => ctx.platforms.get(platform as never)?.comments,
  )
  if (supported.length === 0) return
  await ctx.db.query
    .insertInto('account_poll')
    .values(
      supported.map(({ id }) => ({
        id: newUuid(),
        account_id: id,
        kind: 'comments' as const,
        state: '{}',
        due_at: now,
        lease_until: null,
        lease_token: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'kind']).doUpdateSet({ due_at: now }))
    .execute()
}

/** Makes accounts with a newly published post due now, because new posts get the most comments. */
async function scheduleRecentlyPublished(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const since = new Date(now.getTime() - recentMs)
  await ctx.db.transact(async (tx) => {
    const { numAffectedRows } = await sql`
      update account_poll set due_at = least(due_at, ${now}::timestamptz)
      where kind = 'comments' and due_at is not null and account_id in (
        select t.account_id from post_target t join post_part part on part.target_id = t.id
        where t.published_at > ${since} and ${isCommented}
          and not exists (select 1 from post_poll w where w.account_id = t.account_id
            and w.platform_post_id = part.platform_post_id and w.post_id = t.post_id))`.execute(tx)
    if (Number(numAffectedRows ?? 0) > 0) wakeAfterCommit(tx, 'work')
  })
}

/** Webhooks repeated after that are recognized by their comments' ids alone. */
async function deleteOldInbound(ctx: Context): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - limits.inbound.seenDays * 24 * hourMs)
  await ctx.db.query.deleteFrom('inbound_webhook').where('at', '<', since).execute()
}
