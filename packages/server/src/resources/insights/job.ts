import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import type { Queries, Tx } from '../../database/open.ts'
import type { Claim } from '../../jobs/due.ts'
import type { Platform } from '../../platforms/contract/platform.ts'
import { unsealTokens } from '../accounts/tokens.ts'
import { holdTokens } from '../accounts/with-tokens.ts'
import type { InsightState } from './state.ts'

/** An account whose insights are due, with the data the run needs. */
export type Job = NonNullable<Awaited<ReturnType<typeof findJob>>>

/** Reads the account of a claimed schedule row. */
export async function findJob(db: Queries, claim: Claim) {
  const row = await db
    .selectFrom('account_poll as schedule')
    .innerJoin('account', 'account.id', 'schedule.account_id')
    .select([
      'account.id',
      'account.platform',
      'account.status',
      'account.platform_account_id',
      'account.username',
      'account.tokens_sealed',
      'account.permissions_missing',
      'account.connected_at',
      'account.paused_until',
      'account.reading_paused_until',
      'schedule.state',
      'schedule.failures',
    ])
    .select(
      sql<Date | null>`(select max(s.created_at) from insight_sync_account a
        join insight_sync s on s.id = a.sync_id
        where a.account_id = account.id and a.outcome is null)`.as('requested_at'),
    )
    .where('schedule.id', '=', claim.key)
    .executeTakeFirst()
  return row && { ...row, state: row.state as InsightState }
}

/** The account and its decrypted tokens; `null` if the account is not connected. */
export function openAccess(ctx: Context, platform: Platform, job: Job) {
  if (job.status !== 'connected' || !job.tokens_sealed) return null
  const tokens = unsealTokens(ctx, job.id, job.tokens_sealed)
  return {
    held: holdTokens({ id: job.id, platform, tokens }),
    account: { platformAccountId: job.platform_account_id, username: job.username },
  }
}
export type AccountAccess = NonNullable<ReturnType<typeof openAccess>>

/** A public part whose metrics are read. */
export type DuePart = { targetId: string; number: number; platformPostId: string }

/**
 * The public parts whose metrics the cycle started at `cycleAt` reads: those of the last week in every
 * cycle, older ones daily, weekly and finally monthly. First parts and later parts take turns, longest
 * unread first, so that long threads take at most half of the calls while other posts are due.
 */
export async function listDueParts(db: Queries, accountId: string, cycleAt: Date) {
  const { rows } = await sql<DuePart>`
    select part.target_id as "targetId", part.number, part.platform_post_id as "platformPostId"
    from post_part part left join insight_post i
      on i.target_id = part.target_id and i.number = part.number
    where part.account_id = ${accountId} and part.deleted_at is null
      and (i.tried_at is null or i.tried_at < ${cycleAt}::timestamptz - case
        when part.published_at > ${cycleAt}::timestamptz - interval '7 days' then interval '0'
        when part.published_at > ${cycleAt}::timestamptz - interval '30 days' then interval '20 hours'
        when part.published_at > ${cycleAt}::timestamptz - interval '1 year' then interval '7 days'
        else interval '30 days' end)
    order by row_number() over (partition by part.number > 1
      order by i.tried_at nulls first, part.published_at desc, part.number), part.number
    limit ${limits.insights.partsPerCycleMax}`.execute(db)
  return rows
}

/** Records the outcome for the syncs that were waiting for this account when its run started. */
export async function finishSyncs(
  tx: Tx,
  job: Job,
  outcome: 'done' | 'failed',
  now: Date,
): Promise<void> {
  if (!job.requested_at) return
  await sql`
    update insight_sync_account a set outcome = ${outcome}, finished_at = ${now}
    from insight_sync s
    where a.account_id = ${job.id} and a.outcome is null
      and s.id = a.sync_id and s.created_at <= ${job.requested_at}`.execute(tx)
}
