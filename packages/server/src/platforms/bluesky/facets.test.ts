import { expect, test } from 'vitest'
import { buildFacets, type Facet, mentionedHandles, shortenLinks, showText } from './facets.ts'

const bob = 'did:plc:bobbobbobbobbobbobbobbob'
const dids = new Map([['bob.test', bob]])

/** `start-end value` of every facet. */
function shown(text: string): string[] {
  return valuesOf(buildFacets(showText(text), dids))
}

function valuesOf(facets: readonly Facet[]): string[] {
  return facets.map(({ index, features: [feature] }: Facet) => {
    const value =
      'uri' in feature ? feature.uri : 'tag' in feature ? `#${feature.tag}` : feature.did
    return `${index.byteStart}-${index.byteEnd} ${value}`
  })
}

test.each([
  [
    'hello #tag https://example.com @bob.test',
    ['6-10 #tag', '11-30 https://example.com', `31-40 ${bob}`],
  ],
  ['Größe 👍 #tag', ['13-17 #tag']],
  ['see https://example.com/a_(b). Then', ['4-29 https://example.com/a_(b)']],
  ['(https://example.com/a).', ['1-22 https://example.com/a']],
  ['HTTPS://Example.com!', ['0-19 HTTPS://Example.com']],
  ['example.com/path?q=1, ok', ['0-20 https://example.com/path?q=1']],
  ['e.g. this.file', []],
  ['https://', []],
  ['mail a@bob.test', []],
  ['(@bob.test) and @unknown.test', [`1-10 ${bob}`]],
  ['@Bob.test.', [`0-9 ${bob}`]],
  ['＃日本語。 #1 #2x #', ['0-12 #日本語', '19-22 #2x']],
  ['a#tag ##double', ['6-14 ##double']],
  [`#${'x'.repeat(64)} #${'x'.repeat(65)}`, [`0-65 #${'x'.repeat(64)}`]],
  ['', []],
  // With the whole list of top-level domains.
  ['read bit.ly/3abc now', ['5-16 https://bit.ly/3abc']],
  ['join discord.gg/loaf', ['5-20 https://discord.gg/loaf']],
  ['shop: brot.dk', ['6-13 https://brot.dk']],
  ['bäckerei.de', ['0-12 https://bäckerei.de']],
  ['see README.md, main.rs and run.sh', []],
  ['bun.sh/docs', ['0-11 https://bun.sh/docs']],
  ['warm and fresh.It is 1.no joke', []],
  ['BROT.DE', ['0-7 https://BROT.DE']],
  ['anna.be@brot.dk', []],
  // Punctuation of other scripts, and scripts without spaces.
  ['see https://ex.org/page。', ['4-23 https://ex.org/page']],
  ['see https://ex.org/page…', ['4-23 https://ex.org/page']],
  ['“https://ex.org/page” they say', ['3-22 https://ex.org/page']],
  ['„https://ex.org/page“, «brot.dk»', ['3-22 https://ex.org/page', '29-36 https://brot.dk']],
  ['<https://ex.org/page> [brot.dk]', ['1-20 https://ex.org/page', '23-30 https://brot.dk']],
  [
    '詳細はhttps://ex.org/page。次はbrot.dkへ',
    ['9-28 https://ex.org/page', '37-44 https://brot.dk'],
  ],
  ['「https://ex.org/a」と（brot.dk）', ['3-19 https://ex.org/a', '28-35 https://brot.dk']],
  // No tags: a keycap, digits with punctuation, invisible characters.
  ['#️⃣ channel news', []],
  ['season #1-0 win #2026', []],
  ['#\u200b #\u00ad #\u2060', []],
  ['#bread\u200bnews #bread\u2060', ['0-6 #bread', '14-20 #bread']],
  ['#❤️', ['0-7 #❤️']],
])('%j → %j', (text, expected) => {
  expect(shown(text)).toEqual(expected)
})

test('handles are looked up once each', () => {
  expect(mentionedHandles(showText('@bob.test @Bob.test @anna.test @nobody'))).toEqual([
    'bob.test',
    'anna.test',
  ])
})

test.each([
  [
    'Größe: https://www.bakery.example/menu/2026/winter?utm=1 @bob.test',
    'Größe: bakery.example/menu/2026/win… @bob.test',
    ['9-40 https://www.bakery.example/menu/2026/winter?utm=1', `41-50 ${bob}`],
  ],
  ['See https://ex.org/a.', 'See ex.org/a.', ['4-12 https://ex.org/a']],
  [
    'https://ex.org/ and brot.dk',
    'ex.org and brot.dk',
    ['0-6 https://ex.org/', '11-18 https://brot.dk'],
  ],
  ['No links', 'No links', []],
])('%j with shortened links → %j', (text, short, facets) => {
  const shortened = shortenLinks(text)
  expect(shortened.text).toBe(short)
  expect(valuesOf(buildFacets(shortened, dids))).toEqual(facets)
})

test('a link is found before 60,000 closing brackets, which end it', () => {
  const text = `https://a.example${')'.repeat(60_000)}`
  expect(showText(text).candidates).toMatchObject([{ uri: 'https://a.example' }])
})

test.each([
  ['https://a', '!', 'x'],
  ['#a', '.', 'b'],
])(
  'ten times as many marks after %s take about ten times as long, not a hundred',
  (start, mark, end) => {
    const msOf = (count: number) => {
      const startedAt = process.cpuUsage().user
      showText(start + mark.repeat(count) + end)
      return (process.cpuUsage().user - startedAt) / 1_000
    }
    const shortest = (count: number) => Math.min(...[1, 2, 3].map(() => msOf(count)))
    expect(shortest(60_000)).toBeLessThan(40 * Math.max(shortest(6_000), 1))
  },
)
