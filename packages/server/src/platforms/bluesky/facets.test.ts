import { expect, test } from 'vitest'
import { buildFacets, type Facet, mentionedHandles } from './facets.ts'

const bob = 'did:plc:bobbobbobbobbobbobbobbob'
const dids = new Map([['bob.test', bob]])

/** `start-end value` of every facet. */
function shown(text: string): string[] {
  return buildFacets(text, dids).map(({ index, features: [feature] }: Facet) => {
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
])('%j → %j', (text, expected) => {
  expect(shown(text)).toEqual(expected)
})

test('handles are looked up once each', () => {
  expect(mentionedHandles('@bob.test @Bob.test @anna.test @nobody')).toEqual([
    'bob.test',
    'anna.test',
  ])
})
