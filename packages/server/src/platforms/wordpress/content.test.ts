import { describe, expect, test } from 'vitest'
import { contentHtml, storedText, titleOf } from './content.ts'

describe('the content of a post', () => {
  test.each([
    ['One', '<p>One</p>'],
    ['One\ntwo\n\nThree', '<p>One<br />\ntwo</p>\n\n<p>Three</p>'],
    ['One\r\n\r\n\r\nTwo', '<p>One</p>\n\n<p>Two</p>'],
    ['<script>1</script> & "x"', '<p>&lt;script&gt;1&lt;/script&gt; &amp; &quot;x&quot;</p>'],
    [
      'See https://a.example/?b=1&c=2, or https://d.example.',
      '<p>See <a href="https://a.example/?b=1&amp;c=2">https://a.example/?b=1&amp;c=2</a>, or <a href="https://d.example">https://d.example</a>.</p>',
    ],
    [
      'https://a.example/"><script>',
      '<p><a href="https://a.example/&quot;&gt;&lt;script">https://a.example/&quot;&gt;&lt;script</a>&gt;</p>',
    ],
    ['', ''],
  ])('%j', (text, html) => {
    expect(contentHtml(text, [])).toBe(html)
  })

  test('files follow, with escaped descriptions', () => {
    const image = { id: '12', url: 'https://a.example/a.jpg?a&b', type: 'image' } as const
    const video = { id: '13', url: 'https://a.example/a.mp4', type: 'video', altText: 'x' } as const
    expect(contentHtml('Bread', [{ ...image, altText: 'A "loaf"' }, video])).toBe(
      [
        '<p>Bread</p>',
        '<figure class="wp-block-image"><img src="https://a.example/a.jpg?a&amp;b" alt="A &quot;loaf&quot;" class="wp-image-12" /></figure>',
        '<figure class="wp-block-video"><video controls src="https://a.example/a.mp4"></video></figure>',
      ].join('\n\n'),
    )
  })
})

describe('the title of a text', () => {
  test.each([
    ['Fresh bread. Come early!', 'Fresh bread'],
    ['Fresh bread! Come early.', 'Fresh bread!'],
    ['\n  Fresh bread\nCome early.', 'Fresh bread'],
    ['It costs 3.50 today', 'It costs 3.50 today'],
    ['', ''],
    [`${'word '.repeat(19)}word more`, `${'word '.repeat(19).trim()}…`],
    ['x'.repeat(120), `${'x'.repeat(99)}…`],
    [`${'🥖'.repeat(99)}. More`, '🥖'.repeat(99)],
  ])('%j → %j', (text, title) => {
    expect(titleOf(text)).toBe(title)
  })
})

test.each([
  ['Lovely &lt;3 &amp; fresh\nbread\n\n<strong>now</strong>', 'Lovely <3 & fresh\nbread\n\nnow'],
  ['<a href="https://x.example" rel="nofollow">here</a>', 'here'],
])('the stored text of a comment %j is %j', (raw, text) => {
  expect(storedText(raw)).toBe(text)
})
