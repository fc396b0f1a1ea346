import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import { scopedStatement } from '../../access/scoped-statement.ts'
import type { CursorValue } from '../../core/cursor.ts'
import { limits } from '../../core/limits.ts'
import { type Conditions, meetsAll } from '../../database/filters.ts'
import { fixedStatement } from '../../database/fixed-statement.ts'
import type { Queries, Tx } from '../../database/open.ts'
import type { PostStatus } from '../../database/post-tables.ts'
import { newestRows } from '../../database/search.ts'
import { isOneOf, plannedForValues, rowLimit } from '../../database/statements.ts'
import type { Tables } from '../../database/tables.ts'
import type { PostFilter } from '../../schemas/post.ts'
import { partsOf } from './parts.ts'
import { postStatusOf } from './status.ts'

const postColumns = [
  'post.id',
  'post.owner_id',
  'post.profile_id',
  'post.source',
  'post.status',
  'post.mode',
  'post.text',
  'post.media',
  'post.media_ids',
  'post.thread',
  'post.thread_fallback',
  'post.external_id',
  'post.metadata',
  'post.tags',
  'post.scheduled_at',
  'post.published_at',
  'post.approval',
  'post.approval_if_late',
  'post.approval_comment',
  'post.approval_changed_at',
  'post.repeat_of_post_id',
  'post.created_at',
  'post.updated_at',
  'post.content_bytes',
] as const

const targetColumns = [
  'post_target.id',
  'post_target.post_id',
  'post_target.account_id',
  'post_target.platform',
  'post_target.position',
  'post_target.status',
  'post_target.text',
  'post_target.media',
  'post_target.thread',
  'post_target.options',
  'post_target.first_comment',
  'post_target.written',
  'post_target.first_comment_status',
  'post_target.first_comment_error',
  'post_target.scheduled_at',
  'post_target.slot_at',
  'post_target.due_at',
  'post_target.held',
  'post_target.attempts',
  'post_target.attempt_started_at',
  'post_target.committed_at',
  'post_target.first_comment_attempts',
  'post_target.phase',
  'post_target.part',
  'post_target.parts',
  'post_target.published_at',
  'post_target.deleted_at',
  'post_target.error_code',
  'post_target.error_source',
  'post_target.error_message',
  'post_target.error_retryable',
  'post_target.created_at',
  'post_target.updated_at',
] as const

function selectPosts(db: Queries, scope: Scope) {
  return db.selectFrom('post').select(postColumns).where(inScope(scope, 'post'))
}
function selectTargets(db: Queries) {
  return db
    .selectFrom('post_target')
    .select(targetColumns)
    .select([
      sql<boolean>`post_target.progress_sealed is not null`.as('has_progress'),
      partsOf('post_target').as('part_rows'),
    ])
}

export type PostRow = Awaited<ReturnType<ReturnType<typeof selectPosts>['executeTakeFirstOrThrow']>>
export type TargetRow = Awaited<
  ReturnType<ReturnType<typeof selectTargets>['executeTakeFirstOrThrow']>
>

export type ListOrder = 'asc' | 'desc'

type ListOptions = {
  filter: PostFilter
  order: ListOrder
  after: CursorValue[] | null
  rows: number
}

/** The list's order has an index for these. */
type OrderedFilter = Pick<PostFilter, 'id' | 'media_id' | 'from' | 'to'>
type TargetFilter = Pick<PostFilter, 'platform' | 'account_id'>

const orderedConditions: Conditions<OrderedFilter> = {
  id: (ids) => sql`post.id = any(${ids}::text[])`,
  media_id: (ids) => sql`post.id = any(array(select used.id from post used
    where used.media_ids <> '{}' and used.media_ids && ${ids}::text[]))`,
  from: (day) => sql`post.scheduled_at >= ${day}::date at time zone 'UTC'`,
  to: (day) => sql`post.scheduled_at < (${day}::date + 1) at time zone 'UTC'`,
}

const targetConditions: Conditions<TargetFilter> = {
  platform: (platforms) => isOneOf('t.platform', platforms),
  account_id: (ids) => isOneOf('t.account_id', ids),
}

const otherConditions: Conditions<
  Omit<PostFilter, keyof OrderedFilter | keyof TargetFilter | 'search'>
> = {
  status: (statuses) => isOneOf('post.status', statuses),
  approval: (statuses) => isOneOf('post.approval', statuses),
  tag: (tag) => sql`${tag} = any(post.tags)`,
  external_id: (id) => sql`post.external_id = ${id}`,
  repeat_of_post_id: (id) => sql`post.repeat_of_post_id = ${id}`,
}

/**
 * One page of the posts in scope, by `scheduled_at` and id: latest first and posts without a time
 * last, or exactly the reverse, which uses the same index. Ends after the post with which the content
 * exceeds `limits.page.contentBytesMax`.
 */
