import type { PostStatus, TargetStatus } from '../../database/post-tables.ts'

/**
 * The status of a post, derived from its targets. While anything is still to happen it is
 * scheduled or publishing; at the end canceled targets do not count.
 */
export function postStatusOf(targets: readonly TargetStatus[]): PostStatus {
  const has = (status: TargetStatus) => targets.includes(status)
  const hasEnded = has('published') || has('failed')
  if (targets.every((status) => status === 'draft')) return 'draft'
  if (has('publishing') || has('unknown')) return 'publishing'
  if (has('scheduled')) return hasEnded ? 'publishing' : 'scheduled'
  if (!hasEnded) return has('draft') ? 'draft' : 'canceled'
  if (!has('failed')) return 'published'
  return has('published') ? 'partially_published' : 'failed'
}
