import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import type { CursorValue } from '../../core/cursor.ts'
import { addDays, utcDay } from '../../core/day.ts'
import { limits } from '../../core/limits.ts'
import type { Queries } from '../../database/open.ts'
import { type PageInput, readPage } from '../../http/list.ts'
import type { ProfileStatistics, Statistics, statisticsSorts } from '../../schemas/statistics.ts'
import { profileMatches, selectProfiles } from './queries.ts'

const { days, unansweredMax } = limits.statistics

type ListInput = PageInput & {
  sort?: (typeof statisticsSorts)[number] | undefined
  search?: string | undefined
}

/** The numbers of everything in scope, in one statement. */
export async function readStatistics(ctx: Context, scope: Scope): Promise<Statistics> {
  const period = periodAt(ctx.clock.now())
  const { rows } = await sql<NumbersRow>`
    select ${columns} from ${numbers((table) => inScope(scope, table), period)}`.execute(
    ctx.db.query,
  )
  return { object: 'statistics', ...showNumbers(rows[0]!, period) }
}

/** The numbers of each profile in scope, in two statements per page. */
export async function listStatistics(ctx: Context, scope: Scope, input: ListInput) {
  const period = periodAt(ctx.clock.now())
  const filter = { sort: input.sort ?? 'name', search: input.search ?? null }
  const binding = ['profile-statistics', scope.ownerId, scope.profile?.id ?? null, filter]
  const page = await readPage(input, binding, {
    length: 3,
    valuesOf: (row: RankedProfile) => [row.rank, row.sort_name, row.id],
    show: (row) => row,
    fetch: (after, rows) => listRanked(ctx.db.query, scope, period, filter, after, rows),
  })
  const numbersById = await readNumbers(
    ctx.db.query,
    page.data.map(({ id }) => id),
    period,
  )
  const data = page.data.map(
    ({ id, name, external_id, is_default }): ProfileStatistics => ({
      object: 'profile_statistics',
      profile_id: id,
      name,
      external_id,
      is_default,
      ...showNumbers(numbersById.get(id)!, period),
    }),
  )
  return { ...page, data }
}

type Period = { now: Date; today: string; from: string; to: string }

function periodAt(now: Date): Period {
  const today = utcDay(now)
  return { now, today, from: addDays(today, 1 - days), to: addDays(today, days - 1) }
}

type RankedProfile = {
  id: string
  name: string
  external_id: string | null
  is_default: boolean
  sort_name: string
  rank: number
}

/** One page of profiles by name; with `attention`, those with a problem come first. */
async function listRanked(
  db: Queries,
  scope: Scope,
  period: Period,
  { sort, search }: { sort: string; search: string | null },
  after: CursorValue[] | null,
  rows: number,
): Promise<RankedProfile[]> {
  const profiles = selectProfiles(db, scope)
    .clearSelect()
    .select(['profile.id', 'profile.name', 'profile.external_id', 'profile.is_default'])
    .select(sql<string>`lower(profile.name)`.as('sort_name'))
    .select((sort === 'attention' ? attentionRank(period) : sql<number>`0`).as('rank'))
  const found = search ? profiles.where(profileMatches(search)) : profiles
  let query = db
    .selectFrom(found.as('ranked'))
    .select(['id', 'name', 'external_id', 'is_default', 'sort_name', 'rank'])
  if (after) {
    const [rank, name, id] = after
    query = query.where(sql<boolean>`(rank, sort_name, id) > (${rank}::integer, ${name}, ${id})`)
  }
  return await query.orderBy('rank').orderBy('sort_name').orderBy('id').limit(rows).execute()
}

/** 0: an account is expired or a post failed; 1: comments are unanswered; 2: nothing to do. */
function attentionRank({ from, to }: Period): RawBuilder<number> {
  return sql<number>`case
    when exists (select from account where account.profile_id = profile.id
        and account.status = 'expired')
      or exists (select from post where post.profile_id = profile.id
        and ${isBetween(from, to)} and post.status in ('failed', 'partially_published')) then 0
    when exists (select from comment where comment.profile_id = profile.id
        and comment.reply_status = 'unreplied' and comment.deleted_at is null) then 1
    else 2 end`
}

