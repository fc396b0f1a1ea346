import { sql } from 'kysely'
import { rowLook } from '../access/rows.ts'
import { inScope, type Scope } from '../access/scope.ts'
import { addDays, utcDay } from '../base/day.ts'
import { versionOf } from '../database/mark.ts'
import type { Reader } from '../database/open.ts'
import type { Figures } from './metrics.ts'
import type { InsightState } from './state.ts'

/** The account in scope with what its watch says, or nothing. */
export async function findWatchedAccount(db: Reader, scope: Scope, id: string) {
  const row = await db
    .selectFrom('account')
    .leftJoin('account_watch as watch', (join) =>
      join.onRef('watch.account_id', '=', 'account.id').on('watch.kind', '=', 'insights'),
    )
    .select([
      'account.id',
      'account.platform',
      'account.username',
      'account.connected_at',
      'account.permissions_missing',
      'watch.state',
      'watch.due_at',
    ])
    .where(inScope(scope, 'account'))
    .where('account.id', '=', id)
    .executeTakeFirst()
  return row && { ...row, state: (row.state ?? {}) as InsightState }
}

/** The figures of an account by day, from one day to another, in one row. */
export async function findFiguresByDay(
  db: Reader,
  accountId: string,
  from: string,
  to: string,
): Promise<Readonly<Record<string, Figures>>> {
  const { days } = await db
    .selectFrom('insight_day')
    .select(
      sql<Record<string, Figures> | null>`json_object_agg(to_char(day, 'YYYY-MM-DD'), figures)`.as(
        'days',
      ),
    )
    .where('account_id', '=', accountId)
    .where(sql<boolean>`day between ${from}::date and ${to}::date`)
    .executeTakeFirstOrThrow()
  return days ?? {}
}

/** The post's id, when it is in scope. */
export async function findPostId(db: Reader, scope: Scope, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('post')
    .select('post.id')
    .where(inScope(scope, 'post'))
    .where('post.id', '=', id)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The targets of a post in their order, each with its figures and what its account's watch says. */
export async function listTargetFigures(db: Reader, postId: string) {
  const rows = await db
    .selectFrom('post_target as target')
    .leftJoin('insight_post as insight', 'insight.target_id', 'target.id')
    .leftJoin('account', 'account.id', 'target.account_id')
    .leftJoin('account_watch as watch', (join) =>
      join.onRef('watch.account_id', '=', 'target.account_id').on('watch.kind', '=', 'insights'),
    )
    .select([
      'target.id',
      'target.account_id',
      'target.platform',
      'insight.figures',
      'insight.read_at',
      'account.permissions_missing',
      'account.connected_at',
      'watch.state',
    ])
    .where('target.post_id', '=', postId)
    .orderBy('target.place')
    .execute()
  return rows.map((row) => ({ ...row, state: (row.state ?? {}) as InsightState }))
}

export type TargetFigures = Awaited<ReturnType<typeof listTargetFigures>>[number]

/**
 * A look at what the insights of an account are made of. Its days are written with the state of its watch
 * (`keepState`), so that of them all only the watch is looked at. The usual range ends today.
 */
export const lookAtInsights = rowLook(
  'account',
  (db, visible) =>
    db
      .selectFrom('account')
      .leftJoin('account_watch as watch', (join) =>
        join.onRef('watch.account_id', '=', 'account.id').on('watch.kind', '=', 'insights'),
      )
      .select(['account.id', 'account.owner_id', 'account.profile_id'])
      .select(versionOf('account', 'watch').as('mark'))
      .where(visible),
  (_row, now) => new Date(addDays(utcDay(now), 1)),
)

/** A look at what the figures of a post are made of: its targets, their figures and their accounts. */
export const lookAtPostInsights = rowLook('post', (db, visible) =>
  db
    .selectFrom('post')
    .select(['post.id', 'post.owner_id', 'post.profile_id'])
    .select(
      sql<string>`${versionOf('post')} || array(
        select ${versionOf('target', 'insight', 'account', 'watch')}
        from post_target as target
        left join insight_post as insight on insight.target_id = target.id
        left join account on account.id = target.account_id
        left join account_watch as watch on watch.account_id = target.account_id
          and watch.kind = 'insights'
        where target.post_id = post.id order by target.place)::text`.as('mark'),
    )
    .where(visible),
)
