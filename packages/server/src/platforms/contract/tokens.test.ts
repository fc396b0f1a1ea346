import { expect, test } from 'vitest'
import { expiryAfter } from './tokens.ts'

const start = new Date('2026-11-22T09:00:00Z')

test.each([
  [60, '2026-11-22T09:01:00.000Z'],
  [0, null],
  [null, null],
  [undefined, null],
  [1e308, '2126-10-29T09:00:00.000Z'],
])('a lifetime of %s seconds expires at %s', (seconds, end) => {
  expect(expiryAfter(start, seconds)).toBe(end)
})
