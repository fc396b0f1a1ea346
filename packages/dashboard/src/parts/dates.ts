/** Format of every instant; days use `formatDayOf`. */
export function formatInstant(at: string, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(new Date(at))
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
