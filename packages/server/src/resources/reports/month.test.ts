import { expect, test } from 'vitest'
import { addMonths, dayIn, daysBefore, monthIn } from './month.ts'

test.each([
  ['Europe/Berlin', '2026-10', '2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'],
  ['Europe/Berlin', '2026-03', '2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
  ['America/New_York', '2026-11', '2026-11-01T04:00:00.000Z', '2026-12-01T05:00:00.000Z'],
  ['Asia/Tokyo', '2026-12', '2026-11-30T15:00:00.000Z', '2026-12-31T15:00:00.000Z'],
  ['UTC', '2028-02', '2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
])('in %s, %s lasts from %s until %s', (timeZone, name, from, until) => {
  const month = monthIn(timeZone, name)
  expect([month.from.toISOString(), month.until.toISOString()]).toEqual([from, until])
})

test('a month has all of its days, also in a leap year', () => {
  expect(monthIn('UTC', '2028-02').days).toHaveLength(29)
  expect(monthIn('Europe/Berlin', '2026-10').days.slice(-2)).toEqual(['2026-10-30', '2026-10-31'])
})

test('months go on over the end of a year', () => {
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
})

test('the days before are those of the month before, never of this one', () => {
  expect(daysBefore('2026-03', 31).at(-1)).toBe('2026-02-28')
  expect(daysBefore('2026-11', 30).at(-1)).toBe('2026-10-30')
})

test('the day of an instant is that of the time zone', () => {
  const instant = new Date('2026-10-31T23:30:00.000Z')
  expect([dayIn('UTC', instant), dayIn('Europe/Berlin', instant)]).toEqual([
    '2026-10-31',
    '2026-11-01',
  ])
})
