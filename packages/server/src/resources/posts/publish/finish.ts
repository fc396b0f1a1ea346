import type { Tx } from '../../../database/open.ts'
import type { TargetStatus } from '../../../database/post-tables.ts'
import { emitEvent } from '../../webhooks/emit.ts'
import { type EventTarget, emitPublished, listPublishedParts, targetEvent } from '../events.ts'
import { deleteImported } from '../import.ts'
import { refreshPost } from '../queries.ts'
import type { Job } from './job.ts'
import { type Failure, retryDelayMs } from './outcome.ts'

const eventColumns = ['id', 'owner_id', 'profile_id', 'post_id', 'account_id', 'platform'] as const

/**
 * Marks the target as published and updates its post. Emits `post.published` if the permalink is
 * known; otherwise `readLink` emits it later. A first comment is due next.
 */
export async function finishPublished(
  tx: Tx,
  publication: {
    targetId: string
    accountId: string
    platformPostId: string
    permalink: string | null
    hasFirstComment: boolean
    /** When to ask the platform for the permalink or the post's final id. */
    linkCheckAt: Date | null
    now: Date
  },
): Promise<void> {
  const { now } = publication
  await deleteImported(tx, publication.accountId, publication.platformPostId)
  const target = await tx
    .updateTable('post_target')
    .set({
      due_at: publication.hasFirstComment ? now : publication.linkCheckAt,
      lease_until: null,
      lease_token: null,
      // The link check needs the saved progress.
      ...(publication.linkCheckAt ? {} : { progress_sealed: null }),
      status: 'published',
      phase: publication.hasFirstComment ? 'comment' : publication.linkCheckAt ? 'link' : null,
      first_comment_status: publication.hasFirstComment ? 'pending' : null,
      platform_post_id: publication.platformPostId,
      permalink: publication.permalink,
      published_at: now,
      error_code: null,
      error_source: null,
      error_message: null,
      error_retryable: null,
      updated_at: now,
    })
    .where('id', '=', publication.targetId)
    .returning(eventColumns)
    .executeTakeFirstOrThrow()
  await refreshPost(tx, target.post_id, now)
  const { permalink } = publication
  if (permalink) await emitPublished(tx, target, { permalink, publishedAt: now }, now)
}

/**
 * Marks the target as failed for good, updates its post and emits `post.failed`. Progress is kept after
 * a refused commit, so that a retry by the owner first checks what it left on the platform.
 */
export async function finishFailed(
  tx: Tx,
  targetId: string,
  failure: Failure,
  now: Date,
  { keepsProgress = false } = {},
): Promise<void> {
  const target = await tx
    .updateTable('post_target')
    .set({
      due_at: null,
      lease_until: null,
      lease_token: null,
      ...(keepsProgress ? {} : { progress_sealed: null }),
      ...errorColumns(failure),
      status: 'failed',
      phase: null,
      updated_at: now,
    })
    .where('id', '=', targetId)
    .returning(eventColumns)
    .executeTakeFirstOrThrow()
  await refreshPost(tx, target.post_id, now)
  await emitFailed(tx, target, failure, now)
}

async function emitFailed(tx: Tx, target: EventTarget, failure: Failure, now: Date): Promise<void> {
  const { envelope, data } = await targetEvent(tx, target, now)
  await emitEvent(tx, {
    ...envelope,
    type: 'post.failed',
    data: {
      ...data,
      error_code: failure.code,
      error_message: failure.message,
      parts: await listPublishedParts(tx, target.id),
    },
  })
}

/** Schedules the next attempt after its delay; after the last attempt the target fails. */
export async function scheduleRetry(
  tx: Tx,
  job: Pick<Job, 'id' | 'attempts'>,
  failure: Failure,
  now: Date,
): Promise<void> {
  const delayMs = retryDelayMs(job.attempts)
  if (delayMs === null) return await finishFailed(tx, job.id, failure, now)
  const dueAt = new Date(now.getTime() + delayMs)
  await releaseTarget(tx, job.id, { status: 'scheduled', phase: null, dueAt, failure, now })
}

/** Releases the target for any worker to claim at `dueAt`. Progress and error are unchanged if omitted. */
export async function releaseTarget(
  tx: Tx,
  targetId: string,
  change: {
    status: TargetStatus
    phase: 'prepare' | 'follow' | 'find' | null
    dueAt: Date | null
    failure?: Failure
    progress?: Buffer
    attempts?: number
    now: Date
  },
): Promise<void> {
  const row = await tx
    .updateTable('post_target')
    .set({
      status: change.status,
      phase: change.phase,
      due_at: change.dueAt,
      lease_until: null,
      lease_token: null,
      updated_at: change.now,
      ...(change.failure ? errorColumns(change.failure) : {}),
      ...(change.progress ? { progress_sealed: change.progress } : {}),
      ...(change.attempts === undefined ? {} : { attempts: change.attempts }),
    })
    .where('id', '=', targetId)
    .returning('post_id')
    .executeTakeFirstOrThrow()
  await refreshPost(tx, row.post_id, change.now)
}

function errorColumns(failure: Failure) {
  return {
    error_code: failure.code,
    error_source: failure.source,
    error_message: failure.message,
    error_retryable: failure.retryable,
  }
}
