import type { Post, Target } from '@postern/sdk'
import { expect, test } from 'vitest'
import { postStatusOf } from '../src/post/post-state.ts'

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
