import dayjs from 'dayjs'
import { localeOf } from './dates.ts'

const weekdayDaysMax = 6

/**
 * An instant as people say it: "Today 14:00", "Tomorrow 8:00", "Mon 9:00" for the next days, otherwise
 * "22 Nov, 14:00", with the year instead of the time in other years. In the browser's time zone.
 */
export function formatDayTime(at: string, language: string, now = new Date()): string {
  const locale = localeOf(language)
  const date = new Date(at)
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, options).format(date)
  const days = dayjs(date).startOf('day').diff(dayjs(now).startOf('day'), 'day')
  const time = format({ hour: 'numeric', minute: '2-digit' })
  if (Math.abs(days) <= 1) {
    const word = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')
    return `${word.charAt(0).toLocaleUpperCase(locale)}${word.slice(1)} ${time}`
  }
  if (days > 0 && days <= weekdayDaysMax) return `${format({ weekday: 'short' })} ${time}`
  const isSameYear = date.getFullYear() === now.getFullYear()
  if (!isSameYear) return format({ day: 'numeric', month: 'short', year: 'numeric' })
  return `${format({ day: 'numeric', month: 'short' })}, ${time}`
}
