import { newId } from '../../../core/ids.ts'
import { limits } from '../../../core/limits.ts'
import { noteChange, type Tx } from '../../../database/open.ts'
import type { PlatformComment } from '../../../platforms/contract/comments.ts'
import { emitEvent } from '../../webhooks/emit.ts'
import { findStoredComments, resolveCommentIds, type StoredComment } from '../queries.ts'
import { recordOwnReplies } from './replies.ts'
import { deleteBeyondLimit, leaveOutBeyondLimit } from './retention.ts'
import type { LockedAccount } from './schedule.ts'

/** A PostgreSQL statement accepts 65,535 parameters. */
const rowsPerInsert = 500

export type CommentBatch = {
  account: LockedAccount
  postId: string
  platformPostId: string
  comments: readonly PlatformComment[]
  /** A sync has the platform's current state and updates stored comments; a webhook may be old. */
  source: 'sync' | 'webhook'
  /** Replies to a comment that is not stored yet: store them, or return them to be recorded after it. */
  orphans: 'store' | 'return'
  seenAt: Date
  now: Date
}

/**
 * Stores other people's comments on one post and emits `comment.created` once for each that is new and
 * younger than 24 hours. The account's own replies are stored with the comments they reply to. Needs
 * the account's lock. Returns the orphans that were not stored.
 */
export async function recordComments(tx: Tx, batch: CommentBatch): Promise<PlatformComment[]> {
  const { account, now } = batch
  const comments = sortOldestFirst(batch.comments)
  const platformIds = comments.map((comment) => comment.platformCommentId)
  const stored = await findStoredComments(tx, account.id, platformIds)
  const ids = await resolveCommentIds(tx, account.id, [
    ...platformIds,
    ...comments.flatMap((comment) => comment.parentCommentId ?? []),
  ])
  const { sorted, orphans } = sortParentsFirst(comments, ids)
  if (batch.orphans === 'store')
    sorted.push(...orphans.map((orphan) => assignOrphanId(orphan, ids)))

  const others = sorted.filter((comment) => !comment.isOwn)
  const unstored = others.filter((comment) => !stored.has(comment.platformCommentId))
  const added = await leaveOutBeyondLimit(tx, account.id, unstored, ids)
  await insertComments(tx, batch, added, ids)
  if (batch.source === 'sync') await updateStored(tx, batch, others, stored, ids)
  if (added.length > 0) {
    await deleteBeyondLimit(tx, account.id)
    noteChange(tx, 'comments', { accountId: account.id })
  }
  for (const comment of added) await emitCreated(tx, batch, comment, ids)
  const ownReplies = sorted.filter((comment) => comment.isOwn)
  await recordOwnReplies(tx, account, ownReplies, ids, now)
  return batch.orphans === 'store' ? [] : orphans
}

/** Oldest first, without duplicates. */
function sortOldestFirst(comments: readonly PlatformComment[]): PlatformComment[] {
  const byId = new Map(comments.map((comment) => [comment.platformCommentId, comment]))
  return [...byId.values()].sort(
    (left, right) => left.commentedAt.getTime() - right.commentedAt.getTime(),
  )
}

/**
 * Top-level comments and replies to stored comments, each parent before its replies; the rest are
 * orphans. Adds the id of each comment to `ids`, and for the account's own reply its comment's id.
 */
function sortParentsFirst(comments: readonly PlatformComment[], ids: Map<string, string>) {
  const sorted: PlatformComment[] = []
  let orphans = [...comments]
  for (let previousCount = -1; previousCount !== orphans.length; ) {
    previousCount = orphans.length
    orphans = orphans.filter((comment) => {
      if (comment.parentCommentId !== null && !ids.has(comment.parentCommentId)) return true
      assignId(comment, ids)
      sorted.push(comment)
      return false
    })
  }
  return { sorted, orphans }
}

function assignId(comment: PlatformComment, ids: Map<string, string>): void {
  const { platformCommentId, parentCommentId, isOwn } = comment
  if (ids.has(platformCommentId)) return
  if (!isOwn) ids.set(platformCommentId, newId('comment'))
  else if (parentCommentId) ids.set(platformCommentId, ids.get(parentCommentId)!)
}

