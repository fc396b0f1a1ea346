import { expect, test } from 'vitest'
import { fromLittle, toLittle } from './little.ts'

test('each reserved sign is escaped, and so is the backslash', () => {
  const text = '(a) [b] ~*_ a\\b <x@y> {c} |'
  const little = '\\(a\\) \\[b\\] \\~\\*\\_ a\\\\b \\<x\\@y\\> \\{c\\} \\|'
  expect(toLittle(text)).toBe(little)
})

test.each([
  ['#bread at seven', '{hashtag|\\#|bread} at seven'],
  ['(#brot)', '\\({hashtag|\\#|brot}\\)'],
  ['#Größe, #2026rye', '{hashtag|\\#|Größe}, {hashtag|\\#|2026rye}'],
  ['number #1 and # alone', 'number \\#1 and \\# alone'],
  ['https://bakery.example/a_b#top', 'https://bakery.example/a\\_b\\#top'],
  ['#snake_case', '\\#snake\\_case'],
  ['##twice', '\\#\\#twice'],
])('%s: a hashtag stays a link, another # is text', (text, little) => {
  expect(toLittle(text)).toBe(little)
})

test('the text can be read back', () => {
  for (const text of ['#a (b) \\#c {hashtag|\\#|d} \\\\', 'é\n\n#ü_#ü', '|{}@[]()<>#\\*_~']) {
    expect(fromLittle(toLittle(text))).toBe(text)
  }
})
