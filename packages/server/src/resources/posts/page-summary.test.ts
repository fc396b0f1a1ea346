import { describe, expect, test } from 'vitest'
import { summarizePage } from './page-summary.ts'

const page = new URL('https://bakery.example/bread/rye')
const nothing = { title: null, description: null, siteName: null, image: null }

describe('a page is summarized', () => {
  test.each([
    ['no elements', 'hello', {}],
    ['a title', '<title> Rye &amp; wheat\n bread</title>', { title: 'Rye & wheat bread' }],
    [
      'og: values before title and description',
      '<title>A</title><meta name=description content=B><meta property="og:title" content="C"><meta property="og:description" content="D"><meta property="og:site_name" content="E">',
      { title: 'C', description: 'D', siteName: 'E' },
    ],
    [
      'an empty og: value does not replace the title',
      '<meta property="og:title" content=" "><title>A</title>',
      { title: 'A' },
    ],
    [
      'the title of an SVG after the page’s title',
      '<title>A</title><svg><title>Icon</title></svg>',
      { title: 'A' },
    ],
    [
      'a relative picture',
      '<meta property="og:image" content="../rye.jpg">',
      { image: 'https://bakery.example/rye.jpg' },
    ],
    ['a script as picture', '<meta property="og:image" content="javascript:alert(1)">', {}],
    [
      'markup in a text stays text',
      '<meta property="og:title" content="&lt;script&gt;alert(1)&lt;/script&gt;">',
      { title: '<script>alert(1)</script>' },
    ],
    ['control characters', '<title>A\u0000\u0007B</title>', { title: 'A B' }],
    [
      'capital letters',
      '<TITLE>A</TITLE><META NAME=Description CONTENT=B>',
      { title: 'A', description: 'B' },
    ],
    [
      'XHTML',
      '<?xml version="1.0"?><title>A</title><meta name="description" content="B"/>',
      { title: 'A', description: 'B' },
    ],
    ['a title without an end', '<title>A', { title: 'A' }],
    [
      'named and numeric characters',
      '<meta name="description" content="Br&ouml;tchen &#127838; &amp;c">',
      { description: 'Brötchen 🍞 &c' },
    ],
    [
      'the first of two equal attributes',
      '<meta name="description" content="A" content="B">',
      { description: 'A' },
    ],
    [
      'markup in a script or comment',
      '<script>"<title>A</title>"</script><!-- <title>B</title> --><title>C</title>',
      { title: 'C' },
    ],
    ['elements after the head', '<head></head><title>A</title>', {}],
    ['elements of the body', '<body><title>A</title>', {}],
  ])('%s', (_, html, expected) => {
    expect(summarizePage(html, page)).toEqual({ ...nothing, ...expected })
  })

  test('a long title is cut off at 300 characters', () => {
    const { title } = summarizePage(`<title>${'🍞'.repeat(400)}</title>`, page)
    expect([...title!]).toHaveLength(300)
  })
})

describe('a hostile page is read in time that grows with its length', () => {
  const bytes = 1_048_576
  const fill = (piece: string) => piece.repeat(bytes / piece.length)
  test.each([
    ['open elements', fill('<b>')],
    ['elements that are closed in the wrong order', fill('<x></y>')],
    ['an attribute without an end', `<meta content="${fill('a')}`],
    ['a million attributes', `<meta ${fill('a=b ')}>`],
    ['many meta elements', fill('<meta name=a content=b>')],
    ['tags without an end', fill('<meta ')],
    ['characters without an end', `<title>${fill('&am')}`],
    ['an unclosed comment', `<!--${fill('--!')}`],
    ['unclosed comments', fill('<!--')],
    ['an unclosed script', `<script>${fill('</scrip')}`],
  ])('%s', (_, html) => {
    const startedAt = performance.now()
    summarizePage(html, page)
    // A mebibyte of open elements took 91 s.
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})
