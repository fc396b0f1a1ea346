import { describe, expect, test } from 'vitest'
import { addDays } from '../../core/day.ts'
import { chunk, type Pending, planDays, settledThrough, takeNewest } from './plan.ts'

const today = '2026-11-21'

describe('the days a cycle reads', () => {
  test('the first cycle reads a week and leaves older days to the backfill', () => {
    const { recent, pending } = planDays({ knownTo: null, pending: [] }, today, 90)
    expect(recent).toEqual([15, 16, 17, 18, 19, 20, 21].map((day) => `2026-11-${day}`))
    expect(pending).toEqual([['2026-08-24', '2026-11-14']])
  })

  test('the last three days are always read again', () => {
    const { recent, pending } = planDays({ knownTo: '2026-11-20', pending: [] }, today, 90)
    expect(recent).toEqual(['2026-11-19', '2026-11-20', '2026-11-21'])
    expect(pending).toEqual([])
  })

  test('a day that had not settled when it was read is read again', () => {
    const { recent } = planDays({ knownTo: '2026-11-17', pending: [] }, today, 90)
    expect(recent[0]).toBe('2026-11-18')
  })

  test('the days of an outage become pending, unless the platform no longer has them', () => {
    const old: Pending = [['2026-01-01', '2026-01-10']]
    expect(planDays({ knownTo: '2026-10-31', pending: old }, today, 90).pending).toEqual([
      ['2026-11-01', '2026-11-14'],
    ])
    expect(planDays({ knownTo: '2026-01-31', pending: [] }, today, 30).pending).toEqual([
      ['2026-10-23', '2026-11-14'],
    ])
  })

  test('a platform with one day of history → nothing is pending', () => {
    expect(planDays({ knownTo: null, pending: [] }, today, 1)).toEqual({
      recent: ['2026-11-19', '2026-11-20', '2026-11-21'],
      pending: [],
    })
  })

  test('takeNewest returns every pending day once, newest first', () => {
    let pending: Pending = [
      ['2026-01-01', '2026-01-31'],
      ['2026-03-01', '2026-03-10'],
    ]
    const seen: string[] = []
    while (pending.length > 0) {
      const { days, rest } = takeNewest(pending, 7)
      expect(days.length).toBeLessThanOrEqual(7)
      expect(days).toEqual([...days].sort())
      seen.push(...days)
      pending = rest
    }
    expect(seen[0]).toBe('2026-03-04')
    expect(new Set(seen).size).toBe(41)
    expect(seen).toHaveLength(41)
  })

  test('chunk splits into chunks of the given size', () => {
    expect(chunk(['a', 'b', 'c', 'd', 'e'], 2)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  })
})

test.each([
  // 18 November ends in Los Angeles on the 19th at 08:00Z and settles 48 hours later.
  ['2026-11-21T07:59:59.999Z', '2026-11-17'],
  ['2026-11-21T08:00:00.000Z', '2026-11-18'],
  ['2026-03-01T23:59:59.000Z', addDays('2026-03-01', -3)],
])('at %s metrics are final through %s', (at, day) => {
  expect(settledThrough(new Date(at))).toBe(day)
})
