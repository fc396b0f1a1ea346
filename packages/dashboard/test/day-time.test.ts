import { expect, test } from 'vitest'
import { formatDayTime, formatDayTimeInSentence } from '../src/parts/day-time.ts'

// Monday; without a zone, so that the test holds in every time zone.
const now = new Date('2026-11-23T15:30:00')

test.each([
  ['2026-11-23T14:00:00', 'en-GB', 'Today 14:00'],
  ['2026-11-24T08:00:00', 'en-US', 'Tomorrow 8:00 AM'],
  ['2026-11-24T00:30:00', 'de', 'Morgen 00:30'],
  ['2026-11-22T23:59:00', 'de', 'Gestern 23:59'],
  ['2026-11-27T09:00:00', 'en-GB', 'Fri 09:00'],
  ['2026-11-29T09:00:00', 'de', 'So 09:00'],
  ['2026-11-30T09:00:00', 'en-GB', '30 Nov, 09:00'],
  ['2026-11-20T09:00:00', 'de', '20. Nov., 09:00'],
  ['2027-01-04T09:00:00', 'en-GB', '4 Jan 2027'],
])('%s in %s is formatted as: %s', (at, language, text) => {
  const plain = formatDayTime(new Date(at).toISOString(), language, now).replaceAll('\u202f', ' ')
  expect(plain).toBe(text)
})

test.each([
  ['en-US', 'tomorrow 8:00 AM'],
  ['de', 'morgen 08:00'],
])('within a sentence in %s: %s', (language, text) => {
  const at = new Date('2026-11-24T08:00:00').toISOString()
  expect(formatDayTimeInSentence(at, language, now).replaceAll('\u202f', ' ')).toBe(text)
})
