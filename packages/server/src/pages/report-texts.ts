import type { Language } from './language.ts'

/** A number as it is written in the language. */
export function numberText(value: number, language: Language): string {
  return numbers(language, { maximumFractionDigits: 0 }).format(value)
}

/** A difference with its sign. */
export function differenceText(value: number, language: Language): string {
  return numbers(language, { signDisplay: 'exceptZero' }).format(value)
}

/** A change in percent with its sign, without decimals. */
export function percentText(share: number, language: Language): string {
  const options = { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 } as const
  return numbers(language, options).format(share)
}

/** `2026-10` as `October 2026`. */
export function monthText(month: string, language: Language): string {
  const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return dates(language, options).format(new Date(`${month}-01T00:00:00Z`))
}

/** `2026-10` as `October`. */
export function monthNameText(month: string, language: Language): string {
  const options = { month: 'long', timeZone: 'UTC' } as const
  return dates(language, options).format(new Date(`${month}-01T00:00:00Z`))
}

/** `2026-10-03` as `October 3`. */
export function dayText(day: string, language: Language): string {
  const options = { month: 'long', day: 'numeric', timeZone: 'UTC' } as const
  return dates(language, options).format(new Date(`${day}T00:00:00Z`))
}

/** A day and time in a time zone. */
export function timeText(time: Date, timeZone: string, language: Language): string {
  return new Intl.DateTimeFormat(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(time)
}

/** The sentence for one, or for several. */
export function pluralOf(sentence: { one: string; several: string }, count: number): string {
  return count === 1 ? sentence.one : sentence.several
}

// A page has more than a thousand numbers and days, and making a format takes longer than using it.
const numbers = remembered(
  (language: Language, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(language, options),
)
const dates = remembered(
  (language: Language, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, options),
)

/** Makes each format once; there are as many as callers in this file and languages. */
function remembered<Options, Format>(make: (language: Language, options: Options) => Format) {
  const formats = new Map<string, Format>()
  return (language: Language, options: Options): Format => {
    const key = language + JSON.stringify(options)
    const format = formats.get(key) ?? make(language, options)
    formats.set(key, format)
    return format
  }
}
