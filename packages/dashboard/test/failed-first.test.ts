import { expect, test } from 'vitest'
import { failedFirst } from '../src/post/target-error/failed-first.ts'

test('failed targets come first, then unknown ones, and the rest keep their order', () => {
  const targets = [
    { id: 'a', status: 'published' },
    { id: 'b', status: 'unknown' },
    { id: 'c', status: 'scheduled' },
    { id: 'd', status: 'failed' },
    { id: 'e', status: 'published' },
    { id: 'f', status: 'failed' },
  ] as const
  expect(failedFirst(targets).map(({ id }) => id)).toEqual(['d', 'f', 'b', 'a', 'c', 'e'])
})
