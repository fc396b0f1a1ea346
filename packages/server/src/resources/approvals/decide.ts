import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import type { Tx } from '../../database/open.ts'
import { countUse } from '../../http/rate-limit.ts'
import { isDecidable, isLate, versionOf, type WholePost, writeDecision } from '../posts/approval.ts'
import { lockTargets, selectPostsOfProfile } from '../posts/queries.ts'
import { lockActiveProfile } from '../profiles/queries.ts'
import { statusOf } from '../sent-pages/kind.ts'
import { findPageByToken, lockPage } from '../sent-pages/queries.ts'
import { emitEvent } from '../webhooks/emit.ts'
import { type ApprovalLinkRow, approvalKind } from './link.ts'

export type Decision = {
  postId: string
  decision: 'approved' | 'changes_requested'
  comment: string | null
  /** What the client saw: the version of the post, its approval, and that its time had passed. */
  version: string
  seen: string
  sawLate: boolean
}

/**
 * `stale`: the post has changed since the client opened the page. `decided`: someone else has decided
 * since. `late`: its time has passed since, so that approving it would publish it immediately.
 */
export type DecisionResult =
  | 'done'
  | 'stale'
  | 'decided'
  | 'late'
  | 'comment_missing'
  | 'over'
  | 'closed'

/**
 * Records the decision of a client on what they saw, with its event. Anything else than what they saw is not
 * decided. Repeating a decision changes nothing.
 */
export async function decideApproval(
  ctx: Context,
  token: string,
  decision: Decision,
): Promise<DecisionResult> {
  const found = await findPageByToken(ctx.db.query, approvalKind, token)
  if (!found) return 'closed'
  await countUse(ctx, 'approval_decision', found.id)
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    // Lock order everywhere: profile, accounts, page, post, targets.
    if (!(await lockActiveProfile(tx, found.profile_id))) return 'closed'
    const link = await lockPage(tx, approvalKind, found.id, 'share')
    if (!link || statusOf(approvalKind, link, now) !== 'open') return 'closed'
    const whole = await lockShownPost(tx, link, decision.postId)
    if (!whole || !isDecidable(whole)) return 'over'
    const result = compare(whole, decision, now)
    if (result !== 'new') return result
    await record(tx, link, whole, decision, now)
    return 'done'
  })
}

async function lockShownPost(
  tx: Tx,
  link: ApprovalLinkRow,
  postId: string,
): Promise<WholePost | null> {
  if (!link.post_ids.includes(postId)) return null
  const post = await selectPostsOfProfile(tx, link, [postId]).forUpdate().executeTakeFirst()
  return post ? { post, targets: await lockTargets(tx, postId) } : null
}

/** `new`: the decision is on what is there now, and changes something. */
function compare(whole: WholePost, decision: Decision, now: Date): DecisionResult | 'new' {
  const { post } = whole
  if (versionOf(whole) !== decision.version) return 'stale'
  if (decision.decision === 'changes_requested' && decision.comment === null) {
    return 'comment_missing'
  }
  const isRepeated = post.approval === decision.decision
  if (isRepeated && (decision.comment ?? post.approval_comment) === post.approval_comment) {
    return 'done'
  }
  if (!isRepeated && post.approval !== decision.seen) return 'decided'
  if (decision.decision === 'approved' && isLate(whole, now) && !decision.sawLate) return 'late'
  return 'new'
}

async function record(
  tx: Tx,
  link: ApprovalLinkRow,
  whole: WholePost,
  { decision, comment, postId }: Decision,
  now: Date,
): Promise<void> {
  await writeDecision(tx, whole, decision, comment, now)
  await tx
    .insertInto('approval_record')
    .values({ link_id: link.id, at: now, action: decision, post_id: postId, comment })
    .execute()
  const profile = await tx
    .selectFrom('profile')
    .select('external_id')
    .where('id', '=', link.profile_id)
    .executeTakeFirstOrThrow()
  await emitEvent(tx, {
    ownerId: link.owner_id,
    profileId: link.profile_id,
    profileExternalId: profile.external_id,
    now,
    type: decision === 'approved' ? 'post.approved' : 'post.changes_requested',
    data: {
      post_id: postId,
      approval_link_id: link.id,
      comment,
      decided_at: now.toISOString(),
    },
  })
}

/** What the client wrote, on lines of their own, without control characters; `null` if it is blank. */
export function commentOf(text: string): string | null {
  const lines = text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n]/gu, ' ')
  const chars = [...lines.toWellFormed().trim()].slice(0, limits.approval.commentCharsMax)
  return chars.join('') || null
}
