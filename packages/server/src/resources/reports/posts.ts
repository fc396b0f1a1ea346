import { sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import type { PlatformValue } from '../../core/networks.ts'
import { plannedForValues } from '../../database/statements.ts'
import { clientName } from '../connect/flow/open.ts'
import { type MetricValues, sumOfParts } from '../insights/metrics.ts'
import { listRanked } from '../insights/rank.ts'
import { findMediaByIds, type MediaRow } from '../media/queries.ts'
import type { Month } from './month.ts'

/** A number of rows, of which only so many are counted. */
export type Count = { count: number; isMore: boolean }

export type BestPost = {
  platform: PlatformValue
  accountName: string
  text: string
  mediaId: string | null
  permalink: string | null
  publishedAt: Date | null
  metrics: MetricValues
}

export type PostsView = {
  published: Count
  publishedBefore: Count
  best: BestPost[]
}

export type PlannedPost = { scheduledAt: Date; text: string; platforms: PlatformValue[] }
export type PlanView = { planned: Count; posts: PlannedPost[] }

/**
 * The posts that were published in the month, and the best of them: by views, and by likes on the networks
 * that count no views.
 */
export async function readPosts(
  ctx: Context,
  scope: Scope,
  month: Month,
  previous: Month,
): Promise<PostsView> {
  const [published, publishedBefore] = [
    await countPublished(ctx, scope, month),
    await countPublished(ctx, scope, previous),
  ]
  const rows = await listBest(ctx, scope, month)
  const names = await findNames(ctx, scope, [...new Set(rows.map((row) => row.account_id))])
  return {
    published,
    publishedBefore,
    best: rows.map((row) => {
      const platform = row.platform as PlatformValue
      const metrics = ctx.platforms.get(platform)?.insights?.postMetrics ?? []
      return {
        platform,
        accountName: names.get(row.account_id) ?? '',
        text: row.text,
        mediaId: row.media_id,
        permalink: row.permalink,
        publishedAt: row.published_at,
        metrics: sumOfParts(row.parts, metrics),
      }
    }),
  }
}

async function listBest(ctx: Context, scope: Scope, { from, until }: Month) {
  const { bestPostsMax, bestWithoutViewsMax, postsReadMax } = limits.report
  const withoutViews = [...ctx.platforms.values()].flatMap(({ value, insights }) => {
    const names = insights?.postMetrics.map(({ name }) => name) ?? []
    return names.includes('likes') && !names.includes('views') ? [value] : []
  })
  const common = { since: from, until, accountIds: null, tag: null, newestMax: postsReadMax }
  const best = (name: string, platforms: PlatformValue[] | null, rows: number) =>
    listRanked(
      ctx.db.query,
      scope,
      { ...common, metric: { name, kind: 'sum' }, platforms },
      null,
      rows,
    )
  return [
    ...(await best('views', null, bestPostsMax)),
    ...(await best('likes', withoutViews, bestWithoutViewsMax)),
  ]
}

async function countPublished(ctx: Context, scope: Scope, { from, until }: Month): Promise<Count> {
  const { rows } = await sql<{
    count: number
  }>`select ${plannedForValues} count(*)::int as count from (
    select from post where ${inScope(scope, 'post')}
      and post.scheduled_at >= ${from} and post.scheduled_at < ${until}
      and post.status in ('published', 'partially_published')
    limit ${limits.report.postsReadMax + 1}) found`.execute(ctx.db.query)
  return countOf(rows[0]!.count, limits.report.postsReadMax)
}

/** A count of at most one more than `max` rows. */
export function countOf(count: number, max: number): Count {
  return { count: Math.min(count, max), isMore: count > max }
}

/** An account that has moved to another profile since has no name here. */
async function findNames(
  ctx: Context,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db.query
    .selectFrom('account')
    .select(['id', 'platform', 'username', 'display_name', 'profile_url'])
    .where(inScope(scope, 'account'))
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, clientName(row)]))
}

/** The posts that are still to come in a month, in their order. */
export async function readPlan(
  ctx: Context,
  scope: Scope,
  { from, until }: Month,
): Promise<PlanView> {
  const { plannedReadMax, plannedShownMax } = limits.report
  const now = ctx.clock.now()
  type Row = { scheduled_at: Date; text: string; platforms: string[] | null; total: number }
  const { rows } = await sql<Row>`
    with planned as (
      select post.id, post.scheduled_at, post.text from post
      where ${inScope(scope, 'post')} and post.status in ('scheduled', 'awaiting_approval')
        and post.scheduled_at >= ${from > now ? from : now} and post.scheduled_at < ${until}
      order by post.scheduled_at nulls first, post.id limit ${plannedReadMax + 1})
    select planned.scheduled_at, planned.text, (select count(*)::int from planned) as total, (
      select array_agg(distinct platform order by platform) from post_target target
      where target.post_id = planned.id and target.status <> 'canceled') as platforms
    from planned order by planned.scheduled_at, planned.id
    limit ${plannedShownMax}`.execute(ctx.db.query)
  return {
    planned: countOf(rows[0]?.total ?? 0, plannedReadMax),
    posts: rows.map(({ scheduled_at, text, platforms }) => ({
      scheduledAt: scheduled_at,
      text,
      platforms: (platforms ?? []) as PlatformValue[],
    })),
  }
}

/** The first picture or video of a post that was published in the month. */
export async function findPublishedMedia(
  ctx: Context,
  scope: Scope,
  { from, until }: Month,
  mediaId: string,
): Promise<MediaRow | null> {
  const [row] = await findMediaByIds(ctx.db.query, [mediaId])
  const isOfProfile = row?.owner_id === scope.ownerId && row.profile_id === scope.profile?.id
  if (!isOfProfile) return null
  const { rows } = await sql`select from post
    join post_target target on target.post_id = post.id
    where ${inScope(scope, 'post')}
      and post.scheduled_at >= ${from} and post.scheduled_at < ${until}
      and target.status in ('published', 'partially_published') and target.deleted_at is null
      and coalesce(target.media, post.media) #>> '{0,id}' = ${mediaId}
    limit 1`.execute(ctx.db.query)
  return rows.length > 0 ? row : null
}
