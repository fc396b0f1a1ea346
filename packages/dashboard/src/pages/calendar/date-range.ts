import dayjs, { type Dayjs } from 'dayjs'
import { dateFormat } from '../../parts/dates.ts'
import { firstDayOfWeek } from '../../parts/local-time.ts'
import { clockDay, instantOf } from '../../parts/time-zone.ts'

export type View = 'month' | 'week' | 'agenda'

export const views: readonly View[] = ['month', 'week', 'agenda']

/** Days in the member's time zone as instants: `start` inclusive, `end` exclusive. */
export type DateRange = { start: Date; end: Date }

const listDays = 14

/** The range of a view: whole weeks of a month, one week, or two weeks as a list. */
export function rangeOf(view: View, day: string): DateRange {
  const date = dayjs(day)
  if (view === 'agenda') return daysFrom(date.startOf('day'), listDays)
  if (view === 'week') return daysFrom(weekStart(date), 7)
  const first = weekStart(date.startOf('month'))
  const last = weekStart(date.endOf('month')).add(7, 'day')
  return daysFrom(first, last.diff(first, 'day'))
}

/** Each day in the view. */
export function daysOf(view: View, day: string): Dayjs[] {
  const { start, end } = rangeOf(view, day)
  const first = clockDay(start)
  const count = clockDay(end).diff(first, 'day', true)
  return Array.from({ length: Math.round(count) }, (_, index) => first.add(index, 'day'))
}

export function step(view: View, day: string, direction: 1 | -1): string {
  const date = dayjs(day)
  if (view === 'agenda') return isoDay(date.add(direction * listDays, 'day'))
  if (view === 'week') return isoDay(date.add(direction, 'week'))
  return isoDay(date.startOf('month').add(direction, 'month'))
}

export function today(): string {
  return isoDay(clockDay())
}

/** The UTC days that cover the range, both inclusive, as the API's `from` and `to`. */
export function utcDays({ start, end }: DateRange): { from: string; to: string } {
  const last = new Date(end.getTime() - 1)
  return { from: start.toISOString().slice(0, 10), to: last.toISOString().slice(0, 10) }
}

/** The title of the calendar: the month, or the first and last day. */
export function nameOf(view: View, day: string, language: string): string {
  if (view === 'month') {
    return dateFormat(language, { month: 'long', year: 'numeric' }).format(instantOf(day))
  }
  const { start, end } = rangeOf(view, day)
  const format = dateFormat(language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  return format.formatRange(start, new Date(end.getTime() - 1))
}

function weekStart(date: Dayjs): Dayjs {
  const day = date.startOf('day')
  return day.subtract((day.day() - firstDayOfWeek() + 7) % 7, 'day')
}

function daysFrom(start: Dayjs, days: number): DateRange {
  return { start: instantOf(start), end: instantOf(start.add(days, 'day')) }
}

export function isoDay(date: Dayjs): string {
  return date.format('YYYY-MM-DD')
}
