import type { Tx } from '../../../database/open.ts'
import type { TargetStatus } from '../../../database/post-tables.ts'
import { emit } from '../../webhooks/emit.ts'
import { type TargetFacts, targetEvent, tellPublished } from '../events.ts'
import { yieldImported } from '../import.ts'
import { refreshPost } from '../queries.ts'
import type { Failure } from './outcome.ts'

const factColumns = ['id', 'owner_id', 'profile_id', 'post_id', 'account_id', 'platform'] as const

const ended = {
  due_at: null,
  lease_until: null,
  lease_token: null,
  progress_sealed: null,
} as const

/**
 * The target is published: its state and its post's, in the caller's transaction, with the event
 * `post.published` if the permalink is known; else the event waits for it (`readLink`). A first
 * comment stays to be written.
 */
export async function finishPublished(
  tx: Tx,
  done: {
    targetId: string
    accountId: string
    platformPostId: string
    permalink: string | null
    hasFirstComment: boolean
    /** When the platform is to be asked for the permalink or the post's own id. */
    lookAgainAt: Date | null
    now: Date
  },
): Promise<void> {
  const { now } = done
  await yieldImported(tx, done.accountId, done.platformPostId)
  const target = await tx
    .updateTable('post_target')
    .set({
      due_at: done.hasFirstComment ? now : done.lookAgainAt,
      lease_until: null,
      lease_token: null,
      // What the steps left behind is needed once more to ask for them.
      ...(done.lookAgainAt ? {} : { progress_sealed: null }),
      status: 'published',
      phase: done.hasFirstComment ? 'comment' : done.lookAgainAt ? 'link' : null,
      first_comment_status: done.hasFirstComment ? 'pending' : null,
      platform_post_id: done.platformPostId,
      permalink: done.permalink,
      published_at: now,
      error_code: null,
      error_source: null,
      error_message: null,
      error_retryable: null,
      updated_at: now,
    })
    .where('id', '=', done.targetId)
    .returning(factColumns)
    .executeTakeFirstOrThrow()
  await refreshPost(tx, target.post_id, now)
  const { permalink } = done
  if (permalink) await tellPublished(tx, target, { permalink, publishedAt: now }, now)
}

/** The target failed for good: its state, its post's and the event `post.failed`. */
export async function finishFailed(
  tx: Tx,
  targetId: string,
  failure: Failure,
  now: Date,
): Promise<void> {
  const target = await tx
    .updateTable('post_target')
    .set({ ...ended, ...errorColumns(failure), status: 'failed', phase: null, updated_at: now })
    .where('id', '=', targetId)
    .returning(factColumns)
    .executeTakeFirstOrThrow()
  await refreshPost(tx, target.post_id, now)
  await tellFailed(tx, target, failure, now)
}

async function tellFailed(tx: Tx, target: TargetFacts, failure: Failure, now: Date): Promise<void> {
  const { envelope, data } = await targetEvent(tx, target, now)
  await emit(tx, {
    ...envelope,
    type: 'post.failed',
    data: { ...data, error_code: failure.code, error_message: failure.message },
  })
}

/** The target waits for `dueAt` in this status, free for any worker; its progress is kept. */
export async function putBack(
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
