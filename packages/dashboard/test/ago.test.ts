import { expect, test } from 'vitest'
import { formatAgo } from '../src/pages/system/format.ts'
import { formatRelative } from '../src/parts/dates.ts'

test.each([
  [0, 'en', 'now'],
  [2, 'en', '2 seconds ago'],
  [119, 'de', 'vor 1 Minute'],
  [3 * 86_400, 'de', 'vor 3 Tagen'],
])('%d seconds ago are formatted in %s as: %s', (seconds, language, words) => {
  expect(formatAgo(seconds, language)).toBe(words)
})

test.each([
  ['a minute before 3 days have passed', 3 * 86_400 - 60, 'in 3 days'],
  ['a minute before 2 hours have passed', 2 * 3_600 - 60, 'in 2 hours'],
  ['119 seconds ago', -119, '1 minute ago'],
])('%s is written as expected', (_, seconds, words) => {
  const now = new Date('2026-11-21T09:00:00Z')
  const at = new Date(now.getTime() + seconds * 1_000).toISOString()
  expect(formatRelative(at, 'en', now)).toBe(words)
})
