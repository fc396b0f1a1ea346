import { expect, test } from 'vitest'
import { splitTexts } from '../src/pages/composer/thread/split-text.ts'

const isAtMost = (max: number) => (text: string) => text.length <= max
const split = (text: string, max: number, isNumbered = false, partsMax = 25) =>
  splitTexts([text], { fits: isAtMost(max), isNumbered, partsMax }).flat()

test.each<[string, string, number, string[]]>([
  ['a text that fits stays one part', 'Rye. Spelt.', 11, ['Rye. Spelt.']],
  ['spaces are an empty part', ' \n ', 10, ['']],
  [
    'at ends of sentences',
    'Rye is back. Spelt is not! Why?',
    20,
    ['Rye is back.', 'Spelt is not! Why?'],
  ],
  [
    'a line break inside of a part stays',
    'One.\nTwo.\n\nThree is longer.',
    16,
    ['One.\nTwo.', 'Three is longer.'],
  ],
  [
    'a sentence over the limit at words, and the next one follows it',
    'Short. One two three four five. Six.',
    12,
    ['Short.', 'One two', 'three four', 'five. Six.'],
  ],
  [
    'not in an address with marks that end sentences',
    'See https://bakery.example/?A=1!Rye.Spelt now. Or not.',
    44,
    ['See https://bakery.example/?A=1!Rye.Spelt', 'now. Or not.'],
  ],
  [
    'an address over the limit stays whole',
    'See https://bakery.example/a-very-long-path?With=marks. Yes.',
    20,
    ['See', 'https://bakery.example/a-very-long-path?With=marks.', 'Yes.'],
  ],
  [
    'an address without a scheme',
    'Go to bakery.example/Rye?Now=1 soon',
    24,
    ['Go to', 'bakery.example/Rye?Now=1', 'soon'],
  ],
  ['a script without spaces at sentences', '面包很好。我喜欢它。', 6, ['面包很好。', '我喜欢它。']],
  ['a script without spaces at words', '今天的面包很好吃', 4, ['今天的', '面包很好', '吃']],
  ['a word over the limit stays whole', 'ab abcdefghijkl ab', 5, ['ab', 'abcdefghijkl', 'ab']],
])('%s', (_name, text, max, parts) => {
  expect(split(text, max)).toEqual(parts)
})

test('numbers count in the limit', () => {
  expect(split('Rye is back. So is spelt.', 16, true)).toEqual([
    'Rye is back. 1/2',
    'So is spelt. 2/2',
  ])
  expect(split('Rye is back. So is spelt.', 15, true)).toEqual([
    'Rye is 1/4',
    'back. 2/4',
    'So is 3/4',
    'spelt. 4/4',
  ])
})

test('a number with two digits counts as such in every part', () => {
  const parts = split('Abcdef. '.repeat(10), 13, true)
  expect(parts.length).toBeGreaterThanOrEqual(10)
  expect(parts.at(-1)).toMatch(new RegExp(` ${parts.length}/${parts.length}$`))
  expect(parts.filter((part) => !isAtMost(13)(part))).toEqual([])
})

test('a text that fits gets no number', () => {
  expect(split('Rye.', 10, true)).toEqual(['Rye.'])
})

test('each part of a thread is split by itself, and numbers go through', () => {
  const parts = ['Rye is back. So is spelt. 1/3', '', 'Open on Sunday. 3/3']
  expect(splitTexts(parts, { fits: isAtMost(20), isNumbered: true, partsMax: 25 })).toEqual([
    ['Rye is back. 1/4', 'So is spelt. 2/4'],
    [''],
    ['Open on Sunday. 4/4'],
  ])
  expect(
    splitTexts(['One. Two. Three.', 'End.'], { fits: isAtMost(4), isNumbered: false, partsMax: 3 }),
  ).toEqual([['One.', 'Two. Three.'], ['End.']])
})

test('what is over the number of parts stays in the last one', () => {
  expect(split('One. Two. Three. Four.', 5, false, 3)).toEqual(['One.', 'Two.', 'Three. Four.'])
})

test('nothing is lost', () => {
  const text =
    'Bread (rye, spelt), see https://a.example/?b=c. “Quote!” — said 3.5 of 10… Ende z. B. hier.'
  for (let max = 3; max < text.length; max += 7) {
    expect(split(text, max).join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
  }
})
