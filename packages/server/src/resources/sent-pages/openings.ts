import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import type { Topic } from '../../core/topics.ts'
import { noteChange } from '../../database/open.ts'
import type { SentPageKind, SentPageRow } from './kind.ts'
import { lockPage } from './queries.ts'

type Openings = {
  /** Has `id`, `link_id` and `at`; a row with only these is an opening. */
  table: 'approval_record' | 'report_opening'
  /** Which of its rows are openings. */
  isOpening: RawBuilder<boolean>
  topic: Topic
}

/** Records that the page was opened, at most once a minute, and keeps the newest openings only. */
export async function recordOpening<Row extends SentPageRow>(
  ctx: Context,
  kind: SentPageKind<Row>,
  page: Row,
  { table, isOpening, topic }: Openings,
): Promise<void> {
  await ctx.db.transact(async (tx) => {
    // The lock lets openings at the same time be one.
    await lockPage(tx, kind, page.id, 'update')
    const now = ctx.clock.now()
    const recent = await tx
      .selectFrom(table)
      .select('id')
      .where('link_id', '=', page.id)
      .where(isOpening)
      .where('at', '>', new Date(now.getTime() - limits.opening.recordedEveryMs))
      .limit(1)
      .executeTakeFirst()
    if (recent) return
    await tx.insertInto(table).values({ link_id: page.id, at: now }).execute()
    const openings = sql`select id from ${sql.table(table)}
      where link_id = ${page.id} and ${isOpening}`
    await sql`delete from ${sql.table(table)} where id in (
      ${openings} and id <= (${openings} order by id desc offset ${limits.opening.keptMax} limit 1))`.execute(
      tx,
    )
    noteChange(tx, topic, { ownerId: page.owner_id, profileId: page.profile_id })
  })
}
