import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { CursorValue } from '../../core/cursor.ts'
import type { Reader, Tx } from '../../database/open.ts'
import { rowLimit } from '../../database/statements.ts'
import type { Tables } from '../../database/tables.ts'
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
  'post.external_id',
  'post.metadata',
  'post.tags',
  'post.scheduled_at',
  'post.published_at',
  'post.created_at',
  'post.updated_at',
] as const

const targetColumns = [
  'post_target.id',
  'post_target.post_id',
  'post_target.account_id',
  'post_target.platform',
  'post_target.place',
  'post_target.status',
  'post_target.text',
  'post_target.media',
  'post_target.options',
  'post_target.first_comment',
  'post_target.first_comment_status',
  'post_target.scheduled_at',
  'post_target.due_at',
  'post_target.attempts',
  'post_target.platform_post_id',
  'post_target.permalink',
  'post_target.published_at',
  'post_target.deleted_at',
  'post_target.error_code',
  'post_target.error_source',
  'post_target.error_message',
  'post_target.error_retryable',
  'post_target.created_at',
] as const

function selectPosts(db: Reader, scope: Scope) {
  return db.selectFrom('post').select(postColumns).where(inScope(scope, 'post'))
}
function selectTargets(db: Reader) {
  return db.selectFrom('post_target').select(targetColumns)
}

export type PostRow = Awaited<ReturnType<ReturnType<typeof selectPosts>['executeTakeFirstOrThrow']>>
export type TargetRow = Awaited<
  ReturnType<ReturnType<typeof selectTargets>['executeTakeFirstOrThrow']>
>

export type PostFilter = {
  statuses: string[] | null
  platforms: string[] | null
  accountIds: string[] | null
  tag: string | null
  externalId: string | null
  /** Both ends inclusive. */
  fromDay: string | null
  toDay: string | null
  order: 'asc' | 'desc'
}

/**
 * One page of the posts in scope, by `scheduled_at` and id: latest first and posts without a time
 * last, or exactly the reverse, which uses the same index.
 */
export async function listPostsAfter(
  db: Reader,
  scope: Scope,
  filter: PostFilter,
  after: CursorValue[] | null,
  rows: number,
): Promise<PostRow[]> {
  const posts: PostRow[] = []
  for (const segment of segmentsAfter(filter.order, after)) {
    if (posts.length >= rows) break
    const query = selectSegment(db, scope, filter, segment).limit(rowLimit(rows - posts.length))
    posts.push(...(await query.execute()))
  }
  return posts
}

/** The condition of one index range scan; `null` is the whole list. */
type Segment = RawBuilder<boolean> | null

function selectSegment(db: Reader, scope: Scope, filter: PostFilter, segment: Segment) {
  const nulls = sql.raw(filter.order === 'asc' ? 'asc nulls first' : 'desc nulls last')
  return applyFilter(selectPosts(db, scope), filter)
    .$if(segment !== null, (query) => query.where(segment!))
    .orderBy(sql`post.scheduled_at ${nulls}`)
    .orderBy('post.id', filter.order)
}

/**
 * The rows after the cursor, in order. Posts without a time are a separate segment: the index
 * serves each segment, but not both combined with `or`, where deep pages scanned all rows before
 * them.
 */
function segmentsAfter(order: PostFilter['order'], after: CursorValue[] | null): Segment[] {
  if (!after) return [null]
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

function applyFilter<Row>(
  posts: SelectQueryBuilder<Tables, 'post', Row>,
  filter: PostFilter,
): SelectQueryBuilder<Tables, 'post', Row> {
  let query = posts
  if (filter.statuses) query = query.where(sql<boolean>`post.status = any(${filter.statuses})`)
  if (filter.tag) query = query.where(sql<boolean>`${filter.tag} = any(post.tags)`)
  if (filter.externalId) query = query.where('post.external_id', '=', filter.externalId)
  if (filter.fromDay) {
    query = query.where(
      sql<boolean>`post.scheduled_at >= ${filter.fromDay}::date at time zone 'UTC'`,
    )
  }
  if (filter.toDay) {
    query = query.where(
      sql<boolean>`post.scheduled_at < (${filter.toDay}::date + 1) at time zone 'UTC'`,
    )
  }
  if (filter.platforms || filter.accountIds) {
    query = query.where(
      sql<boolean>`exists (select 1 from post_target t where t.post_id = post.id
        and (${filter.platforms}::text[] is null or t.platform = any(${filter.platforms}))
        and (${filter.accountIds}::text[] is null or t.account_id = any(${filter.accountIds})))`,
    )
  }
  return query
}

/** The post, if it is in scope. */
export async function findPost(db: Reader, scope: Scope, id: string): Promise<PostRow | undefined> {
  return await selectPosts(db, scope).where('post.id', '=', id).executeTakeFirst()
}

/** The post, if it is in scope, locked: the lock serializes changes of the post and its targets. */
export async function lockPost(tx: Tx, scope: Scope, id: string): Promise<PostRow | undefined> {
  return await selectPosts(tx, scope).where('post.id', '=', id).forUpdate().executeTakeFirst()
}

/** The targets of these posts, in their order. */
export async function listTargets(db: Reader, postIds: readonly string[]): Promise<TargetRow[]> {
  if (postIds.length === 0) return []
  return await selectTargets(db)
    .where(sql<boolean>`post_target.post_id = any(${postIds}::text[])`)
    .orderBy('post_target.post_id')
    .orderBy('post_target.place')
    .execute()
}

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
      status: postStatusOf(rows.map((row) => row.status)),
      published_at: published.length > 0 ? new Date(Math.min(...published)) : null,
      updated_at: now,
    })
    .where('id', '=', postId)
    .execute()
}
