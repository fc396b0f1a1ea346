import { useTranslation } from 'react-i18next'
import { hasFactsFor } from '../../messages/api-sentence.ts'
import { type Translate, useMessages } from '../../messages/messages.ts'
import { findingWords } from './finding-words.ts'
import type { Finding } from './findings.ts'
import { optionWords } from './option-words.ts'
import { platformOptions } from './platform-options.ts'

/** `isRetold`: a rule of an option, of which the API's own sentence names what a program has to send. */
type Told = { sentence: string; isRetold: boolean }

const retold = ['not_supported', 'option_invalid']

/** Says a finding in the reader's language; in the API's own words where we have none. */
export function useFindingSentence(): (finding: Finding) => Told {
  const { i18n } = useTranslation()
  const t = useMessages(findingWords) as Translate<Record<string, string>>
  const to = useMessages(optionWords)
  const hasWords = (key: string) => i18n.exists(key, { ns: findingWords.namespace })
  const show = (value: Finding['limit']) => {
    if (value === null || typeof value === 'number') return value?.toLocaleString(i18n.language)
    return value
      .split(', ')
      .map((word) => (hasWords(`kind_${word}`) ? t(`kind_${word}`) : rangeIn(word)))
      .join(', ')
  }
  /** The API writes shapes of images as `4:5 to 1.91:1` and `10:1 at most`. */
  const rangeIn = (word: string) => {
    const number = (text: string) => (i18n.language === 'de' ? text.replace('.', ',') : text)
    const [, from, to] = /^([\d.:]+) to ([\d.:]+)$/.exec(word) ?? []
    if (from && to) return t('range', { from: number(from), to: number(to) })
    const [, most] = /^([\d.:]+) at most$/.exec(word) ?? []
    return most ? t('atMost', { most: number(most) }) : word
  }
  return (finding) => {
    const { code, message } = finding
    const facts = {
      limit: show(finding.limit),
      actual: show(finding.actual),
      option: labelOf(finding),
    }
    const key = keysOf(finding).find((each) => {
      const words: unknown = i18n.getResource(i18n.language, findingWords.namespace, each)
      return typeof words === 'string' && hasFactsFor(words, facts)
    })
    if (!key) return { sentence: message, isRetold: false }
    const { limit = '', actual = '', option = '' } = facts
    const sentence = t(key, { limit, actual, option })
    return { sentence, isRetold: retold.includes(code) && sentence !== message }
  }

  /** What the option of a finding is called on the page. */
  function labelOf({ path }: Finding): string | undefined {
    const [place, name] = path.split('.')
    if (place !== 'options' || !name) return undefined
    const fields = Object.values(platformOptions).flat()
    const label = fields.find((field) => field.name === name)?.label
    return label ? to(label) : name
  }
}

/** The keys of `findingWords` that fit, the one that says most first. */
function keysOf({ path, code, reason }: Finding): string[] {
  const field = path.split('.').findLast((part) => !/^\d+$/.test(part))
  return reason
    ? [`${code}.${field}.${reason}`, `${code}.${reason}`, code]
    : [`${code}.${field}`, code]
}