type NumbersRow = {
  scheduled_posts: number
  published_posts: number
  failed_posts: number
  next_post_at: Date | null
  unanswered_comments: number
  account_count: number
  expired_accounts: number
  followers: number | null
  followers_change_7_days: number | null
  followers_change_28_days: number | null
}

const columns = sql.join(
  [
    'scheduled_posts',
    'published_posts',
    'failed_posts',
    'next_post_at',
    'unanswered_comments',
    'account_count',
    'expired_accounts',
    'followers',
    'followers_change_7_days',
    'followers_change_28_days',
  ].map((name) => sql.ref(name)),
)

/** The numbers of these profiles, which the caller found in scope. */
async function readNumbers(
  db: Queries,
  ids: readonly string[],
  period: Period,
): Promise<Map<string, NumbersRow>> {
  if (ids.length === 0) return new Map()
  const ofProfile = (table: string) => sql<boolean>`${sql.ref(`${table}.profile_id`)} = profile.id`
  const { rows } = await sql<NumbersRow & { id: string }>`
    select profile.id, ${columns} from unnest(${ids}::text[]) as profile (id),
      lateral (select ${columns} from ${numbers(ofProfile, period)}) numbers`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Tables of one row each: the numbers of the rows that meet the condition. */
function numbers(
  belongs: (table: string) => RawBuilder<boolean>,
  { now, today, from, to }: Period,
) {
  return sql`
    (select
        (count(*) filter (where post.status = 'scheduled'))::integer as scheduled_posts,
        (count(*) filter (where post.status in ('published', 'partially_published')))::integer
          as published_posts,
        (count(*) filter (where post.status in ('failed', 'partially_published')))::integer
          as failed_posts
      from post where ${belongs('post')} and ${isBetween(from, to)}) posts,
    (select (select post.scheduled_at from post
        where ${belongs('post')} and post.status = 'scheduled' and post.scheduled_at >= ${now}
        order by post.scheduled_at limit 1) as next_post_at) next_post,
    (select count(*)::integer as unanswered_comments from (select from comment
        where ${belongs('comment')} and comment.reply_status = 'unreplied'
          and comment.deleted_at is null limit ${sql.lit(unansweredMax)}) unanswered) comments,
    (select count(*)::integer as account_count,
        (count(*) filter (where account.status = 'expired'))::integer as expired_accounts,
        sum(latest.followers)::float8 as followers,
        sum(latest.followers - week.followers)::float8 as followers_change_7_days,
        sum(latest.followers - month.followers)::float8 as followers_change_28_days
      from account
      left join lateral ${followers(addDays(today, -27), today)} latest on true
      left join lateral ${followers(addDays(today, -13), addDays(today, -7))} week on true
      left join lateral ${followers(addDays(today, -34), addDays(today, -28))} month on true
      where ${belongs('account')} and account.status <> 'disconnected') accounts`
}

function isBetween(from: string, to: string): RawBuilder<boolean> {
  return sql<boolean>`post.scheduled_at >= ${from}::date at time zone 'UTC'
    and post.scheduled_at < (${to}::date + 1) at time zone 'UTC'`
}

/** The last known followers of an account in a range of days. */
function followers(from: string, to: string) {
  return sql`(select (day.metrics ->> 'followers_count')::bigint as followers from insight_day day
    where day.account_id = account.id and day.day between ${from}::date and ${to}::date
      and day.metrics ? 'followers_count'
    order by day.day desc limit 1)`
}

function showNumbers(row: NumbersRow, { from, to }: Period) {
  return {
    from,
    to,
    scheduled_posts: row.scheduled_posts,
    published_posts: row.published_posts,
    failed_posts: row.failed_posts,
    next_post_at: row.next_post_at?.toISOString() ?? null,
    unanswered_comments: row.unanswered_comments,
    account_count: row.account_count,
    expired_accounts: row.expired_accounts,
    followers: row.followers,
    followers_change_7_days: row.followers_change_7_days,
    followers_change_28_days: row.followers_change_28_days,
  }
}
