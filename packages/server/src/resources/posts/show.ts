import type { PlatformValue } from '../../core/networks.ts'
import type { MediaReference, ThreadPart } from '../../database/post-tables.ts'
import type { Part } from '../../schemas/part.ts'
import type { Post } from '../../schemas/post.ts'
import type { Target } from '../../schemas/target.ts'
import { type PartRow, readParts } from './parts.ts'
import type { PostRow, TargetRow } from './queries.ts'

/** The post as the API returns it, with its targets in order. */
export function showPost(post: PostRow, targets: readonly TargetRow[]): Post {
  return {
    id: post.id,
    object: 'post',
    profile_id: post.profile_id,
    source: post.source,
    status: post.status,
    mode: post.mode,
    text: post.text,
    media: post.media.map(showReference),
    thread: post.thread.map(showThreadPart),
    thread_fallback: post.thread_fallback,
    scheduled_at: post.scheduled_at?.toISOString() ?? null,
    published_at: post.published_at?.toISOString() ?? null,
    approval: showApproval(post),
    repeat_of_post_id: post.repeat_of_post_id,
    external_id: post.external_id,
    metadata: post.metadata as Post['metadata'],
    tags: post.tags,
    targets: targets
      .filter((target) => target.post_id === post.id)
      .sort((left, right) => left.position - right.position)
      .map(showTarget),
    created_at: post.created_at.toISOString(),
    updated_at: post.updated_at.toISOString(),
  }
}

function showApproval(post: PostRow): Post['approval'] {
  if (post.approval === null) return null
  return {
    status: post.approval,
    if_late: post.approval_if_late!,
    comment: post.approval_comment,
    changed_at: post.approval_changed_at!.toISOString(),
  }
}

function showTarget(row: TargetRow): Target {
  const isWaiting = row.status === 'scheduled' && !row.held
  const parts = readParts(row.part_rows)
  return {
    id: row.id,
    object: 'target',
    account_id: row.account_id,
    platform: row.platform as PlatformValue,
    status: row.status,
    text: row.text,
    media: row.media?.map(showReference) ?? null,
    thread: row.thread?.map(showThreadPart) ?? null,
    options: row.options as Target['options'],
    first_comment: row.first_comment,
    first_comment_status: row.first_comment_status,
    first_comment_error: row.first_comment_error as Target['first_comment_error'],
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
    slot_at: row.slot_at?.toISOString() ?? null,
    attempts: row.attempts,
    next_attempt_at: isWaiting ? (row.due_at?.toISOString() ?? null) : null,
    platform_post_id: parts[0]?.platform_post_id ?? null,
    permalink: parts[0]?.permalink ?? null,
    parts: parts.flatMap(showPart),
    published_at: row.published_at?.toISOString() ?? null,
    deleted_at: row.deleted_at?.toISOString() ?? null,
    failed_at: hasFailed(row) ? row.updated_at.toISOString() : null,
    error: row.error_code
      ? {
          code: row.error_code as NonNullable<Target['error']>['code'],
          source: row.error_source ?? 'postern',
          message: row.error_message ?? '',
          retryable: row.error_retryable ?? false,
        }
      : null,
  }
}

/** A target that has failed is not updated before it is retried. */
function hasFailed({ status, error_code }: TargetRow): boolean {
  return status === 'failed' || (status === 'partially_published' && error_code !== null)
}

/** Nothing of an imported post of which only the ID is known. */
function showPart({ published_at, deleted_at, ...part }: PartRow): Part[] {
  if (!published_at) return []
  const deletedAt = deleted_at?.toISOString() ?? null
  return [{ ...part, published_at: published_at.toISOString(), deleted_at: deletedAt }]
}

function showThreadPart({ text, media }: ThreadPart): ThreadPart {
  return { text, media: media.map(showReference) }
}

function showReference({ id, alt_text }: MediaReference): MediaReference {
  return { id, alt_text }
}
