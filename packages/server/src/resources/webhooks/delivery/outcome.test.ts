import { describe, expect, test } from 'vitest'
import { errorOf, nextAttemptAt, waitMsOf } from './outcome.ts'

const completedAt = new Date('2026-11-21T09:00:00.000Z')
const minute = 60_000
const hour = 60 * minute

describe('the error of an attempt', () => {
  test.each([
    [200, null],
    [201, null],
    [204, null],
    [299, null],
    [300, 'redirect'],
    [301, 'redirect'],
    [302, 'redirect'],
    [304, 'redirect'],
    [308, 'redirect'],
    [400, 'http_status'],
    [404, 'http_status'],
    [410, 'http_status'],
    [429, 'http_status'],
    [500, 'http_status'],
    [503, 'http_status'],
    [999, 'http_status'],
  ])('%i → %s', (statusCode, error) => {
    expect(errorOf({ statusCode })).toBe(error)
  })

  test.each([
    ['timeout', 'timeout'],
    ['dns', 'dns'],
    ['connection', 'connection'],
    ['tls', 'tls'],
    ['blocked_address', 'blocked_address'],
    ['too_large', 'connection'],
  ] as const)('no response: %s → %s', (failure, error) => {
    expect(errorOf({ failure })).toBe(error)
  })
})

describe('a failed delivery has 8 attempts over about 24 hours', () => {
  const delays = [minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 8 * hour, 8 * hour]
  const delayOf = (number: number, random: number, once = false) => {
    const at = nextAttemptAt({ number, once, completedAt }, random)
    return at && at.getTime() - completedAt.getTime()
  }

  test.each(delays.map((delay, index) => [index + 1, delay] as const))(
    'attempt %i failed → the next is due after %i ms or later',
    (number, delay) => {
      expect(delayOf(number, 0)).toBe(delay)
      expect(delayOf(number, 0.999_999)).toBeGreaterThanOrEqual(delay)
      expect(delayOf(number, 0.999_999)).toBeLessThan(delay + Math.min(delay * 0.1, minute))
    },
  )

  test('attempt 8 failed → no next attempt', () => {
    expect(delayOf(8, 0.5)).toBeNull()
    expect(delayOf(9, 0.5)).toBeNull()
  })

  test('a resend failed → no next attempt', () => {
    expect(delayOf(1, 0.5, true)).toBeNull()
    expect(delayOf(4, 0.5, true)).toBeNull()
  })

  test('the delays add up to about 24 hours', () => {
    const total = delays.reduce((sum, delay) => sum + delay, 0)
    expect(total / hour).toBeGreaterThan(23)
    expect(total / hour).toBeLessThan(25)
  })
})

describe('a receiver that asks for a pause', () => {
  const wait = (statusCode: number | null, header?: string) =>
    waitMsOf({ statusCode, completedAt, responseHeaders: header ? { 'retry-after': header } : {} })

  test.each([
    [429, '120', 2 * minute],
    [503, ' 3600 ', hour],
    [503, 'Sat, 21 Nov 2026 09:10:00 GMT', 10 * minute],
    [503, 'Sat, 21 Nov 2026 08:00:00 GMT', 0],
    [429, 'soon', 0],
    [429, '-5', 0],
    [429, undefined, 0],
    [500, '120', 0],
    [null, undefined, 0],
  ])('%s with Retry-After %j → %i ms', (statusCode, header, ms) => {
    expect(wait(statusCode, header)).toBe(ms)
  })

  test.each([
    [1, 10 * minute, 10 * minute],
    [3, 10 * minute, 30 * minute],
    [1, 90 * 24 * hour, 8 * hour],
    [1, Number.POSITIVE_INFINITY, 8 * hour],
  ])('attempt %i and %i ms → the next after %i ms', (number, waitMs, ms) => {
    const at = nextAttemptAt({ number, once: false, completedAt, waitMs }, 0)
    expect(at!.getTime() - completedAt.getTime()).toBe(ms)
  })

  test('after the last attempt there is none', () => {
    expect(nextAttemptAt({ number: 8, once: false, completedAt, waitMs: minute }, 0)).toBeNull()
  })
})