export async function listPostsAfter(
  db: Queries,
  scope: Scope,
  { filter, order, after, rows }: ListOptions,
): Promise<PostRow[]> {
  const posts: PostRow[] = []
  for (const segment of segmentsAfter(order, after)) {
    if (posts.length >= rows || exceedsContentBytes(posts)) break
    const query = inListOrder(
      selectSegment(db, scope, filter, segment).where(meets(scope, filter)),
      order,
    ).limit(rowLimit(rows - posts.length))
    const bounded = withinContentBytes(db, query, order).$if(hasRareValues(filter), (query) =>
      query.modifyFront(plannedForValues),
    )
    posts.push(...(await bounded.execute()))
  }
  return posts
}

/**
 * The same page of the posts that meet `isMatch`: from the first posts of a segment if they fill it,
 * otherwise from all that the search index finds.
 */
export async function searchPostsAfter(
  tx: Tx,
  scope: Scope,
  { filter, order, after, rows }: ListOptions,
  isMatch: RawBuilder<boolean>,
): Promise<PostRow[]> {
  const posts: PostRow[] = []
  for (const segment of segmentsAfter(order, after)) {
    if (posts.length >= rows || exceedsContentBytes(posts)) break
    const searched = selectSegment(tx, scope, filter, segment).select('post.search_text')
    const newest = inListOrder(searched, order).limit(newestRows)
    // With an offset PostgreSQL does not walk the index of the order, which rare words make slow.
    const all = searched.where(meets(scope, filter)).where(isMatch).offset(0)
    let found: PostRow[] = []
    for (const source of [newest, all]) {
      const matches = tx
        .selectFrom(source.as('post'))
        .select(postColumns)
        .where(meets(scope, filter))
        .where(isMatch)
      const page = inListOrder(matches, order).limit(rows - posts.length)
      found = await withinContentBytes(tx, page, order).execute()
      if (found.length === rows - posts.length || exceedsContentBytes(found)) break
    }
    posts.push(...found)
  }
  return posts
}

/** The condition of one index range scan. */
type Segment = RawBuilder<boolean>

/** The posts of a segment, with the filters for which the list's order has an index. */
function selectSegment(db: Queries, scope: Scope, filter: PostFilter, segment: Segment) {
  return selectPosts(db, scope).where(segment).where(meetsAll(filter, orderedConditions))
}

/**
 * The posts of `page` up to the one with which their content exceeds the limit of a page, and at least
 * two, so that one is left to show that the list goes on. Others are not read: the page has their
 * sizes, while long texts are stored apart.
 */
function withinContentBytes(db: Queries, page: PageQuery, order: ListOrder) {
  const listOrder = sql`order by post.scheduled_at ${nullsOf(order)}, post.id ${sql.raw(order)}`
  const sized = db
    .selectFrom(page.as('post'))
    .select(postColumns)
    .select([
      sql<number>`sum(post.content_bytes) over (${listOrder}) - post.content_bytes`.as(
        'bytes_before',
      ),
      sql<number>`row_number() over (${listOrder})`.as('number'),
    ])
  return inListOrder(
    db
      .selectFrom(sized.as('post'))
      .select(postColumns)
      .where((where) =>
        where.or([
          where('post.bytes_before', '<=', limits.page.contentBytesMax),
          where('post.number', '<=', 2),
        ]),
      ),
    order,
  )
}

type PageQuery = SelectQueryBuilder<Tables, 'post', PostRow>

function exceedsContentBytes(posts: readonly PostRow[]): boolean {
  const bytes = posts.reduce((sum, post) => sum + post.content_bytes, 0)
  return bytes > limits.page.contentBytesMax
}

function inListOrder<Query extends Orderable<Query>>(query: Query, order: ListOrder): Query {
  return query
    .orderBy(sql`post.scheduled_at ${nullsOf(order)}`)
    .orderBy(sql`post.id ${sql.raw(order)}`)
}

function nullsOf(order: ListOrder): RawBuilder<unknown> {
  return sql.raw(order === 'asc' ? 'asc nulls first' : 'desc nulls last')
}

type Orderable<Query> = { orderBy: (expression: RawBuilder<unknown>) => Query }

/**
 * The rows after the cursor, in order. Posts without a time are a separate segment: the index
 * serves each segment, but not both combined with `or`, where deep pages scanned all rows before
 * them.
 */
function segmentsAfter(order: ListOrder, after: CursorValue[] | null): Segment[] {
  if (!after) return [sql<boolean>`true`]
  const [scheduledAt, id] = after
  const unscheduled = sql<boolean>`(post.scheduled_at is null)`
  const scheduled = sql<boolean>`(post.scheduled_at is not null)`
  if (order === 'asc') {
    return scheduledAt === null
      ? [sql<boolean>`(post.scheduled_at is null and post.id > ${id})`, scheduled]
      : [sql<boolean>`((post.scheduled_at, post.id) > (${scheduledAt}::timestamptz, ${id}))`]
  }
  return scheduledAt === null
    ? [sql<boolean>`(post.scheduled_at is null and post.id < ${id})`]
    : [
        sql<boolean>`((post.scheduled_at, post.id) < (${scheduledAt}::timestamptz, ${id}))`,
        unscheduled,
      ]
}

