import { dateFormat, localeOf } from '../../parts/dates.ts'
import { clockDay } from '../../parts/time-zone.ts'

/** The day of an instant: "Today", "Yesterday", "Monday, 23 November"; with the year in other years. */
export function dayHeading(at: string, language: string, now = new Date()): string {
  const locale = localeOf(language)
  const [day, today] = [clockDay(at), clockDay(now)]
  const days = day.startOf('day').diff(today.startOf('day'), 'day')
  if (days === 0 || days === -1) {
    const word = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')
    return `${word.charAt(0).toLocaleUpperCase(locale)}${word.slice(1)}`
  }
  return dateFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(day.year() === today.year() ? {} : { year: 'numeric' }),
  }).format(new Date(at))
}
