import { createHash } from 'node:crypto'
import { requirePermission, type Scope } from '../../access/scope.ts'
import { invalidField } from '../../core/errors.ts'
import { type Tx, wakeAfterCommit } from '../../database/open.ts'
import type { ApprovalStatus } from '../../database/post-tables.ts'
import type { PostCreate } from '../../schemas/post.ts'
import { listTargets, type PostRow, refreshPost, type TargetRow } from './queries.ts'
import { isBetweenParts, isUntouched } from './started.ts'

/** A post with its targets, as read or locked. */
export type WholePost = { post: PostRow; targets: readonly TargetRow[] }

type Asking = {
  /** Of the request: `undefined` says nothing, `null` withdraws it. */
  asked: PostCreate['approval']
  profile: { approval_required: boolean }
  /** The post before an update. */
  before: WholePost | null
  now: Date
}

/**
 * Decides whether a post that was just written needs a client's approval, and holds its targets until then.
 * A change of what becomes public asks again; another time does not. Throws `validation_failed` for what
 * the profile does not allow, and 403 unless the caller may publish: for withdrawing the question, and for
 * publishing without an answer.
 */
export async function askForApproval(
  tx: Tx,
  scope: Scope,
  postId: string,
  { asked, profile, before, now }: Asking,
): Promise<void> {
  const status = before?.post.approval ?? null
  if (asked === null && status) requirePermission(scope, 'posts:write')
  if (profile.approval_required && (asked === null || asked?.if_late === 'publish')) {
    const message = 'The profile demands approval, so its posts are held until they are approved.'
    throw invalidField('approval', message, 'approval_required')
  }
  if (asked === null && !status) return
  if (!asked && !status && !profile.approval_required) return
  const [post] = await tx
    .selectFrom('post')
    .select(['text', 'media', 'thread', 'thread_fallback', 'mode', 'approval_if_late'])
    .where('id', '=', postId)
    .execute()
  if (asked === null) return await writeApproval(tx, postId, null, now)
  const ifLate = asked?.if_late ?? post!.approval_if_late ?? 'hold'
  if (asked?.if_late === 'publish') requirePermission(scope, 'posts:write')
  if (ifLate === 'publish' && post!.mode === 'now') {
    const message = 'A post that is published immediately cannot wait for approval. Use hold.'
    throw invalidField('approval.if_late', message, 'no_time')
  }
  const targets = await listTargets(tx, [postId])
  const isSame = before && contentKeyOf(before) === contentKeyOf({ post: post!, targets })
  const isAskedAgain = asked !== undefined && status === 'changes_requested'
  if (isSame && status && !isAskedAgain) {
    await writeApproval(tx, postId, { status, ifLate }, null)
  } else {
    await writeApproval(tx, postId, { status: 'awaiting', ifLate }, now)
  }
}

/** `changedAt` is `null` if the status stays as it is, with its comment. */
async function writeApproval(
  tx: Tx,
  postId: string,
  approval: { status: ApprovalStatus; ifLate: 'hold' | 'publish' } | null,
  changedAt: Date | null,
): Promise<void> {
  await tx
    .updateTable('post')
    .set({
      approval: approval?.status ?? null,
      approval_if_late: approval?.ifLate ?? null,
      ...(changedAt && { approval_changed_at: approval && changedAt, approval_comment: null }),
    })
    .where('id', '=', postId)
    .execute()
  await holdTargets(tx, postId, approval !== null && isHeld(approval))
}

function isHeld({ status, ifLate }: { status: ApprovalStatus; ifLate: 'hold' | 'publish' }) {
  return status === 'changes_requested' || (status === 'awaiting' && ifLate === 'hold')
}

/**
 * Holds the targets of which nothing more may become public, or releases all. A worker that has claimed a
 * held one loses its claim, so that it publishes nothing of what it has read.
 */
async function holdTargets(tx: Tx, postId: string, held: boolean): Promise<void> {
  if (!held) {
    await tx
      .updateTable('post_target')
      .set({ held })
      .where('post_id', '=', postId)
      .where('held', '=', true)
      .execute()
    return
  }
  const targets = await listTargets(tx, [postId])
  const ids = targets
    .filter((target) => isUntouched(target) || isBetweenParts(target))
    .map(({ id }) => id)
  if (ids.length === 0) return
  await tx
    .updateTable('post_target')
    .set({ held, lease_until: null, lease_token: null })
    .where('id', 'in', ids)
    .execute()
}

/** Whether a client can decide: nothing of the post has started, or the rest of it is held. */
export function isDecidable({ post, targets }: WholePost): boolean {
  if (post.approval === null || post.status === 'canceled' || post.source === 'external')
    return false
  return targets.every(isUntouched) || targets.some(({ held }) => held)
}

/** The version of a post that a client decides on: what becomes public. */
export function versionOf(whole: WholePost): string {
  return createHash('sha256').update(contentKeyOf(whole)).digest('base64url')
}

/** Whether the time to publish has passed while the post was waiting: an approval publishes it immediately. */
export function isLate({ targets }: Pick<WholePost, 'targets'>, now: Date): boolean {
  return targets.some(({ held, due_at }) => held && due_at !== null && due_at <= now)
}

/** What becomes public, as it was written: a fallback for a thread follows from it. */
function contentKeyOf({
  post,
  targets,
}: {
  post: Pick<PostRow, 'text' | 'media' | 'thread' | 'thread_fallback'>
  targets: readonly TargetRow[]
}): string {
  // Digests, because a long text of the post counts for each target.
  const own = [post.text, post.media, post.thread].map(digestOf)
  const contents = targets.map((target) => {
    const { text, media, thread, first_comment } = target.written ?? target
    const differing = [text, media, thread].map((value, index) =>
      value === null ? own[index] : digestOf(value),
    )
    const content = [...differing, first_comment]
    return [target.account_id, content, Object.entries(target.options as object).toSorted()]
  })
  return JSON.stringify([
    post.thread_fallback,
    contents.length === 0 ? own : contents.toSorted(byAccount),
  ])
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}

function byAccount([left]: unknown[], [right]: unknown[]): number {
  return String(left) < String(right) ? -1 : 1
}

/**
 * Asks for the approval of a locked post that needs none yet, holding its targets until then. Returns `false`
 * if a client can no longer decide on it.
 */
export async function requireApproval(tx: Tx, whole: WholePost, now: Date): Promise<boolean> {
  const { post } = whole
  if (post.approval !== null) return isDecidable(whole)
  if (!isDecidable({ ...whole, post: { ...post, approval: 'awaiting' } })) return false
  await writeApproval(tx, post.id, { status: 'awaiting', ifLate: 'hold' }, now)
  await refreshPost(tx, post.id, now)
  return true
}

/**
 * Writes a client's decision to a locked post that is `isDecidable`, and releases or holds its targets. A
 * post whose time has passed is due immediately once it is approved.
 */
export async function writeDecision(
  tx: Tx,
  { post }: WholePost,
  decision: 'approved' | 'changes_requested',
  comment: string | null,
  now: Date,
): Promise<void> {
  const approval = { status: decision, ifLate: post.approval_if_late! }
  await tx
    .updateTable('post')
    .set({ approval: decision, approval_comment: comment, approval_changed_at: now })
    .where('id', '=', post.id)
    .execute()
  await holdTargets(tx, post.id, isHeld(approval))
  await refreshPost(tx, post.id, now)
  wakeAfterCommit(tx, 'work')
}
