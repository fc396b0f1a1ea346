/** The one format of instants; `formatDayOf` is the same for days. */
export function formatInstant(at: string, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(new Date(at))
}

/** The same with the weekday in front, for what is written out below a field of the browser. */
export function formatInstantOf(at: string, language: string): string {
  return `${weekdayOf(new Date(at), language)}, ${formatInstant(at, language)}`
}

/** A day, `YYYY-MM-DD`, in the same format; `null` when it is none. */
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

/** The reader's own variety of a language, such as `en-GB` for `en`: how they write dates. */
export function localeOf(language: string): string {
  return navigator.languages.find((each) => each.slice(0, 2) === language) ?? language
}
