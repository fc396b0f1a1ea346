import { addDays, nextDay } from '../../core/day.ts'
import { ServiceError } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'

/** UTC days, `YYYY-MM-DD`, both inclusive. */
export type Range = { from: string; to: string; days: number }

const { rangeDaysDefault, rangeDaysMax } = limits.insights
const dayMs = 86_400_000
const dayShape = /^2\d{3}-\d{2}-\d{2}$/

/**
 * Parses the range of a request. `to` defaults to today, `from` to 30 days up to `to`. An invalid
 * day, or `from` after `to`, is 400 `invalid_range`; more than 365 days is 400 `range_too_long`.
 */
export function parseRange(
  input: { from?: string | undefined; to?: string | undefined },
  today: string,
): Range {
  const to = parseDay('to', input.to) ?? today
  const from = parseDay('from', input.from) ?? addDays(to, 1 - rangeDaysDefault)
  if (from > to) throw invalidRange('from', `from (${from}) is after to (${to}).`)
  const days = countDays(from, to)
  if (days > rangeDaysMax) {
    const message = `The range has ${days} days. Request at most ${rangeDaysMax}.`
    throw new ServiceError('range_too_long', {
      details: [{ path: 'from', code: 'range_too_long', message, limit: rangeDaysMax }],
    })
  }
  return { from, to, days }
}

/** The range of the same length that ends the day before. */
export function previousRange({ from, days }: Range): Range {
  return { from: addDays(from, -days), to: addDays(from, -1), days }
}

/** The days of a range, ascending. */
export function daysInRange({ from, days }: Range): string[] {
  const found = [from]
  while (found.length < days) found.push(nextDay(found.at(-1)!))
  return found
}

/** The number of days from `from` to `to`, both included. */
export function countDays(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1
}

function parseDay(path: 'from' | 'to', text: string | undefined): string | null {
  if (text === undefined) return null
  if (!dayShape.test(text)) {
    throw invalidRange(path, 'It must be a date in the form YYYY-MM-DD, in 2000 or later.')
  }
  const instant = new Date(`${text}T00:00:00Z`)
  const isReal = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
  if (!isReal) throw invalidRange(path, `There is no day ${text}.`)
  return text
}

function invalidRange(path: string, message: string): ServiceError {
  return new ServiceError('invalid_range', {
    details: [{ path, code: 'invalid_range', message }],
  })
}
