import type { Post, Target } from '@postern/sdk'
import { expect, test } from 'vitest'
import { isRetryable, postStatusOf } from '../src/post/post-state.ts'

function publishing(...targets: Pick<Target, 'status' | 'attempts'>[]): Post {
  const complete = targets.map((target) => ({ deleted_at: null, ...target }))
  return { status: 'publishing', targets: complete } as Post
}
const published = { status: 'published', attempts: 1 } as const
const unknown = { status: 'unknown', attempts: 1 } as const
const retrying = { status: 'scheduled', attempts: 3 } as const
const waiting = { status: 'scheduled', attempts: 0 } as const

test('a post of which only retries are to come is shown as retrying, not as publishing', () => {
  expect(postStatusOf(publishing(retrying))).toBe('retrying')
  expect(postStatusOf(publishing(retrying, published, unknown))).toBe('retrying')
  expect(postStatusOf(publishing(retrying, waiting))).toBe('publishing')
})

test('a post whose only open results are unknown is shown as unknown, not as publishing', () => {
  expect(postStatusOf(publishing(unknown, published))).toBe('unknown')
  expect(postStatusOf(publishing(unknown, { status: 'publishing', attempts: 1 }))).toBe(
    'publishing',
  )
})

test('a partially published thread that was deleted is shown as deleted, and not retried', () => {
  const at = '2026-11-28T08:00:00.000Z'
  const thread = (...deletedAt: (string | null)[]) => {
    const parts = deletedAt.map((deleted_at) => ({ deleted_at }))
    return { status: 'partially_published', attempts: 1, deleted_at: null, parts } as Target
  }
  const post = (...targets: Target[]) => ({ status: 'partially_published', targets }) as Post
  const gone = { ...thread(at, at), deleted_at: at }
  expect(postStatusOf(post(thread(null, null)))).toBe('partially_published')
  expect(postStatusOf(post(gone))).toBe('deleted')
  expect(postStatusOf(post(gone, thread(null)))).toBe('partially_published')
  expect([thread(null, null), thread(null, at), gone].map(isRetryable)).toEqual([
    true,
    false,
    false,
  ])
})
