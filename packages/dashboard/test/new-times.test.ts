import type { Post } from '@postern/sdk'
import { expect, test } from 'vitest'
import { shiftedBy, startingAt } from '../src/pages/posts/bulk/new-times.ts'

test('a shift by days keeps the local time when the clocks change', () => {
  // Without a zone, so that the test holds in every time zone.
  const at = new Date('2026-10-24T09:30:00')
  const [move] = shiftedBy([postAt(at.toISOString())], 1, 'day')
  expect(new Date(move!.at)).toEqual(new Date('2026-10-25T09:30:00'))
})

test('a negative amount moves earlier', () => {
  const [move] = shiftedBy([postAt('2026-11-24T10:00:00.000Z')], -3, 'hour')
  expect(move!.at).toBe('2026-11-24T07:00:00.000Z')
})

test('with a start, the earliest post gets it and the others keep their distance', () => {
  const posts = [postAt('2026-11-24T10:00:00.000Z'), postAt('2026-11-23T08:00:00.000Z')]
  const moves = startingAt(posts, '2026-12-01T09:00:00.000Z')
  expect(moves.map(({ at }) => at)).toEqual([
    '2026-12-02T11:00:00.000Z',
    '2026-12-01T09:00:00.000Z',
  ])
})

function postAt(scheduled_at: string): Post {
  return { scheduled_at } as Post
}
