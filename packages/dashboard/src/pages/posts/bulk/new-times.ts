import type { Post } from '@postern/sdk'
import dayjs from 'dayjs'

export const units = ['hour', 'day', 'week'] as const
export type Unit = (typeof units)[number]

export type Move = { post: Post; at: string }

/** Every post at the same local time, `amount` days or weeks later; a negative amount is earlier. */
export function shiftedBy(posts: readonly Post[], amount: number, unit: Unit): Move[] {
  return posts.map((post) => ({
    post,
    at: dayjs(post.scheduled_at).add(amount, unit).toISOString(),
  }))
}

/** The first post at `start`, an instant, and the others as long after it as before. */
export function startingAt(posts: readonly Post[], start: string): Move[] {
  const first = Math.min(...posts.map(timeOf))
  const byMs = Date.parse(start) - first
  return posts.map((post) => ({ post, at: new Date(timeOf(post) + byMs).toISOString() }))
}

function timeOf({ scheduled_at }: Post): number {
  return Date.parse(scheduled_at ?? '')
}
