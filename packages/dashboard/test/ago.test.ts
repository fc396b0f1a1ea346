import { expect, test } from 'vitest'
import { formatAgo } from '../src/pages/system/format.ts'

test.each([
  [0, 'en', 'now'],
  [2, 'en', '2 seconds ago'],
  [119, 'de', 'vor 1 Minute'],
  [3 * 86_400, 'de', 'vor 3 Tagen'],
])('%d seconds ago are formatted in %s as: %s', (seconds, language, words) => {
  expect(formatAgo(seconds, language)).toBe(words)
})