function hasRareValues({ status, approval, platform, tag, account_id }: PostFilter): boolean {
  return Boolean(status ?? approval ?? platform ?? tag ?? account_id)
}

/** The other filters. */
function meets(scope: Scope, filter: PostFilter): RawBuilder<boolean> {
  const others = meetsAll(filter, otherConditions)
  if (!filter.platform && !filter.account_id) return others
  const targets = sql`select 1 from post_target t
    where ${inScope(scope, 't')} and ${meetsAll(filter, targetConditions)}`
  // Without a target in scope no post is read.
  return sql<boolean>`(${others} and exists (${targets})
    and exists (${targets} and t.post_id = post.id))`
}

/** The post, if it is in scope. */
export async function findPost(
  db: Queries,
  scope: Scope,
  id: string,
): Promise<PostRow | undefined> {
  return await postById.first(db, scope, { id })
}

export const postById = scopedStatement((db, scope, { id }: { id: string }) =>
  selectPosts(db, scope).where('post.id', '=', id),
)

/** These posts, as far as they are in the profile: unscoped, for a page that names them. */
export function selectPostsOfProfile(
  db: Queries,
  { owner_id, profile_id }: Pick<PostRow, 'owner_id' | 'profile_id'>,
  ids: readonly string[],
) {
  return db
    .selectFrom('post')
    .select(postColumns)
    .where('post.owner_id', '=', owner_id)
    .where('post.profile_id', '=', profile_id)
    .where(sql<boolean>`post.id = any(${ids as string[]}::text[])`)
    .orderBy('post.id')
}

/** Those of these posts that wait for a decision or had one, and were not canceled. */
export function selectAskedPosts(
  db: Queries,
  profile: Pick<PostRow, 'owner_id' | 'profile_id'>,
  ids: readonly string[],
) {
  return selectPostsOfProfile(db, profile, ids)
    .where('post.approval', 'is not', null)
    .where('post.status', '<>', 'canceled')
}

/**
 * The first of these posts whose content has together at most `limits.page.contentBytesMax`. The texts of the
 * others are not read.
 */
export function selectAskedPostsWithinBytes(
  db: Queries,
  profile: Pick<PostRow, 'owner_id' | 'profile_id'>,
  ids: readonly string[],
) {
  const sized = selectAskedPosts(db, profile, ids)
    .clearSelect()
    .clearOrderBy()
    .select([
      'post.id',
      sql<number>`sum(post.content_bytes) over (order by array_position(${ids as string[]}::text[], post.id))`.as(
        'bytes',
      ),
    ])
  const within = db
    .selectFrom(sized.as('sized'))
    .select('sized.id')
    .where('sized.bytes', '<=', limits.page.contentBytesMax)
  return selectAskedPosts(db, profile, ids).where('post.id', 'in', within)
}

/** The post, if it is in scope, locked: the lock serializes changes of the post and its targets. */
export async function lockPost(tx: Tx, scope: Scope, id: string): Promise<PostRow | undefined> {
  return await selectPosts(tx, scope).where('post.id', '=', id).forUpdate().executeTakeFirst()
}

/** The targets of these posts, in their order. */
export async function listTargets(db: Queries, postIds: readonly string[]): Promise<TargetRow[]> {
  if (postIds.length === 0) return []
  return await targetsOfPosts.run(db, { postIds })
}

const targetsOfPosts = fixedStatement((db, { postIds }: { postIds: readonly string[] }) =>
  selectTargets(db)
    .where(sql<boolean>`post_target.post_id = any(${postIds}::text[])`)
    .orderBy('post_target.post_id')
    .orderBy('post_target.position'),
)

/** Locks posts in a fixed order. Call it before writing to their targets. */
export async function lockPosts(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .selectFrom('post')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The targets of one post, locked, even while a worker has claimed them. */
export async function lockTargets(tx: Tx, postId: string): Promise<TargetRow[]> {
  return await selectTargets(tx)
    .where('post_target.post_id', '=', postId)
    .orderBy('post_target.id')
    .forUpdate()
    .execute()
}

/** A scheduled post that a client has not approved is awaiting the approval. */
function withApproval(status: PostStatus) {
  if (status !== 'scheduled') return status
  return sql<PostStatus>`case when approval <> 'approved' then 'awaiting_approval' else 'scheduled' end`
}

/**
 * Recomputes the post's status and `published_at` from its targets; call it after every change of a
 * target. The caller locks the post's row first, so that two targets that finish at the same time
 * see each other's result.
 */
export async function refreshPost(tx: Tx, postId: string, now: Date): Promise<void> {
  const rows = await tx
    .selectFrom('post_target')
    .select(['status', 'published_at'])
    .where('post_id', '=', postId)
    .execute()
  const published = rows
    .map((row) => row.published_at?.getTime())
    .filter((time) => time !== undefined)
  await tx
    .updateTable('post')
    .set({
      status: withApproval(postStatusOf(rows.map((row) => row.status))),
      published_at: published.length > 0 ? new Date(Math.min(...published)) : null,
      updated_at: now,
    })
    .where('id', '=', postId)
    .execute()
}
