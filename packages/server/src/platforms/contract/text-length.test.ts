import { describe, expect, test } from 'vitest'
import { checkTextLength } from './check-text.ts'
import { type TextCounting, textLength } from './text-length.ts'

const graphemes: TextCounting = { unit: 'graphemes' }
const mastodon: TextCounting = { unit: 'graphemes', urlChars: 23, shortMentions: true }

/** bluesky.md §3.1. */
test.each([
  ['👨‍👩‍👧‍👦', 1],
  ['🇩🇪', 1],
  ['e\u0301', 1],
  ['\r\n', 1],
  ['bread', 5],
])('%j is %i graphemes', (text, length) => {
  expect(textLength(text, graphemes)).toBe(length)
})

/** mastodon.md §3.3. */
describe('links count as 23 characters and mentions without their host', () => {
  test.each([
    ['https://a.example', 23],
    [`https://bakery.example/${'long/'.repeat(40)}`, 23],
    ['See https://a.example.', 4 + 23 + 1],
    ['(https://a.example/bread)', 25],
    ['http://a.example and https://b.example', 23 + 5 + 23],
    ['a.example', 9],
    ['@anna@social.example', 5],
    ['Hello @anna.b@social.example!', 14],
    ['@anna', 5],
    ['anna@mail.example', 17],
    ['https://social.example/@anna@other.example', 23],
    ['🥖 @anna@social.example', 7],
  ])('%s → %i', (text, length) => {
    expect(textLength(text, mastodon)).toBe(length)
  })

  test('a server that counts a link as a trillion characters costs nothing', () => {
    const text = 'https://a.example '.repeat(1_000)
    const urlChars = 1_000_000_000_000
    expect(textLength(text, { unit: 'graphemes', urlChars })).toBe(1_000 * (urlChars + 1))
  })

  test('without these rules every character counts', () => {
    expect(textLength('@anna@social.example https://a.example', graphemes)).toBe(38)
  })
})

describe('a text with a limit in bytes', () => {
  const limits = { max: 300, unit: 'graphemes', bytesMax: 3_000 } as const
  const check = (text: string) =>
    checkTextLength({ path: 'text', subject: 'The text', platform: 'Bluesky' }, text, limits)

  test('few graphemes and many bytes → text_bytes_too_long', () => {
    const findings = check('👨‍👩‍👧‍👦'.repeat(121))
    expect(findings).toEqual([
      {
        level: 'error',
        path: 'text',
        code: 'text_bytes_too_long',
        message: 'The text is too long. Bluesky allows 3000 bytes.',
        limit: 3_000,
        actual: 3_025,
      },
    ])
  })

  test('many graphemes and few bytes → text_too_long', () => {
    expect(check('a'.repeat(301)).map(({ code, actual }) => [code, actual])).toEqual([
      ['text_too_long', 301],
    ])
  })

  test('within both → no error', () => {
    expect(check('👨‍👩‍👧‍👦'.repeat(120))).toEqual([])
  })
})

test('graphemes are counted exactly up to 10,000, and then by characters', () => {
  const family = '👨‍👩‍👧'
  expect(textLength(family.repeat(10_000), graphemes)).toBe(10_000)
  expect(textLength(family.repeat(10_001), graphemes)).toBe(10_005)
  expect(textLength('a'.repeat(65_000), graphemes)).toBe(65_000)
})
