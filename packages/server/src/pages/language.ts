import { languages } from '../schemas/connect-link.ts'
import { de } from './words/de.ts'
import { en, type Words } from './words/en.ts'
import { es } from './words/es.ts'
import { ja } from './words/ja.ts'

export type Language = (typeof languages)[number]

export const wordsIn: Record<Language, Words> = { en, ja, de, es }

/** The wish of the link or owner, else the first of the browser's that we speak, else English. */
export function chooseLanguage(wish: string | null, acceptLanguage: string | undefined): Language {
  const asked = [wish ?? '', ...preferences(acceptLanguage ?? '')]
  for (const tag of asked) {
    const language = languages.find((own) => own === tag.toLowerCase().split(/[-_]/)[0])
    if (language) return language
  }
  return 'en'
}

/** The tags of an Accept-Language header, the most wanted first (RFC 9110 §12.5.4). */
function preferences(header: string): string[] {
  return header
    .slice(0, 1_000)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim())
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))
      return { tag, q: weight ? Number(weight.slice(2)) : 1 }
    })
    .filter(({ tag, q }) => tag !== '' && q > 0 && q <= 1)
    .sort((left, right) => right.q - left.q)
    .map(({ tag }) => tag)
}

/** A length of time in whole minutes, at least one, in the language's own words. */
export function minutesIn(language: Language, ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000))
  const unit = { style: 'unit', unit: 'minute', unitDisplay: 'long' } as const
  return new Intl.NumberFormat(language, unit).format(minutes)
}

/** A time of day in UTC, as the language writes it. */
export function timeIn(language: Language, instant: Date): string {
  const parts = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language, parts).format(instant)
}
