import { expect, test } from 'vitest'
import { languages } from '../schemas/connect-link.ts'
import { chooseLanguage, minutesIn, timeIn, wordsIn } from './language.ts'

test.each([
  ['de', 'ja', 'de'],
  [null, 'ja', 'ja'],
  [null, 'ja-JP,ja;q=0.9,en;q=0.8', 'ja'],
  [null, 'fr-FR,fr;q=0.9,de;q=0.4,es;q=0.7', 'es'],
  [null, 'en;q=0.1, de-AT', 'de'],
  [null, 'es;q=0, de;q=0.2', 'de'],
  [null, 'DE_ch', 'de'],
  [null, 'fr, *;q=0.5', 'en'],
  [null, 'de;q=nonsense, es', 'es'],
  [null, ';;;,,,q=1', 'en'],
  [null, undefined, 'en'],
  ['fr', 'es', 'es'],
  ['', '', 'en'],
])('wish %s and Accept-Language %s give %s', (wish, header, language) => {
  expect(chooseLanguage(wish, header)).toBe(language)
})

test('times are written in the language', () => {
  const instant = new Date('2026-11-21T14:05:00Z')
  expect(languages.map((language) => timeIn(language, instant).replace('\u202f', ' '))).toEqual([
    '2:05 PM',
    '14:05',
    '14:05',
    '14:05',
  ])
  expect(minutesIn('de', 29.2 * 60_000)).toBe('30 Minuten')
  expect(minutesIn('de', 1)).toBe('1 Minute')
  expect(minutesIn('en', -5)).toBe('1 minute')
  expect(minutesIn('es', 120_000)).toBe('2 minutos')
})

type Text = { path: string; text: string }

function textsOf(value: unknown, path = ''): Text[] {
  if (typeof value === 'string') return [{ path, text: value }]
  return Object.entries(value as object).flatMap(([name, inner]) =>
    textsOf(inner, `${path}.${name}`),
  )
}

const placesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()

test.each(languages)('%s has every text, with the same places to fill as English', (language) => {
  const english = textsOf(wordsIn.en)
  const own = new Map(textsOf(wordsIn[language]).map(({ path, text }) => [path, text]))
  expect([...own.keys()]).toEqual(english.map(({ path }) => path))
  for (const { path, text } of english) {
    expect(own.get(path)?.trim(), path).toBeTruthy()
    expect(placesOf(own.get(path)!), path).toEqual(placesOf(text))
  }
})

test.each(languages.filter((language) => language !== 'en'))(
  '%s is translated throughout',
  (language) => {
    const english = new Map(textsOf(wordsIn.en).map(({ path, text }) => [path, text]))
    const same = textsOf(wordsIn[language]).filter(({ path, text }) => english.get(path) === text)
    expect(same.map(({ path }) => path).filter((path) => path !== '.problem')).toEqual([])
  },
)
