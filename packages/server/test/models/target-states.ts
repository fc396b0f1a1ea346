import type { Post, Target } from '../../src/schemas/post.ts'

/** The transitions of a target's status, by the publisher or the owner (decisions §6). */
const next: Record<Target['status'], Target['status'][]> = {
  draft: ['scheduled', 'canceled'],
  scheduled: ['publishing', 'canceled', 'draft', 'failed'],
  publishing: ['published', 'failed', 'unknown', 'scheduled'],
  unknown: ['published', 'scheduled', 'failed', 'publishing'],
  failed: ['scheduled'],
  published: [],
  canceled: [],
}

/** The status of a post according to the contract, derived from those of its targets. */
export function derived(statuses: Target['status'][]): Post['status'] {
  const all = new Set(statuses)
  const only = (...allowed: Target['status'][]) => [...all].every((word) => allowed.includes(word))
  if (only('draft')) return 'draft'
  if (only('canceled')) return 'canceled'
  if (only('published', 'canceled')) return 'published'
  if (only('failed', 'canceled')) return 'failed'
  if (only('published', 'failed', 'canceled')) return 'partially_published'
  if (only('draft', 'canceled')) return 'draft'
  if (only('scheduled', 'draft', 'canceled')) return 'scheduled'
  return 'publishing'
}

/** Whether a status can follow another, by any number of steps. */
export function follows(from: Target['status'], to: Target['status']): boolean {
  const seen = new Set([from])
  for (const status of seen) for (const each of next[status]) seen.add(each)
  return seen.has(to)
}
