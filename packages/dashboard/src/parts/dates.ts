import { timeZone } from './time-zone.ts'

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]
const relativeDaysMax = 7

/** Creating a format takes much longer than using it. One per language, time zone and options. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The one way to format dates: in the member's time zone, unless the options name another. */
export function dateFormat(
  language: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const locale = localeOf(language)
  const settings = { timeZone: timeZone(), ...options }
  const key = JSON.stringify([locale, settings])
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, settings)
  formats.set(key, format)
  return format
}

/** Format of every instant. `medium` shows the seconds. */
export function formatInstant(
  at: string,
  language: string,
  timeStyle: 'short' | 'medium' = 'short',
): string {
  return dateFormat(language, { dateStyle: 'medium', timeStyle }).format(new Date(at))
}

/** The local time of an instant: `08:30`, or `8:30 AM` where days have 12 hours. */
export function formatTimeOf(at: string | Date, language: string): string {
  return dateFormat(language, { timeStyle: 'short' }).format(new Date(at))
}

/** As `formatInstant`, with the weekday. */
export function formatInstantOf(at: string, language: string): string {
  return `${weekdayOf(new Date(at), language)}, ${formatInstant(at, language)}`
}

function weekdayOf(at: Date, language: string): string {
  return dateFormat(language, { weekday: 'long' }).format(at)
}

/** The browser's regional locale of a language, such as `en-GB` for `en`. */
export function localeOf(language: string): string {
  return navigator.languages.find((each) => each.slice(0, 2) === language) ?? language
}

/** As "3 hours ago" or "in 2 days"; the exact time from 7 days on. */
export function formatRelative(at: string, language: string, now = new Date()): string {
  const seconds = Math.trunc((Date.parse(at) - now.getTime()) / 1000)
  const [unit, size] = steps.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1]
  // What ends 7 days after it was made is not shown to end in 6.
  const count = seconds > 0 ? Math.round(seconds / size) : Math.trunc(seconds / size)
  if (unit === 'day' && Math.abs(count) >= relativeDaysMax) return formatInstant(at, language)
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(count, unit)
}
