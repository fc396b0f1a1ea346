import type { Account } from '@postern/sdk'
import { expect, test } from 'vitest'
import { textUnits } from '../../server/src/core/platform-words.ts'
import { textLength as serverLength } from '../../server/src/platforms/contract/text-length.ts'
import { countReply, countText, textLength } from '../src/parts/text-length.ts'

const texts = [
  'bread',
  'e\u0301 👨‍👩‍👧‍👦 🇩🇪 ❤️ 面包',
  'See https://bakery.example/long/path, and (https://b.example).',
  '@anna@social.example and @ben.b@other.example! anna@mail.example',
  'https://social.example/@anna@other.example',
]
const countings = textUnits.flatMap((unit) => [
  { unit, url_chars: null, short_mentions: false },
  { unit, url_chars: 23, short_mentions: true },
])

test.each(countings)('counts as the server: %o', (counting) => {
  const { unit, url_chars, short_mentions: shortMentions } = counting
  const links = url_chars === null ? {} : { urlChars: url_chars }
  for (const text of texts) {
    const expected = serverLength(text, { unit, shortMentions, ...links })
    expect(textLength(text, counting), text).toBe(expected)
  }
})

const bluesky = {
  max: 300,
  unit: 'graphemes',
  bytes_max: 3_000,
  url_chars: null,
  short_mentions: false,
} as const
const account = {
  limits: {
    text: { ...bluesky, max_by_kind: { text: null, photos: 200, video: null } },
    reply: { ...bluesky, mentions_author: false },
  },
} as unknown as Account
const comment = { author_username: 'ben@bakery.example' }

test.each([
  ['characters while they are closer to their limit', 'bread', 5, 300, 'characters'],
  ['bytes while they are closer to their limit', '👨‍👩‍👧‍👦', 25, 3_000, 'bytes'],
] as const)('a text with two limits shows %s', (_name, text, length, max, unit) => {
  expect(countText(account, text, 'text')).toEqual({ length, max, unit })
  expect(countReply(account, comment, text)).toEqual({ length, max, unit })
})

test('a limit of the kind of content replaces the limit of the platform', () => {
  expect(countText(account, 'bread', 'photos')).toMatchObject({ max: 200 })
})

test.each([
  ['of the same server', 'anna@bakery.example', 'Thanks', '@ben Thanks'.length],
  ['of another server', 'anna@far.example', 'Thanks', '@ben Thanks'.length],
  ['that the text names itself', 'anna@bakery.example', '@ben Thanks', '@ben Thanks'.length],
])('a reply counts the name of an author %s', (_name, username, text, length) => {
  const reply = { ...bluesky, short_mentions: true, mentions_author: true }
  const replying = { username, limits: { reply } } as unknown as Account
  expect(countReply(replying, comment, text)).toMatchObject({ length })
})

test('a limit in bytes is shown in bytes', () => {
  const limits = { text: { ...bluesky, unit: 'bytes', max: 500, max_by_kind: {} }, reply: null }
  const threads = { limits: { ...limits, text: { ...limits.text, bytes_max: null } } }
  const counted = countText(threads as unknown as Account, 'it’s', 'text')
  expect(counted).toEqual({ length: 6, max: 500, unit: 'bytes' })
})
