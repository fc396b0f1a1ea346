import { expect, test } from 'vitest'
import { shortenLinks as serverShortens } from '../../server/src/platforms/bluesky/facets.ts'
import { shortenLinks } from '../src/parts/short-links.ts'

test.each([
  'No links, one@mail.example/with/a/long/path and v1.2/beta',
  'Menu: https://www.bakery.example/menu/2026/winter?utm=1 @bob.test',
  'See https://ex.org/a. And (https://bakery.example/a/long/path/to/bread), too!',
  'https://ex.org/ and https://en.example/wiki/Bread_(food_and_more)',
  'bakery.com/menu/2026/winter?utm=1, brot.de/winterkarte-und-mehr; www.bakery.com',
  'パンhttps://bakery.example/menu/2026/winter。 Größe',
  'https://ex.org/👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦',
])('%j is shortened as on the server', (text) => {
  expect(shortenLinks(text)).toBe(serverShortens(text).text)
})
