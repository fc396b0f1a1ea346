import type { Post } from '../../src/schemas/post.ts'
import type { Target } from '../../src/schemas/target.ts'

/** The next statuses of a target, by background work or an action of the owner (contract.md §6). */
const next: Record<Target['status'], Target['status'][]> = {
  draft: ['scheduled', 'canceled'],
  scheduled: ['publishing', 'canceled', 'draft', 'failed'],
  publishing: ['published', 'partially_published', 'failed', 'unknown', 'scheduled'],
  unknown: ['published', 'partially_published', 'scheduled', 'failed', 'publishing'],
  failed: ['scheduled'],
  partially_published: ['publishing'],
  published: [],
  canceled: [],
}

/** The status of a post by the contract, derived from those of its targets. */
export function expectedPostStatus(statuses: Target['status'][]): Post['status'] {
  const all = new Set(statuses)
  const only = (...allowed: Target['status'][]) =>
    [...all].every((status) => allowed.includes(status))
  if (only('draft')) return 'draft'
  if (only('canceled')) return 'canceled'
  if (only('published', 'canceled')) return 'published'
  if (only('failed', 'canceled')) return 'failed'
  if (only('published', 'partially_published', 'failed', 'canceled')) return 'partially_published'
  if (only('draft', 'canceled')) return 'draft'
  if (only('scheduled', 'draft', 'canceled')) return 'scheduled'
  return 'publishing'
}

/** Whether `to` can be reached from `from` in any number of transitions. */
export function canBecome(from: Target['status'], to: Target['status']): boolean {
  const reachable = new Set([from])
  for (const status of reachable) for (const later of next[status]) reachable.add(later)
  return reachable.has(to)
}
