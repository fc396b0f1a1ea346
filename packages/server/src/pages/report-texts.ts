import type { Language } from './language.ts'

/** A number as it is written in the language. */
export function numberText(value: number, language: Language): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 0 }).format(value)
}

/** A difference with its sign. */
export function differenceText(value: number, language: Language): string {
  return new Intl.NumberFormat(language, { signDisplay: 'exceptZero' }).format(value)
}

/** A change in percent with its sign, without decimals. */
export function percentText(share: number, language: Language): string {
  return new Intl.NumberFormat(language, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  }).format(share)
}

/** `2026-10` as `October 2026`. */
export function monthText(month: string, language: Language): string {
  return format(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }, `${month}-01`)
}

/** `2026-10` as `October`. */
export function monthNameText(month: string, language: Language): string {
  return format(language, { month: 'long', timeZone: 'UTC' }, `${month}-01`)
}

/** `2026-10-03` as `3 October`. */
export function dayText(day: string, language: Language): string {
  return format(language, { month: 'long', day: 'numeric', timeZone: 'UTC' }, day)
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

function format(language: Language, options: Intl.DateTimeFormatOptions, day: string): string {
  return new Intl.DateTimeFormat(language, options).format(new Date(`${day}T00:00:00Z`))
}
