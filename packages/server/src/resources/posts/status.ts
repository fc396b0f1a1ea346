import type { PostStatus, TargetStatus } from '../../database/post-tables.ts'

/**
 * Derives the status of a post from its targets. A post with open targets is scheduled or
 * publishing; once all have finished, canceled targets do not count.
 */
export function postStatusOf(targets: readonly TargetStatus[]): PostStatus {
  const has = (status: TargetStatus) => targets.includes(status)
  const hasEnded = has('published') || has('partially_published') || has('failed')
  if (targets.every((status) => status === 'draft')) return 'draft'
  if (has('publishing') || has('unknown')) return 'publishing'
  if (has('scheduled')) return hasEnded ? 'publishing' : 'scheduled'
  if (!hasEnded) return has('draft') ? 'draft' : 'canceled'
  if (has('partially_published')) return 'partially_published'
  if (!has('failed')) return 'published'
  return has('published') ? 'partially_published' : 'failed'
}
