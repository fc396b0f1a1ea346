import { expect, test } from 'vitest'
import { languages } from '../schemas/connect-link.ts'
import { chooseLanguage, durationIn, messagesIn, minutesIn } from './language.ts'

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
])('language %s and Accept-Language %s → %s', (preferred, header, language) => {
  expect(chooseLanguage(preferred, header)).toBe(language)
})

test('a duration is at least one minute, formatted for the language', () => {
  expect(minutesIn('de', 29.2 * 60_000)).toBe('30 Minuten')
  expect(minutesIn('de', 1)).toBe('1 Minute')
  expect(minutesIn('en', -5)).toBe('1 minute')
  expect(minutesIn('es', 120_000)).toBe('2 minutos')
})

const hourMs = 3_600_000

test.each([
  ['en', '30 minutes', '5 hours', '7 days'],
  ['de', '30 Minuten', '5 Stunden', '7 Tage'],
  ['es', '30 minutos', '5 horas', '7 días'],
  ['ja', '30分', '5時間', '7日'],
] as const)('a duration is written out in %s', (language, minutes, hours, days) => {
  expect(durationIn(language, 30 * 60_000)).toBe(minutes)
  expect(durationIn(language, 5 * hourMs)).toBe(hours)
  expect(durationIn(language, 168 * hourMs)).toBe(days)
})

test.each([
  ['an invitation of seven days, seconds later', 168 * hourMs - 5_000, '7 days'],
  ['two and a half days', 60 * hourMs, '3 days'],
  ['a little less than two days', 47.9 * hourMs, '2 days'],
  ['a day', 24 * hourMs, '24 hours'],
  ['a hundred minutes', 100 * 60_000, '100 minutes'],
])('%s is rounded to the nearest unit', (_what, ms, text) => {
  expect(durationIn('en', ms)).toBe(text)
})

type Text = { path: string; text: string }

function textsOf(value: unknown, path = ''): Text[] {
  if (typeof value === 'string') return [{ path, text: value }]
  return Object.entries(value as object).flatMap(([name, inner]) =>
    textsOf(inner, `${path}.${name}`),
  )
}

const placeholdersOf = (text: string) =>
  [...text.matchAll(/\{\w+\}/g)].map(([placeholder]) => placeholder).sort()

test.each(languages)('%s has every text, with the same placeholders as English', (language) => {
  const english = textsOf(messagesIn.en)
  const texts = new Map(textsOf(messagesIn[language]).map(({ path, text }) => [path, text]))
  expect([...texts.keys()]).toEqual(english.map(({ path }) => path))
  for (const { path, text } of english) {
    expect(texts.get(path)?.trim(), path).toBeTruthy()
    expect(placeholdersOf(texts.get(path)!), path).toEqual(placeholdersOf(text))
  }
})

test.each(languages.filter((language) => language !== 'en'))(
  'every text of %s is translated',
  (language) => {
    const english = new Map(textsOf(messagesIn.en).map(({ path, text }) => [path, text]))
    const same = textsOf(messagesIn[language]).filter(
      ({ path, text }) => english.get(path) === text,
    )
    expect(same.map(({ path }) => path).filter((path) => path !== '.problem')).toEqual([])
  },
)
