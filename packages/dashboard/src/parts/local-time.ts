import dayjs from 'dayjs'
import { localeOf } from './dates.ts'

const localFormat = 'YYYY-MM-DDTHH:mm'

/**
 * Formats an instant in the browser's time zone as a `datetime-local` value. Seconds are kept, so
 * that saving a post with an unchanged time does not reschedule it.
 */
export function toLocal(at: string | Date): string {
  const time = dayjs(at)
  if (time.millisecond() !== 0) return time.format(`${localFormat}:ss.SSS`)
  return time.format(time.second() === 0 ? localFormat : `${localFormat}:ss`)
}

/** Converts a local time to ISO 8601 in UTC; `null` if it is empty or invalid. */
export function toInstant(local: string): string | null {
  const time = dayjs(local)
  return local && time.isValid() ? time.toISOString() : null
}

export function isPast(local: string): boolean {
  const at = toInstant(local)
  return at !== null && Date.parse(at) <= Date.now()
}

/** The next full hour that is at least half an hour away. */
export function nextHourLocal(): string {
  return toLocal(dayjs().add(90, 'minute').startOf('hour').toDate())
}

/** For example `Tue 09:00`; with the date if it is more than six days away. */
export function formatShort(local: string, language: string): string {
  const isNear = dayjs(local).diff(dayjs().startOf('day'), 'day') < 7
  const day = isNear
    ? ({ weekday: 'short' } as const)
    : ({ day: 'numeric', month: 'short' } as const)
  return new Intl.DateTimeFormat(localeOf(language), {
    ...day,
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(local))
}

const presetHour = 9

/** The same local time on the next day that is in the future. */
export function nextDayLocal(local: string): string {
  const next = dayjs(local).add(1, 'day')
  const days = Math.max(0, dayjs().diff(next, 'day') + 1)
  return toLocal((next.isAfter(dayjs()) ? next : next.add(days, 'day')).toDate())
}

export type PresetTime = { key: 'tomorrow' | 'monday'; at: string }

/** Tomorrow and the Monday after it at 9:00; on Sundays only tomorrow. */
export function presetTimes(): PresetTime[] {
  const tomorrow = dayjs().add(1, 'day').startOf('day').hour(presetHour)
  const at = toLocal(tomorrow.toDate())
  if (tomorrow.day() === 1) return [{ key: 'tomorrow', at }]
  const monday = tomorrow.add((8 - tomorrow.day()) % 7, 'day')
  return [
    { key: 'tomorrow', at },
    { key: 'monday', at: toLocal(monday.toDate()) },
  ]
}

/** The browser's time zone, for example `Europe/Berlin (GMT+1)`. */
export function timeZoneName(language: string): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const parts = new Intl.DateTimeFormat(localeOf(language), {
    timeZoneName: 'short',
  }).formatToParts()
  const short = parts.find(({ type }) => type === 'timeZoneName')?.value
  return short && short !== zone ? `${zone.replaceAll('_', ' ')} (${short})` : zone
}

/** The first day of the week in the browser's locale (Sunday is 0), or Monday if unknown. */
export function firstDayOfWeek(): 0 | 1 | 6 {
  type WeekInfo = { firstDay: number }
  const locale = new Intl.Locale(navigator.language) as Intl.Locale & {
    getWeekInfo?: () => WeekInfo
    weekInfo?: WeekInfo
  }
  const day = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
  return day === 7 ? 0 : day === 6 ? 6 : 1
}
