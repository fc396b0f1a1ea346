import { newId } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import { noteChange, type Tx } from '../../database/open.ts'
import type { PlatformComment } from '../../platforms/comments.ts'
import { emitEvent } from '../webhooks/emit.ts'
import { findStoredComments, resolveCommentIds, type StoredComment } from './queries.ts'
import { recordOwnReplies } from './replies.ts'
import type { LockedAccount } from './schedule.ts'

/** A statement takes 65,535 parameters. */
const rowsPerInsert = 500

export type CommentBatch = {
  account: LockedAccount
  postId: string
  platformPostId: string
  comments: readonly PlatformComment[]
  /**
   * `reading`: what the platform shows now, so what is known already is brought up to date.
   * `delivery`: what it told some time, perhaps long ago, so only what is unknown is stored.
   */
  source: 'reading' | 'delivery'
  /** What answers a comment that is not known yet is handed back, to come after it. */
  orphans: 'store' | 'hand_back'
  seenAt: Date
  now: Date
}

/**
 * Stores the comments of other people under one post and emits `comment.created` for each that is
 * new and younger than 24 hours, in the caller's transaction: once, whoever saw it first and
 * however often. The account's own replies are stored with the comments that they answer. The
 * caller holds the account. Answers what was handed back.
 */
export async function recordComments(tx: Tx, recording: CommentBatch): Promise<PlatformComment[]> {
  const { account, now } = recording
  const comments = inOrder(recording.comments)
  const platformIds = comments.map((comment) => comment.platformCommentId)
  const known = await findStoredComments(tx, account.id, platformIds)
  const ids = await resolveCommentIds(tx, account.id, [
    ...platformIds,
    ...comments.flatMap((comment) => comment.parentCommentId ?? []),
  ])
  const { taken, left } = takeAnswered(comments, ids)
  if (recording.orphans === 'store') taken.push(...left.map((orphan) => adopt(orphan, ids)))

  const others = taken.filter((comment) => !comment.isOwn)
  const added = others.filter((comment) => !known.has(comment.platformCommentId))
  await insertComments(tx, recording, added, ids)
  if (recording.source === 'reading') await updateKnown(tx, recording, others, known, ids)
  if (added.length > 0) noteChange(tx, 'comments', { accountId: account.id })
  for (const comment of added) await announce(tx, recording, comment, ids)
  const own = taken.filter((comment) => comment.isOwn)
  await recordOwnReplies(tx, account, own, ids, now)
  return recording.orphans === 'store' ? [] : left
}

/** The oldest first, each once. */
function inOrder(comments: readonly PlatformComment[]): PlatformComment[] {
  const once = new Map(comments.map((comment) => [comment.platformCommentId, comment]))
  return [...once.values()].sort(
    (left, right) => left.commentedAt.getTime() - right.commentedAt.getTime(),
  )
}

/**
 * Those that stand under the post or answer something known, what is answered before its answer,
 * whatever their times say. `ids` gains their ids: of a comment its own, of a reply of the
 * account's the id of the comment that it answers.
 */
function takeAnswered(comments: readonly PlatformComment[], ids: Map<string, string>) {
  const taken: PlatformComment[] = []
  let left = [...comments]
  for (let before = -1; before !== left.length; ) {
    before = left.length
    left = left.filter((comment) => {
      if (comment.parentCommentId !== null && !ids.has(comment.parentCommentId)) return true
      giveId(comment, ids)
      taken.push(comment)
      return false
    })
  }
  return { taken, left }
}

function giveId(comment: PlatformComment, ids: Map<string, string>): void {
  const { platformCommentId, parentCommentId, isOwn } = comment
  if (ids.has(platformCommentId)) return
  if (!isOwn) ids.set(platformCommentId, newId('comment'))
  else if (parentCommentId) ids.set(platformCommentId, ids.get(parentCommentId)!)
}

/** What it answers is gone, or was never shown to us. */
function adopt(orphan: PlatformComment, ids: Map<string, string>): PlatformComment {
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
  for (let at = 0; at < comments.length; at += rowsPerInsert) {
    const rows = comments.slice(at, at + rowsPerInsert)
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
          ...shownFields(comment, ids),
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

/** What can change on the platform. */
function shownFields(comment: PlatformComment, ids: ReadonlyMap<string, string>) {
  return {
    parent_comment_id: comment.parentCommentId ? (ids.get(comment.parentCommentId) ?? null) : null,
    // Where people have no usernames, their name; nothing where the platform tells neither.
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

/** Edited texts, likes, what was hidden there, and comments that are back. */
async function updateKnown(
  tx: Tx,
  { account, seenAt, now }: CommentBatch,
  comments: readonly PlatformComment[],
  known: ReadonlyMap<string, StoredComment>,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const seen = comments.flatMap((comment) => known.get(comment.platformCommentId)?.id ?? [])
  if (seen.length === 0) return
  await tx
    .updateTable('comment')
    .set({ seen_at: seenAt })
    .where('account_id', '=', account.id)
    .where('id', 'in', seen)
    .where('seen_at', '<', seenAt)
    .execute()
  for (const comment of comments) {
    const before = known.get(comment.platformCommentId)
    const fields = shownFields(comment, ids)
    if (!before || isSame(before, fields, comment)) continue
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

function isSame(
  before: StoredComment,
  fields: ReturnType<typeof shownFields>,
  { commentedAt }: PlatformComment,
): boolean {
  if (before.deleted_at || before.commented_at.getTime() !== commentedAt.getTime()) return false
  return Object.entries(fields).every(
    ([name, value]) => before[name as keyof typeof fields] === value,
  )
}

async function announce(
  tx: Tx,
  { account, postId, now }: CommentBatch,
  comment: PlatformComment,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const ageMs = now.getTime() - comment.commentedAt.getTime()
  if (ageMs >= limits.comment.announcedMsMax) return
  const fields = shownFields(comment, ids)
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
