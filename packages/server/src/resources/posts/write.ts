import { sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import { ServiceError } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import { StaleReadError, type Tx } from '../../database/open.ts'
import type { TargetStatus } from '../../database/post-tables.ts'
import { findMediaForPost } from '../media/serve/post-media.ts'
import type { PlannedTarget, PostPlan } from './plan.ts'

/** Locks the planned media until the transaction ends, so that none of them can be deleted. */
export async function lockMedia(tx: Tx, scope: Scope, plan: PostPlan): Promise<void> {
  const all = [...plan.media, ...plan.targets.flatMap((target) => target.media ?? [])]
  const ids = [...new Set(all.map(({ id }) => id))]
  const rows = await findMediaForPost(tx, scope, ids)
  if (rows.length !== ids.length) throw new ServiceError('media_not_found', { param: 'media' })
}

/**
 * Locks the profile and the planned accounts until the transaction ends, so that no account moves
 * to another profile before the post is written. If one has moved since the plan, throws
 * `StaleReadError`: the transaction runs again with a new plan.
 */
export async function lockAccounts(tx: Tx, scope: Scope, plan: PostPlan): Promise<void> {
  const profile = await tx
    .selectFrom('profile')
    .select('id')
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
      .where('status', 'in', ['scheduled', 'publishing', 'unknown', 'published'])
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
  const targets = plan.targets.map(({ text, media, options, firstComment }) => [
    text,
    media,
    options,
    firstComment,
  ])
  const written = JSON.stringify([plan.text, plan.media, targets])
  return Buffer.byteLength(written) + targets.length * targetBytes
}

/** The texts of the targets, which a search finds in addition to the post's own text. */
export function targetTextsOf(plan: PostPlan): string {
  const texts = plan.targets.flatMap(({ text, firstComment }) => [text, firstComment])
  return texts.filter((text) => text !== null).join(' ')
}

/** Inserts the targets of a post. `ids` (account id → target id) keeps their ids on an update. */
export async function insertTargets(
  tx: Tx,
  scope: Scope,
  postId: string,
  plan: PostPlan,
  now: Date,
  ids: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  if (plan.targets.length === 0) return
  const status: TargetStatus = plan.mode === 'draft' ? 'draft' : 'scheduled'
  await tx
    .insertInto('post_target')
    .values(
      plan.targets.map((target, index) => ({
        id: ids.get(target.account.id) ?? newId('target'),
        owner_id: scope.ownerId,
        profile_id: plan.profileId,
        post_id: postId,
        ...contentColumns(target),
        position: index,
        status,
        scheduled_at: target.scheduledAt,
        due_at: status === 'scheduled' ? target.scheduledAt : null,
        ...unpublishedState,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
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

function contentColumns(target: PlannedTarget) {
  return {
    account_id: target.account.id,
    platform: target.account.platform,
    text: target.text,
    media: target.media ? JSON.stringify(target.media) : null,
    options: JSON.stringify(target.options),
    first_comment: target.firstComment,
    content_hash: target.contentHash,
  }
}
