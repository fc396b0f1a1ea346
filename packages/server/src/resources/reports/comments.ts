import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import { plannedForValues } from '../../database/statements.ts'
import type { Month } from './month.ts'
import { type Count, countOf } from './posts.ts'

export type CommentsView = {
  received: Count
  receivedBefore: Count
  answered: number
  /** The median time from a comment to the first answer; `null` without answers. */
  medianMs: number | null
}

/** The comments of other people that were written in the month, and their answers up to now. */
export async function readComments(
  ctx: Context,
  scope: Scope,
  month: Month,
  previous: Month,
): Promise<CommentsView> {
  type Row = { received: number; answered: number; median_seconds: number | null }
  const max = limits.report.commentsReadMax
  const { rows } = await sql<Row>`select ${plannedForValues} count(*)::int as received,
      count(*) filter (where comment.reply_status = 'replied' or reply.at is not null)::int as answered,
      percentile_cont(0.5) within group (
        order by greatest(0, extract(epoch from reply.at - comment.commented_at)))
        filter (where reply.at is not null) as median_seconds
    from ${newestOf(scope, month, max + 1)} comment
    left join lateral (
      select min(created_at) as at from comment_reply
      where comment_id = comment.id and status = 'sent') reply on true`.execute(ctx.db.query)
  const before = await sql<{
    received: number
  }>`select ${plannedForValues} count(*)::int as received
    from ${newestOf(scope, previous, max + 1)} comment`.execute(ctx.db.query)
  const { received, answered, median_seconds } = rows[0]!
  return {
    received: countOf(received, max),
    receivedBefore: countOf(before.rows[0]!.received, max),
    answered: Math.min(answered, max),
    medianMs: median_seconds === null ? null : median_seconds * 1_000,
  }
}

function newestOf(scope: Scope, { from, until }: Month, rows: number): RawBuilder<unknown> {
  return sql`(select id, reply_status, commented_at from comment
    where ${inScope(scope, 'comment')}
      and comment.commented_at >= ${from} and comment.commented_at < ${until}
    order by comment.commented_at desc, comment.id desc limit ${rows})`
}
