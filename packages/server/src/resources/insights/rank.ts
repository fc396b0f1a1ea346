import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import type { CursorValue } from '../../core/cursor.ts'
import { addDays, utcDay } from '../../core/day.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { Queries } from '../../database/open.ts'
import { plannedForValues } from '../../database/statements.ts'
import { type PageInput, readPage } from '../../http/list.ts'
import type { Metric } from '../../platforms/contract/insights.ts'
import type { RankedPost } from '../../schemas/insight-list.ts'
import { type MetricValues, selectMetrics, sumOfParts } from './metrics.ts'
import { parseRange } from './range.ts'

const defaultMetric = 'views'

type RankInput = PageInput & {
  from?: string | undefined
  to?: string | undefined
  metric?: string | undefined
  platform?: string[] | undefined
  account_id?: string[] | undefined
  tag?: string | undefined
}

type Filter = {
  since: Date
  until: Date
  metric: Metric
  platforms: string[] | null
  accountIds: string[] | null
  tag: string | null
  /** How many posts of the range are read at most, the newest ones; all if it is missing. */
  newestMax?: number
}

/**
 * The posts in scope that were published in the range, highest value of the metric first, as of their
 * last sync; a thread has the sum of its parts. Posts without a value are not listed. 400 `invalid_metric`, `invalid_range`,
 * `range_too_long`.
 */
export async function rankPosts(ctx: Context, scope: Scope, input: RankInput) {
  const available = [...ctx.platforms.values()].flatMap(
    ({ insights }) => insights?.postMetrics ?? [],
  )
  const [metric] = selectMetrics([input.metric ?? defaultMetric], available, 'No platform')
  const { from, to } = parseRange(input, utcDay(ctx.clock.now()))
  const filter: Filter = {
    since: new Date(from),
    until: new Date(addDays(to, 1)),
    metric: metric!,
    platforms: input.platform ?? null,
    accountIds: input.account_id ?? null,
    tag: input.tag ?? null,
  }
  const binding = ['insights-posts', scope.ownerId, scope.profile?.id ?? null, filter]
  return await readPage(input, binding, {
    length: 2,
    valuesOf: (row: RankedRow) => [Number(row.value), row.target_id],
    show: (row) => showPost(ctx, row),
    fetch: (after, rows) => listRanked(ctx.db.query, scope, filter, after, rows),
  })
}

type RankedRow = {
  post_id: string
  target_id: string
  account_id: string
  profile_id: string
  platform: string
  text: string
  media_id: string | null
  permalink: string | null
  published_at: Date | null
  value: string
  /** The metrics of its parts. */
  parts: MetricValues[]
  synced_at: Date | null
}

/** One page of targets; sorts all of the range: 200,000 in about half a second. */
export async function listRanked(
  db: Queries,
  scope: Scope,
  { since, until, metric, platforms, accountIds, tag, newestMax }: Filter,
  after: CursorValue[] | null,
  rows: number,
): Promise<RankedRow[]> {
  const value = targetValue(metric)
  const inRange = sql`${inScope(scope, 'post')}
    and post.scheduled_at >= ${since} and post.scheduled_at < ${until}`
  const newest = sql`(select id, owner_id, profile_id, text, media, tags, scheduled_at from post where ${inRange}
    order by post.scheduled_at desc nulls last, post.id desc limit ${newestMax}) post`
  const { rows: found } =
    await sql<RankedRow>`select ${plannedForValues} ranked.*, insight.parts, insight.synced_at from (
    select post.id as post_id, target.id as target_id, target.account_id, post.profile_id,
      target.platform, coalesce(target.text, post.text) as text,
      coalesce(target.media, post.media) #>> '{0,id}' as media_id, part.permalink,
      target.published_at, ${value} as value
    from ${newestMax ? newest : sql`post`}
    join post_target target on target.post_id = post.id
    join post_part part on part.target_id = target.id and part.number = 1
    join insight_post insight on insight.target_id = target.id and insight.number = 1
    where ${inRange}
      and target.status in ('published', 'partially_published') and target.deleted_at is null
      and ${value} is not null
      ${platforms ? ofTarget(scope, 'platform', platforms) : sql``}
      ${accountIds ? ofTarget(scope, 'account_id', accountIds) : sql``}
      ${tag ? sql`and ${tag} = any(post.tags)` : sql``}
      ${after ? sql`and (${value}, target.id) < (${after[0]}::bigint, ${after[1]})` : sql``}
    order by value desc, target.id desc limit ${rows}) ranked
    cross join lateral (
      select jsonb_agg(metrics) as parts, max(synced_at) as synced_at
      from insight_post where target_id = ranked.target_id) insight
    order by value desc, target_id desc`.execute(db)
  return found
}

/** The value of a target; only threads read the rows of their other parts. */
function targetValue({ name, kind }: Metric): RawBuilder<string | null> {
  const ofThread =
    kind === 'sum'
      ? sql`(select sum((metrics ->> ${name})::bigint)::bigint from insight_post
          where target_id = target.id)`
      : sql`null`
  return sql`(case when target.parts = 1 then (insight.metrics ->> ${name})::bigint
    else ${ofThread} end)`
}

/** Without a target in scope, no post of the range is read. */
function ofTarget(scope: Scope, name: 'platform' | 'account_id', values: string[]) {
  const column = sql.ref(name)
  return sql`and target.${column} = any(${values}) and exists (
    select from post_target any_target
    where ${inScope(scope, 'any_target')} and any_target.${column} = any(${values}))`
}

function showPost(
  ctx: Context,
  { value, parts, synced_at, published_at, platform, ...row }: RankedRow,
) {
  const metrics = ctx.platforms.get(platform as PlatformValue)?.insights?.postMetrics ?? []
  return {
    object: 'ranked_post',
    ...row,
    platform: platform as PlatformValue,
    published_at: published_at?.toISOString() ?? null,
    value: Number(value),
    metrics: { ...sumOfParts(parts, metrics) },
    synced_at: synced_at?.toISOString() ?? null,
  } satisfies RankedPost
}
