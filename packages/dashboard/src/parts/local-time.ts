import { dateFormat } from './dates.ts'
import { clockDay, clockTime, instantOf, offsetOf, timeZone } from './time-zone.ts'

const localFormat = 'YYYY-MM-DDTHH:mm'
const offsetEnd = /[+-]\d\d:\d\d$/

/**
 * Formats an instant in the member's time zone as a `datetime-local` value. Seconds are kept, so
 * that saving a post with an unchanged time does not reschedule it; so is the offset of an hour that
 * the clock shows for the second time.
 */
export function toLocal(at: string | Date): string {
  const time = clockTime(at)
  const isRepeated = instantOf(time).getTime() !== new Date(at).getTime()
  return time.replace(/(:00)?\.000$/, '') + (isRepeated ? offsetOf(at) : '')
}

/** Converts a local time to ISO 8601 in UTC; `null` if it is empty or invalid. */
export function toInstant(local: string): string | null {
  const at = offsetEnd.test(local) ? new Date(local) : instantOf(local)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** The date and the time of day of a local time, each '' if it is missing. */
export function partsOf(local: string): { date: string; time: string } {
  const [date = '', time = ''] = local.replace(offsetEnd, '').split('T')
  return { date, time }
}

/** Whether a local time, as in `toInstant`, is over. */
export function isPast(local: string): boolean {
  const at = toInstant(local)
  return at !== null && Date.parse(at) <= Date.now()
}

/** For example `Tue 09:00`; with the date if it is more than six days away. */
export function formatShort(local: string, language: string): string {
  const at = toInstant(local)
  if (at === null) return ''
  const isNear = clockDay(at).diff(clockDay().startOf('day'), 'day') < 7
  const day = isNear
    ? ({ weekday: 'short' } as const)
    : ({ day: 'numeric', month: 'short' } as const)
  return dateFormat(language, { ...day, hour: 'numeric', minute: '2-digit' }).format(new Date(at))
}

const presetHour = 9

/** The same local time on the next day that is in the future. */
export function nextDayLocal(local: string): string {
  const { date, time } = partsOf(local)
  const now = clockDay()
  const next = clockDay(instantOf(`${date}T${time}`)).add(1, 'day')
  const days = Math.max(0, now.diff(next, 'day') + 1)
  return toLocal(instantOf(next.isAfter(now) ? next : next.add(days, 'day')))
}

export type PresetTime = { key: 'tomorrow' | 'monday'; at: string }

/** Tomorrow and the Monday after it at 9:00; on Sundays only tomorrow. */
export function presetTimes(): PresetTime[] {
  const tomorrow = clockDay().add(1, 'day').startOf('day').hour(presetHour)
  const at = tomorrow.format(localFormat)
  if (tomorrow.day() === 1) return [{ key: 'tomorrow', at }]
  const monday = tomorrow.add((8 - tomorrow.day()) % 7, 'day')
  return [
    { key: 'tomorrow', at },
    { key: 'monday', at: monday.format(localFormat) },
  ]
}

/** The member's time zone, for example `Europe/Berlin (GMT+1)`. */
export function timeZoneName(language: string): string {
  const zone = timeZone()
  const parts = dateFormat(language, { timeZoneName: 'short' }).formatToParts()
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

const dayShape = /^\d{4}-\d{2}-\d{2}$/

/** Whether a text, such as one of the URL, is a day `YYYY-MM-DD`. */
export function isDay(text: string | null): text is string {
  return text !== null && dayShape.test(text) && !Number.isNaN(instantOf(text).getTime())
}
