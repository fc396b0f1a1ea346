/** Format of every instant; days use `formatDayOf`. */
export function formatInstant(at: string, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(new Date(at))
}

/** The short local time of an instant: `08:30`, or `8am` and `8:30pm` where days have 12 hours. */
export function formatTimeOf(at: string | Date, language: string): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { hour: 'numeric', minute: '2-digit' })
  const parts = format.formatToParts(new Date(at))
  const textOf = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const [hour, minute, dayPeriod] = [textOf('hour'), textOf('minute'), textOf('dayPeriod')]
  if (!dayPeriod) return `${hour.padStart(2, '0')}:${minute}`
  return `${hour}${minute === '00' ? '' : `:${minute}`}${dayPeriod.replaceAll(/[.\s]/gu, '').toLowerCase()}`
}

/** As `formatInstant`, with the weekday. */
export function formatInstantOf(at: string, language: string): string {
  return `${weekdayOf(new Date(at), language)}, ${formatInstant(at, language)}`
}

/** Formats a day `YYYY-MM-DD`; `null` if it is invalid. */
export function formatDayOf(day: string, language: string): string | null {
  const at = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(at.getTime())) return null
  const format = { dateStyle: 'medium', timeZone: 'UTC' } as const
  const text = new Intl.DateTimeFormat(localeOf(language), format).format(at)
  return `${weekdayOf(at, language, 'UTC')}, ${text}`
}

function weekdayOf(at: Date, language: string, timeZone?: string): string {
  const format = { weekday: 'long', ...(timeZone ? { timeZone } : {}) } as const
  return new Intl.DateTimeFormat(localeOf(language), format).format(at)
}

/** The browser's regional locale of a language, such as `en-GB` for `en`. */
export function localeOf(language: string): string {
  return navigator.languages.find((each) => each.slice(0, 2) === language) ?? language
}
