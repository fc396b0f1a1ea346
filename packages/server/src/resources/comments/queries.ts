import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { CursorValue } from '../../core/cursor.ts'
import { type Conditions, meetsAll } from '../../database/filters.ts'
import type { Queries, Tx } from '../../database/open.ts'
import { newestRows } from '../../database/search.ts'
import { isOneOf, plannedForValues, rowLimit } from '../../database/statements.ts'
import type { CommentFilter } from '../../schemas/comment.ts'
import { isAssignedTo } from './team/assignees.ts'

const commentColumns = [
  'comment.id',
  'comment.owner_id',
  'comment.profile_id',
  'comment.account_id',
  'comment.post_id',
  'comment.platform',
  'comment.platform_post_id',
  'comment.platform_comment_id',
  'comment.platform_parent_id',
  'comment.parent_comment_id',
  'comment.author_username',
  'comment.author_name',
  'comment.text',
  'comment.permalink',
  'comment.like_count',
  'comment.hidden',
  'comment.can_reply',
  'comment.can_hide',
  'comment.reply_status',
  'comment.assignee_id',
  'comment.commented_at',
  'comment.deleted_at',
  'comment.created_at',
] as const

function selectComments(db: Queries, scope: Scope) {
  return db.selectFrom('comment').select(commentColumns).where(inScope(scope, 'comment'))
}

export type CommentRow = Awaited<
  ReturnType<ReturnType<typeof selectComments>['executeTakeFirstOrThrow']>
>

/** The list's order has an index for these. */
type OrderedFilter = Pick<CommentFilter, 'account_id' | 'post_id' | 'since' | 'until'>

const orderedConditions: Conditions<OrderedFilter> = {
  account_id: (ids) => isOneOf('comment.account_id', ids),
  post_id: (ids) => isOneOf('comment.post_id', ids),
  since: (time) => sql`comment.commented_at >= ${new Date(time)}`,
  until: (time) => sql`comment.commented_at < ${new Date(time)}`,
}

const otherConditions = (
  scope: Scope,
): Conditions<Omit<CommentFilter, keyof OrderedFilter | 'search'>> => ({
  reply_status: (statuses) => isOneOf('comment.reply_status', statuses),
  // Comments are always in the profile of their account. Without an account no comment is read.
  platform: (platforms) =>
    sql`(${isOneOf('comment.platform', platforms)} and exists (select from account
      where ${inScope(scope, 'account')} and ${isOneOf('account.platform', platforms)}))`,
  hidden: (hidden) => sql`comment.hidden = ${hidden === 'true'}`,
  deleted: (deleted) =>
    deleted === 'true' ? sql`comment.deleted_at is not null` : sql`comment.deleted_at is null`,
  assigned_to: isAssignedTo,
})

/** One page of the comments in scope, the newest first. */
export async function listCommentsAfter(
  db: Queries,
  scope: Scope,
  filter: CommentFilter,
  after: CursorValue[] | null,
  rows: number,
): Promise<CommentRow[]> {
  const { reply_status, platform, hidden, deleted, assigned_to } = filter
  const hasRareValue = reply_status ?? platform ?? hidden ?? deleted ?? assigned_to
  return await selectCommentsAfter(db, scope, filter, after)
    .$if(Boolean(hasRareValue), (query) => query.modifyFront(plannedForValues))
    .where(meetsAll(filter, otherConditions(scope)))
    .orderBy('comment.commented_at', 'desc')
    .orderBy('comment.id', 'desc')
    .limit(rowLimit(rows))
    .execute()
}

/**
 * The same page of the comments that meet `isMatch`: from the newest comments if they fill it, otherwise
 * from all that the search index finds.
 */
