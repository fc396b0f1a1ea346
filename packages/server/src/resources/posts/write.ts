import { sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import { ServiceError } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import { StaleReadError, type Tx } from '../../database/open.ts'
import type { TargetStatus } from '../../database/post-tables.ts'
import { findMediaForPost } from '../media/serve/post-media.ts'
import { mediaIdsOf, type PlannedTarget, type PostPlan, type WrittenContent } from './plan.ts'
import type { TargetRow } from './queries.ts'
import { isBetweenParts } from './started.ts'

/** Locks the planned media until the transaction ends, so that none of them can be deleted. */
export async function lockMedia(tx: Tx, scope: Scope, plan: PostPlan): Promise<void> {
  const ids = mediaIdsOf(plan)
  const rows = await findMediaForPost(tx, scope, ids)
  if (rows.length !== ids.length) throw new ServiceError('media_not_found', { param: 'media' })
}

/**
 * Locks the profile and the planned accounts until the transaction ends, so that no account moves
 * to another profile before the post is written, and returns whether the profile demands approval. If one has moved since the plan, throws
 * `StaleReadError`: the transaction runs again with a new plan.
 */
export async function lockAccounts(
  tx: Tx,
  scope: Scope,
  plan: PostPlan,
): Promise<{ approval_required: boolean }> {
  const profile = await tx
    .selectFrom('profile')
    .select('approval_required')
    .where('id', '=', plan.profileId)
    .where('deleting_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!profile) throw new ServiceError('profile_not_found')
  const ids = plan.targets.map(({ account }) => account.id)
  const rows =
    ids.length === 0
      ? []
      : await tx
          .selectFrom('account')
          .select(['id', 'profile_id'])
          .where('owner_id', '=', scope.ownerId)
          .where('id', 'in', ids)
          .orderBy('id')
          .forShare()
          .execute()
  if (rows.some((row) => row.profile_id !== plan.profileId) || rows.length !== ids.length) {
    throw new StaleReadError('An account moved after the post was planned.')
  }
  return profile
}

/**
 * Throws 409 `duplicate_content` if an account had the same content within the last 24 hours, even
 * in another profile: networks reject duplicates too. `post_id` is included only if the caller may
 * see that post.
 */
export async function refuseDuplicates(
  tx: Tx,
  scope: Scope,
  plan: PostPlan,
  now: Date,
  exceptPostId: string | null,
): Promise<void> {
  const since = new Date(now.getTime() - limits.post.duplicateWindowMs)
  for (const [index, target] of plan.targets.entries()) {
    // Serializes concurrent posts to one account, so that the second sees the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${target.account.id}, 4))`.execute(tx)
    const duplicate = await tx
      .selectFrom('post_target')
      .select(['post_id', inScope(scope, 'post_target').as('is_visible')])
      .where('owner_id', '=', scope.ownerId)
      .where('account_id', '=', target.account.id)
      .where('content_hash', '=', target.contentHash)
      .where('created_at', '>', since)
      .where('status', 'in', [
        'scheduled',
        'publishing',
        'unknown',
        'published',
        'partially_published',
      ])
      .where('deleted_at', 'is', null)
      .where('post_id', '<>', exceptPostId ?? '')
      .orderBy('is_visible', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!duplicate) continue
    throw new ServiceError('duplicate_content', {
      details: [
        {
          path: `targets.${index}`,
          code: 'duplicate_content',
          message:
            'The same content was published or scheduled on this account within the last 24 hours. Set allow_duplicate to publish it again.',
          ...(duplicate.is_visible ? { post_id: duplicate.post_id } : {}),
        },
      ],
    })
  }
}

/** About what a target adds to a post in a list, without what its author writes. */
const targetBytes = 512

/** The size of a post with its targets in a list, which bounds a page; metadata and tags are short. */
export function contentBytesOf(plan: PostPlan): number {
  const targets = plan.targets.map((target) => [storedContent(plan, target), target.options])
  const written = JSON.stringify([plan.text, plan.media, plan.thread, targets])
  return Buffer.byteLength(written) + targets.length * targetBytes
}

/** The texts of the thread and the targets, which a search finds in addition to the post's own text. */
export function targetTextsOf(plan: PostPlan): string {
  const texts = [
    ...plan.thread.map(({ text }) => text),
    ...plan.targets.flatMap(({ written: { text, thread, firstComment } }) => [
      text,
      ...(thread ?? []).map((part) => part.text),
      firstComment,
    ]),
  ]
  return texts.filter((text) => text !== null).join(' ')
}

/** The content of a target in its row: as written, unless it is published and a fallback replaced it. */
function storedContent({ mode }: PostPlan, target: PlannedTarget): WrittenContent {
  return mode !== 'draft' && hasFallback(target) ? target.published : target.written
}

function hasFallback({ content, published }: PlannedTarget): boolean {
  return content.thread.length > published.thread.length
}

/** Inserts the targets of a post. Those of `before` keep their IDs on an update. */
export async function insertTargets(
  tx: Tx,
  scope: Scope,
  postId: string,
  plan: PostPlan,
  now: Date,
  before: readonly PreviousTarget[] = [],
): Promise<void> {
  if (plan.targets.length === 0) return
  const ids = new Map(before.map(({ account_id, id }) => [account_id, id]))
  const status: TargetStatus = plan.mode === 'draft' ? 'draft' : 'scheduled'
  await tx
    .insertInto('post_target')
    .values(
      plan.targets.map((target, index) => ({
        id: ids.get(target.account.id) ?? newId('target'),
        owner_id: scope.ownerId,
        profile_id: plan.profileId,
        post_id: postId,
        ...contentColumns(plan, target),
        position: index,
        status,
        scheduled_at: target.scheduledAt,
        slot_at: target.slotAt ?? keptSlot(before, target, status),
        due_at: status === 'scheduled' ? target.scheduledAt : null,
        ...unpublishedState,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
}

type PreviousTarget = Pick<TargetRow, 'id' | 'account_id' | 'status' | 'scheduled_at' | 'slot_at'>

/** A target stays in its slot as long as it is scheduled for the same time. */
function keptSlot(
  before: readonly PreviousTarget[],
  { account, scheduledAt }: PlannedTarget,
  status: TargetStatus,
): Date | null {
  const previous = before.find(({ account_id }) => account_id === account.id)
  const isSame =
    status === 'scheduled' &&
    previous?.status === 'scheduled' &&
    previous.scheduled_at?.getTime() === scheduledAt?.getTime()
  return isSame ? previous.slot_at : null
}

/**
 * Writes the plan to targets of which some have started. A worker between two parts loses its claim, so
 * that it publishes nothing of what it has read.
 */
export async function changeTargets(
  tx: Tx,
  targets: readonly TargetRow[],
  plan: PostPlan,
  now: Date,
): Promise<void> {
  for (const [position, planned] of plan.targets.entries()) {
    const target = targets.find(({ account_id }) => account_id === planned.account.id)!
    const isRunning = target.status === 'publishing' && isBetweenParts(target)
    await tx
      .updateTable('post_target')
      .set({
        ...contentColumns(plan, planned),
        position,
        ...(isRunning ? { lease_until: null, lease_token: null } : {}),
        // One that has failed has failed since then.
        ...(target.status === 'partially_published' ? {} : { updated_at: now }),
      })
      .where('id', '=', target.id)
      .execute()
  }
}

/** The publishing columns of a target before its first attempt. */
export const unpublishedState = {
  first_comment_status: null,
  first_comment_attempts: 0,
  first_comment_error: null,
  part: 1,
  phase: null,
  progress_sealed: null,
  attempts: 0,
  attempt_started_at: null,
  committed_at: null,
  lease_until: null,
  lease_token: null,
  published_at: null,
  deleted_at: null,
  error_code: null,
  error_source: null,
  error_message: null,
  error_retryable: null,
} as const

function contentColumns(plan: PostPlan, target: PlannedTarget) {
  const stored = storedContent(plan, target)
  const { text, media, thread, firstComment } = target.written
  return {
    account_id: target.account.id,
    platform: target.account.platform,
    text: stored.text,
    media: stored.media ? JSON.stringify(stored.media) : null,
    thread: stored.thread ? JSON.stringify(stored.thread) : null,
    options: JSON.stringify(target.options),
    first_comment: stored.firstComment,
    written:
      stored === target.written
        ? null
        : JSON.stringify({ text, media, thread, first_comment: firstComment }),
    parts: target.published.thread.length + 1,
    content_hash: target.contentHash,
  }
}
