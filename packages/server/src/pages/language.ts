import type { Capability } from '../platforms/contract/platform.ts'
import { languages } from '../schemas/connect-link.ts'
import de from './messages/de.json' with { type: 'json' }
import en from './messages/en.json' with { type: 'json' }
import es from './messages/es.json' with { type: 'json' }
import ja from './messages/ja.json' with { type: 'json' }

export type Language = (typeof languages)[number]

/**
 * All texts of the hosted pages. `{placeholders}` are filled in. `named` has the name of the brand, `plain` is for
 * when none is set; `one` names the page's only platform, `several` is for the others.
 */
export type PageMessages = typeof en

export const messagesIn: Record<Language, PageMessages> = { en, ja, de, es }

/** The language of the link or owner, else the browser's first supported language, else English. */
export function chooseLanguage(
  preferred: string | null,
  acceptLanguage: string | undefined,
): Language {
  const tags = [preferred ?? '', ...preferences(acceptLanguage ?? '')]
  for (const tag of tags) {
    const language = languages.find((code) => code === tag.toLowerCase().split(/[-_]/)[0])
    if (language) return language
  }
  return 'en'
}

/** The tags of an Accept-Language header, most preferred first (RFC 9110 §12.5.4). */
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

/** A duration rounded to days, to hours below two days, or to minutes below two hours. */
export function durationIn(language: Language, ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  if (minutes < 120) return minutesIn(language, ms)
  const hours = Math.round(minutes / 60)
  if (hours < 48) return unitsIn(language, hours, 'hour')
  return unitsIn(language, Math.round(hours / 24), 'day')
}

/** A duration in whole minutes, at least one, formatted for the language. */
export function minutesIn(language: Language, ms: number): string {
  return unitsIn(language, Math.max(1, Math.ceil(ms / 60_000)), 'minute')
}

/** What permissions allow, as one enumeration. */
export function abilitiesIn(language: Language, capabilities: readonly Capability[]): string {
  const { abilities } = messagesIn[language]
  return listIn(
    language,
    capabilities.map((each) => abilities[each]),
  )
}

/** An enumeration with the commas and the "and" of the language. */
export function listIn(language: Language, items: readonly string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(items)
}

function unitsIn(language: Language, count: number, unit: 'day' | 'hour' | 'minute'): string {
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
  // Japanese is written without the space that CLDR puts between number and unit.
  return language === 'ja' ? format.format(count).replaceAll(' ', '') : format.format(count)
}