export async function searchCommentsAfter(
  tx: Tx,
  scope: Scope,
  filter: CommentFilter,
  isMatch: RawBuilder<boolean>,
  after: CursorValue[] | null,
  rows: number,
): Promise<CommentRow[]> {
  const meetsOthers = meetsAll(filter, otherConditions(scope))
  const searched = selectCommentsAfter(tx, scope, filter, after).select('comment.search_text')
  const newest = searched
    .orderBy('comment.commented_at', 'desc')
    .orderBy('comment.id', 'desc')
    .limit(newestRows)
  // With an offset PostgreSQL does not walk the index of the order, which rare words make slow.
  const all = searched.where(meetsOthers).where(isMatch).offset(0)
  let page: CommentRow[] = []
  for (const source of [newest, all]) {
    page = await tx
      .selectFrom(source.as('comment'))
      .select(commentColumns)
      .where(meetsOthers)
      .where(isMatch)
      .orderBy('comment.commented_at', 'desc')
      .orderBy('comment.id', 'desc')
      .limit(rows)
      .execute()
    if (page.length === rows) break
  }
  return page
}

/** The comments after the cursor, with the filters for which the list's order has an index. */
function selectCommentsAfter(
  db: Queries,
  scope: Scope,
  filter: CommentFilter,
  after: CursorValue[] | null,
) {
  const query = selectComments(db, scope).where(meetsAll(filter, orderedConditions))
  if (!after) return query
  const [commentedAt, id] = after
  return query.where(
    sql<boolean>`(comment.commented_at, comment.id) < (${commentedAt}::timestamptz, ${id})`,
  )
}

export async function findComment(
  db: Queries,
  scope: Scope,
  id: string,
): Promise<CommentRow | undefined> {
  return await selectComments(db, scope).where('comment.id', '=', id).executeTakeFirst()
}

/** Whether the id is that of a reply in scope. */
export async function isOwnReply(db: Queries, scope: Scope, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('comment_reply')
    .select('id')
    .where(inScope(scope, 'comment_reply'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

export const replyColumns = [
  'id',
  'comment_id',
  'profile_id',
  'text',
  'platform_reply_id',
  'permalink',
  'created_at',
] as const

export type ReplyRow = Awaited<ReturnType<typeof listSentReplies>>[number]

/** The sent replies to these comments, oldest first. */
export async function listSentReplies(db: Queries, commentIds: readonly string[]) {
  if (commentIds.length === 0) return []
  return await db
    .selectFrom('comment_reply')
    .select(replyColumns)
    .where(sql<boolean>`comment_id = any(${commentIds}::text[])`)
    .where('status', '=', 'sent')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export type StoredComment = Awaited<ReturnType<typeof selectStored>>[number]

/** The stored comments by platform id. */
export async function findStoredComments(
  tx: Tx,
  accountId: string,
  platformIds: string[],
): Promise<Map<string, StoredComment>> {
  if (platformIds.length === 0) return new Map()
  const rows = await selectStored(tx, accountId, platformIds)
  return new Map(rows.map((row) => [row.platform_comment_id, row]))
}

async function selectStored(tx: Tx, accountId: string, platformIds: string[]) {
  return await tx
    .selectFrom('comment')
    .select([
      'id',
      'platform_comment_id',
      'parent_comment_id',
      'author_username',
      'author_name',
      'text',
      'permalink',
      'like_count',
      'hidden',
      'can_reply',
      'can_hide',
      'commented_at',
      'deleted_at',
    ])
    .where('account_id', '=', accountId)
    .where('platform_comment_id', 'in', platformIds)
    .execute()
}

/** Maps platform ids of comments to comment ids, and those of own replies to the comment replied to. */
export async function resolveCommentIds(
  tx: Tx,
  accountId: string,
  platformIds: string[],
): Promise<Map<string, string>> {
  const uniqueIds = [...new Set(platformIds)]
  if (uniqueIds.length === 0) return new Map()
  const replies = await tx
    .selectFrom('comment_reply')
    .innerJoin('comment', 'comment.id', 'comment_reply.comment_id')
    .select(['comment_reply.platform_reply_id', 'comment.id'])
    .where('comment.account_id', '=', accountId)
    .where('comment_reply.platform_reply_id', 'in', uniqueIds)
    .execute()
  const comments = await tx
    .selectFrom('comment')
    .select(['platform_comment_id', 'id'])
    .where('account_id', '=', accountId)
    .where('platform_comment_id', 'in', uniqueIds)
    .execute()
  return new Map([
    ...replies.map((row) => [row.platform_reply_id!, row.id] as const),
    ...comments.map((row) => [row.platform_comment_id, row.id] as const),
  ])
}
