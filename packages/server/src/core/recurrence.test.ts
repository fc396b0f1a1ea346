import { expect, test } from 'vitest'
import { type Recurrence, recurrenceInstants } from './recurrence.ts'

function first(count: number, rule: Recurrence, timeZone: string, from: string): string[] {
  const instants = recurrenceInstants(rule, timeZone, new Date(from))
  return Array.from({ length: count }, () => instants.next().value.toISOString().slice(0, 16))
}

test('every second day keeps the local time when summer time begins and ends', () => {
  const rule = { every: 'day', interval: 2 } as const
  expect(first(3, rule, 'Europe/Berlin', '2026-03-26T08:00:00Z')).toEqual([
    '2026-03-28T08:00',
    '2026-03-30T07:00',
    '2026-04-01T07:00',
  ])
  expect(first(2, rule, 'Europe/Berlin', '2026-10-22T07:00:00Z')).toEqual([
    '2026-10-24T07:00',
    '2026-10-26T08:00',
  ])
})

test('a local time that is skipped occurs at the end of the skipped hour, a repeated one once', () => {
  const rule = { every: 'day', interval: 1 } as const
  expect(first(2, rule, 'Europe/Berlin', '2026-03-28T01:30:00Z')).toEqual([
    '2026-03-29T01:00',
    '2026-03-30T00:30',
  ])
  expect(first(2, rule, 'Europe/Berlin', '2026-10-24T00:30:00Z')).toEqual([
    '2026-10-25T00:30',
    '2026-10-26T01:30',
  ])
})

test('weeks begin on Monday, and days of the first week before the start do not count', () => {
  const rule: Recurrence = {
    every: 'week',
    interval: 2,
    weekdays: ['sunday', 'monday', 'thursday'],
  }
  // A Thursday.
  expect(first(4, rule, 'UTC', '2026-12-03T09:00:00Z')).toEqual([
    '2026-12-06T09:00',
    '2026-12-14T09:00',
    '2026-12-17T09:00',
    '2026-12-20T09:00',
  ])
})

test('a weekday that is named twice occurs once', () => {
  const rule: Recurrence = { every: 'week', interval: 1, weekdays: ['monday', 'monday'] }
  expect(first(2, rule, 'UTC', '2026-12-01T09:00:00Z')).toEqual([
    '2026-12-07T09:00',
    '2026-12-14T09:00',
  ])
})

test('without weekdays a week counts the one of the start, as its local day', () => {
  const rule: Recurrence = { every: 'week', interval: 1, weekdays: [] }
  expect(first(2, rule, 'Asia/Tokyo', '2026-12-03T22:00:00Z')).toEqual([
    '2026-12-10T22:00',
    '2026-12-17T22:00',
  ])
})

test('a month without the day counts its last one', () => {
  const rule = { every: 'month', interval: 1 } as const
  expect(first(4, rule, 'UTC', '2027-12-31T09:00:00Z')).toEqual([
    '2028-01-31T09:00',
    '2028-02-29T09:00',
    '2028-03-31T09:00',
    '2028-04-30T09:00',
  ])
})
