import { dateFormat, formatTimeOf, localeOf } from './dates.ts'
import { clockDay } from './time-zone.ts'

const weekdayDaysMax = 6

/**
 * An instant as people say it: "Today 14:00", "Tomorrow 08:00", "Mon 09:00" for the next days, otherwise
 * "22 Nov, 14:00", with the year instead of the time in other years. In the member's time zone.
 */
export function formatDayTime(at: string, language: string, now = new Date()): string {
  const text = formatDayTimeInSentence(at, language, now)
  return `${text.charAt(0).toLocaleUpperCase(localeOf(language))}${text.slice(1)}`
}

/** The same within a sentence: "today 14:00". */
export function formatDayTimeInSentence(at: string, language: string, now = new Date()): string {
  const locale = localeOf(language)
  const date = new Date(at)
  const format = (options: Intl.DateTimeFormatOptions) => dateFormat(language, options).format(date)
  const [day, today] = [clockDay(date), clockDay(now)]
  const days = day.startOf('day').diff(today.startOf('day'), 'day')
  const time = formatTimeOf(date, language)
  if (Math.abs(days) <= 1) {
    const word = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')
    return `${word} ${time}`
  }
  if (days > 0 && days <= weekdayDaysMax) return `${format({ weekday: 'short' })} ${time}`
  if (day.year() !== today.year())
    return format({ day: 'numeric', month: 'short', year: 'numeric' })
  return `${format({ day: 'numeric', month: 'short' })}, ${time}`
}
