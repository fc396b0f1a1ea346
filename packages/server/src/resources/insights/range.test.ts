import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../core/errors.ts'
import { daysInRange, parseRange, previousRange } from './range.ts'

const today = '2026-11-21'

function codeOf(work: () => unknown): string {
  try {
    work()
    return 'none'
  } catch (err) {
    return err instanceof ServiceError ? err.code : String(err)
  }
}

describe('a range of days', () => {
  test.each([
    [{}, '2026-10-23', '2026-11-21', 30],
    [{ to: '2026-10-30' }, '2026-10-01', '2026-10-30', 30],
    [{ from: '2026-11-01' }, '2026-11-01', '2026-11-21', 21],
    [{ from: '2026-11-21' }, '2026-11-21', '2026-11-21', 1],
    [{ from: '2025-11-22', to: '2026-11-21' }, '2025-11-22', '2026-11-21', 365],
    [{ from: '2024-02-29', to: '2024-03-01' }, '2024-02-29', '2024-03-01', 2],
    [{ from: '2026-11-20', to: '2026-12-01' }, '2026-11-20', '2026-12-01', 12],
  ])('%j → %s to %s, %i days', (input, from, to, days) => {
    expect(parseRange(input, today)).toEqual({ from, to, days })
  })

  test.each([
    ['range_too_long', { from: '2025-11-21', to: '2026-11-21' }],
    ['range_too_long', { from: '2000-01-01' }],
    ['invalid_range', { from: '2026-11-22' }],
    ['invalid_range', { from: '2026-11-02', to: '2026-11-01' }],
    ['invalid_range', { from: '2026-02-30' }],
    ['invalid_range', { to: '2025-02-29' }],
    ['invalid_range', { to: '2026-13-01' }],
    ['invalid_range', { to: '2026-00-10' }],
    ['invalid_range', { to: '2026-1-1' }],
    ['invalid_range', { to: '20261101' }],
    ['invalid_range', { to: '2026-11-01T00:00:00Z' }],
    ['invalid_range', { to: '' }],
    ['invalid_range', { to: 'today' }],
    ['invalid_range', { from: '0000-01-01' }],
    ['invalid_range', { from: '-20261-01-01' }],
    ['invalid_range', { from: '٢٠٢٦-11-01' }],
    ['invalid_range', { from: '2026-11-01; drop table account' }],
  ])('%s: %j', (code, input) => {
    expect(codeOf(() => parseRange(input, today))).toBe(code)
  })

  test('previousRange has the same length and ends the day before', () => {
    const range = parseRange({ from: '2026-03-01', to: '2026-03-31' }, today)
    expect(previousRange(range)).toEqual({ from: '2026-01-29', to: '2026-02-28', days: 31 })
  })

  test('daysInRange returns every day of a range once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 0, max: 364 }),
        (at, more) => {
          const day = (offset: number) =>
            new Date(Date.UTC(2010, 0, 1) + offset * 86_400_000).toISOString().slice(0, 10)
          const range = parseRange({ from: day(at), to: day(at + more) }, today)
          const days = daysInRange(range)
          expect(days).toHaveLength(more + 1)
          expect([days[0], days.at(-1)]).toEqual([range.from, range.to])
          expect(new Set(days).size).toBe(days.length)
          const before = daysInRange(previousRange(range))
          expect(before).toHaveLength(more + 1)
          expect(before.at(-1)! < days[0]!).toBe(true)
        },
      ),
    )
  })
})
