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
  ])('%s', (_, html, expected) => {
    expect(summarizePage(html, page)).toEqual({ ...nothing, ...expected })
  })

  test('a long title is cut off at 300 characters', () => {
    const { title } = summarizePage(`<title>${'🍞'.repeat(400)}</title>`, page)
    expect([...title!]).toHaveLength(300)
  })
})
