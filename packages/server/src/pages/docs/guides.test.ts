import { expect, test } from 'vitest'
import { documentOf } from '../page.ts'
import { guideGroups, guides } from './guide-list.ts'
import { guideIndexPage, readGuide } from './guides.ts'
import { renderMarkdown } from './markdown.ts'

const htmlOf = (source: string, linkOf: (target: string) => string | null = () => null) =>
  renderMarkdown(source, linkOf).content.toString()

const anchorsOf = (text: string) => [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!)

test('the index links every guide, and its groups are its anchors', async () => {
  const text = await documentOf(guideIndexPage())
  for (const { name } of guides) expect(text).toContain(`href="/docs/guides/${name}"`)
  for (const { title } of guideGroups) expect(anchorsOf(text)).toContain(title)
})

test('a guide shows the URLs of this instance and of its sandbox', () => {
  const urls = { publicUrl: 'http://localhost:4203', sandboxUrl: 'http://127.0.0.1:4102' }
  const text = readGuide('quick-start', urls)!.content.toString()
  expect(text).toContain('API=http://localhost:4203/v1')
  expect(text).toContain('http://localhost:4203/connect/done')
  expect(text).toContain('http://127.0.0.1:4102/inbox/first')
  for (const { name } of guides) {
    expect(readGuide(name, urls)!.content.toString()).not.toMatch(
      /localhost:4000|127\.0\.0\.1:4100/,
    )
  }
})

test('a document that is no guide is not read', () => {
  for (const name of ['tests', '../README', 'quick-start.md', '']) {
    expect(readGuide(name)).toBeUndefined()
  }
})

test.each([
  ['<script>alert(1)</script>', '&lt;script&gt;'],
  ['a <b onclick="x">b</b>', '&lt;b onclick=&quot;x&quot;&gt;'],
  ['```\n<img src=x>\n```', '&lt;img src=x&gt;'],
  ['`<i>`', '<code>&lt;i&gt;</code>'],
  ['![<x>](y.png)', '&lt;x&gt;'],
])('HTML in Markdown is shown as text: %j', (source, shown) => {
  expect(htmlOf(source)).toContain(shown)
  expect(htmlOf(source)).not.toMatch(/<(script|b|img|i)[\s>]/)
})

test('a comment is left out', () => {
  expect(htmlOf('<!-- examples/a.ts -->\n\nText')).toBe('<p>Text</p>\n')
})

test('a link to a file that is not served is its text', () => {
  expect(htmlOf('[the *SDK*](../sdk/README.md)')).toBe('<p>the <em>SDK</em></p>\n')
  expect(htmlOf('[x](javascript:alert(1))')).toBe('<p>x</p>\n')
  expect(htmlOf('[x](y.md)', () => '/docs?a="&b')).toContain('href="/docs?a=&quot;&amp;b"')
  const webhooks = readGuide('webhooks')!.content.toString()
  expect(webhooks).toContain('href="/docs/guides/publishing#permalinks"')
  expect(webhooks).not.toContain('README')
})

test('sections have the anchors of GitHub and the words under their heading', () => {
  const { sections } = renderMarkdown(
    '# A\n\nOne.\n\n## What is `x`?\n\n[Two](b.md) | 2',
    () => null,
  )
  expect(sections).toEqual([
    { id: 'a', title: 'A', depth: 1, text: 'One.' },
    { id: 'what-is-x', title: 'What is x?', depth: 2, text: 'Two 2' },
  ])
})
