import { expect, test } from 'vitest'
import type { ThreadFallback } from '../../database/post-tables.ts'
import { mediaPathsOf, type PublishedContent, replaceThread } from './thread.ts'

const image = (id: string) => ({ id, alt_text: null })
const part = (text: string, ...ids: string[]) => ({ text, media: ids.map(image) })

const thread: PublishedContent = {
  ...part('One', 'a'),
  thread: [part('Two', 'b', 'c'), part('Three')],
  firstComment: null,
}
const withoutMedia = { ...thread, thread: [part('Two'), part('Three')] }
const whole = (text: string, ids: string[], firstComment: string | null = null) => ({
  ...part(text, ...ids),
  thread: [],
  firstComment,
})

type Expected = { content: PublishedContent; findings: [path: string, code: string][] }

test.each<[string, PublishedContent, ThreadFallback | null, Expected]>([
  [
    'no thread → unchanged',
    { ...thread, thread: [] },
    'join',
    { content: whole('One', ['a']), findings: [] },
  ],
  [
    'no fallback → not_supported',
    thread,
    null,
    { content: whole('One', ['a']), findings: [['thread', 'not_supported']] },
  ],
  [
    'join → all texts with an empty line between them, all media in order',
    thread,
    'join',
    { content: whole('One\n\nTwo\n\nThree', ['a', 'b', 'c']), findings: [] },
  ],
  [
    'join of parts with only media → no empty lines',
    { ...part('', 'a'), thread: [part(' ', 'b'), part('Three')], firstComment: 'Comment' },
    'join',
    { content: whole('Three', ['a', 'b'], 'Comment'), findings: [] },
  ],
  [
    'first_comment → the texts of the later parts as the first comment',
    withoutMedia,
    'first_comment',
    { content: whole('One', ['a'], 'Two\n\nThree'), findings: [] },
  ],
  [
    'first_comment and media of a later part → not_supported at that part',
    { ...thread, thread: [part('Two'), part('Three', 'b')] },
    'first_comment',
    {
      content: whole('One', ['a'], 'Two\n\nThree'),
      findings: [['thread.1.media', 'not_supported']],
    },
  ],
  [
    'first_comment and another first comment → thread_fallback_conflict',
    { ...withoutMedia, firstComment: 'Comment' },
    'first_comment',
    {
      content: whole('One', ['a'], 'Comment'),
      findings: [['first_comment', 'thread_fallback_conflict']],
    },
  ],
])('without threads on the platform, %s', (_, content, fallback, expected) => {
  const replaced = replaceThread(content, fallback, 'Facebook')
  expect(replaced.content).toEqual(expected.content)
  expect(replaced.findings.map(({ path, code }) => [path, code])).toEqual(expected.findings)
})

test('media of all parts → their paths in the request, in the order in which join publishes them', () => {
  expect(mediaPathsOf(thread)).toEqual(['media.0', 'thread.0.media.0', 'thread.0.media.1'])
})
