import { describe, expect, test } from 'vitest'
import { htmlToText } from '../wire/html-text.ts'
import { comparableText, withoutLeadingMentions } from './text.ts'

const link =
  '<a href="https://bakery.example/bread?a=1&amp;b=2" rel="nofollow"><span class="invisible">https://</span><span class="ellipsis">bakery.example/bread</span><span class="invisible">?a=1&amp;b=2</span></a>'
const mention =
  '<span class="h-card"><a href="https://s.example/@ben" class="u-url mention">@<span>ben</span></a></span>'

describe('the text of a status', () => {
  test.each([
    ['<p>Fresh bread</p>', 'Fresh bread'],
    ['<p>One<br>two<br />three</p>', 'One\ntwo\nthree'],
    ['<p>One</p><p>two</p>', 'One\n\ntwo'],
    ['<p>One<br />\n two</p>\n\n<p> three &amp; four</p>\n', 'One\ntwo\n\nthree & four'],
    [`<p>See ${link}.</p>`, 'See https://bakery.example/bread?a=1&b=2.'],
    [`<p>Thanks ${mention}!</p>`, 'Thanks @ben!'],
    ['<p>&lt;b&gt; &amp;amp; &quot;x&quot; &#39;y&#x27;&nbsp;z</p>', '<b> &amp; "x" \'y\' z'],
    ['<p>&unknown; &#0; &#xd800; &#99999999;</p>', '&unknown; \ufffd \ufffd \ufffd'],
    ['<p>Caf&eacute; &hellip; &euro;5</p>', 'Café … €5'],
    ['<div>one</div><div>two</div>', 'one\ntwo'],
    ['<div>\n <div>one</div>\n</div>\n<p>two</p>three', 'one\n\ntwo\n\nthree'],
    ['<h1>Bread</h1>Rye<blockquote>Wheat</blockquote>Spelt', 'Bread\nRye\nWheat\nSpelt'],
    ['<constructor>one</constructor>', 'one'],
    ['<ul><li>Rye</li><li>Wheat</li></ul>', 'Rye\nWheat'],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['plain text', 'plain text'],
    ['one\nline', 'one line'],
    ['', ''],
  ])('%s → %j', (html, text) => {
    expect(htmlToText(html)).toBe(text)
  })

  test.each([
    ['opening brackets', (count: number) => '<'.repeat(count)],
    ['unclosed elements', (count: number) => '<p>a'.repeat(count / 4)],
    [
      'elements that were never opened',
      (count: number) => '<b>'.repeat(count / 6) + '</p>'.repeat(count / 8),
    ],
  ])('ten times as many %s take about ten times as long, not a hundred', (_name, htmlOf) => {
    const msOf = (length: number) => {
      const html = htmlOf(length)
      const startedAt = process.cpuUsage().user
      htmlToText(html)
      return (process.cpuUsage().user - startedAt) / 1_000
    }
    const shortest = (length: number) => Math.min(...[1, 2, 3, 4, 5].map(() => msOf(length)))
    expect(shortest(200_000)).toBeLessThan(40 * Math.max(shortest(20_000), 1))
  })

  test('only the first 200,000 characters are read', () => {
    expect(htmlToText('<'.repeat(1_000_000))).toHaveLength(200_000)
  })
})

test.each([
  ['@anna Lovely!', 'Lovely!'],
  ['@anna @ben@other.example Lovely @chiara!', 'Lovely @chiara!'],
  ['@anna', '@anna'],
  ['Lovely @anna', 'Lovely @anna'],
])('without its leading mentions %s is %s', (text, rest) => {
  expect(withoutLeadingMentions(text)).toBe(rest)
})

test('a published text equals the text that was sent', () => {
  const sent = 'Thanks @ben@s.example!\n\nhttps://bakery.example/bread?a=1&b=2  '
  const html = `<p>Thanks ${mention}!</p><p>${link}</p>`
  expect(comparableText(htmlToText(html))).toBe(comparableText(sent))
})
