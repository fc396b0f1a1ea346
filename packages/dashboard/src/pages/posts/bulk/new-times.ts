import type { Post } from '@postern/sdk'
import { clockDay, instantOf } from '../../../parts/time-zone.ts'

export const units = ['hour', 'day', 'week'] as const
export type Unit = (typeof units)[number]

const hourMs = 3_600_000

export type Move = { post: Post; at: string }

/** Every post at the same local time, `amount` days or weeks later; a negative amount is earlier. */
export function shiftedBy(posts: readonly Post[], amount: number, unit: Unit): Move[] {
  return posts.map((post) => ({ post, at: shifted(post.scheduled_at!, amount, unit) }))
}

/** The first post at `start`, an instant, and the others as long after it as before. */
export function startingAt(posts: readonly Post[], start: string): Move[] {
  const first = Math.min(...posts.map(timeOf))
  const byMs = Date.parse(start) - first
  return posts.map((post) => ({ post, at: new Date(timeOf(post) + byMs).toISOString() }))
}

/** Hours have the same length on every day; days and weeks keep the local time. */
function shifted(at: string, amount: number, unit: Unit): string {
  if (unit === 'hour') return new Date(Date.parse(at) + amount * hourMs).toISOString()
  return instantOf(clockDay(at).add(amount, unit)).toISOString()
}

function timeOf({ scheduled_at }: Post): number {
  return Date.parse(scheduled_at ?? '')
}