/** For a comment whose parent was deleted or never returned by the platform. */
function assignOrphanId(orphan: PlatformComment, ids: Map<string, string>): PlatformComment {
  if (!orphan.isOwn && !ids.has(orphan.platformCommentId)) {
    ids.set(orphan.platformCommentId, newId('comment'))
  }
  return orphan
}

async function insertComments(
  tx: Tx,
  { account, postId, platformPostId, seenAt, now }: CommentBatch,
  comments: readonly PlatformComment[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  for (let start = 0; start < comments.length; start += rowsPerInsert) {
    const rows = comments.slice(start, start + rowsPerInsert)
    await tx
      .insertInto('comment')
      .values(
        rows.map((comment) => ({
          id: ids.get(comment.platformCommentId)!,
          owner_id: account.owner_id,
          profile_id: account.profile_id,
          account_id: account.id,
          post_id: postId,
          platform: account.platform,
          platform_post_id: platformPostId,
          platform_comment_id: comment.platformCommentId,
          platform_parent_id: comment.parentCommentId,
          ...mutableFields(comment, ids),
          commented_at: comment.commentedAt,
          seen_at: seenAt,
          deleted_at: null,
          created_at: now,
          updated_at: now,
        })),
      )
      .execute()
  }
}

/** The fields that can change on the platform. */
function mutableFields(comment: PlatformComment, ids: ReadonlyMap<string, string>) {
  return {
    parent_comment_id: comment.parentCommentId ? (ids.get(comment.parentCommentId) ?? null) : null,
    // The name on platforms without usernames; empty if the platform returns neither.
    author_username: comment.authorUsername ?? comment.authorName ?? '',
    author_name: comment.authorName,
    text: comment.text,
    permalink: comment.permalink,
    like_count: comment.likeCount,
    hidden: comment.hidden,
    can_reply: comment.canReply,
    can_hide: comment.canHide,
  }
}

/** Updates comments that were edited, liked, hidden or restored on the platform. */
async function updateStored(
  tx: Tx,
  { account, seenAt, now }: CommentBatch,
  comments: readonly PlatformComment[],
  stored: ReadonlyMap<string, StoredComment>,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const seenIds = comments.flatMap((comment) => stored.get(comment.platformCommentId)?.id ?? [])
  if (seenIds.length === 0) return
  await tx
    .updateTable('comment')
    .set({ seen_at: seenAt })
    .where('account_id', '=', account.id)
    .where('id', 'in', seenIds)
    .where('seen_at', '<', seenAt)
    .execute()
  for (const comment of comments) {
    const before = stored.get(comment.platformCommentId)
    const fields = mutableFields(comment, ids)
    if (!before || isUnchanged(before, fields, comment)) continue
    await tx
      .updateTable('comment')
      .set({
        ...fields,
        commented_at: comment.commentedAt,
        deleted_at: null,
        updated_at: now,
      })
      .where('id', '=', before.id)
      .execute()
    noteChange(tx, 'comments', { accountId: account.id })
  }
}

function isUnchanged(
  before: StoredComment,
  fields: ReturnType<typeof mutableFields>,
  { commentedAt }: PlatformComment,
): boolean {
  if (before.deleted_at || before.commented_at.getTime() !== commentedAt.getTime()) return false
  return Object.entries(fields).every(
    ([name, value]) => before[name as keyof typeof fields] === value,
  )
}

async function emitCreated(
  tx: Tx,
  { account, postId, now }: CommentBatch,
  comment: PlatformComment,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const ageMs = now.getTime() - comment.commentedAt.getTime()
  if (ageMs >= limits.comment.eventAgeMsMax) return
  const fields = mutableFields(comment, ids)
  await emitEvent(tx, {
    ownerId: account.owner_id,
    profileId: account.profile_id,
    profileExternalId: account.profile_external_id,
    type: 'comment.created',
    data: {
      comment_id: ids.get(comment.platformCommentId)!,
      account_id: account.id,
      post_id: postId,
      platform: account.platform as never,
      author_username: fields.author_username,
      text: fields.text,
      permalink: fields.permalink,
      parent_comment_id: fields.parent_comment_id,
      reply_status: 'unreplied',
      profile_external_id: account.profile_external_id,
      commented_at: comment.commentedAt.toISOString(),
    },
    now,
  })
}
