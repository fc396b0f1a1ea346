import type { Platform, Post, Target } from '@postern/sdk'
import { expect, test } from 'vitest'
import { replaceThread } from '../../server/src/resources/posts/thread.ts'
import { setPlatforms } from '../src/api/platforms.ts'
import { rescheduleBody } from '../src/post/time/reschedule.ts'
import { writtenFor } from '../src/post/written-target.ts'

const image = (id: string) => ({ id, alt_text: null })
const shared = { text: 'One', media: [image('a')] }
const thread = [
  { text: 'Two', media: [image('b'), image('c')] },
  { text: ' ', media: [] },
  { text: 'Three', media: [] },
]
const texts = thread.map(({ text }) => ({ text, media: [] }))
const platforms = [{ platform: 'facebook', abilities: { thread: false } }]

/** The target of a scheduled post as the API shows it. */
function stored(post: Pick<Post, 'text' | 'media' | 'thread' | 'thread_fallback'>, own: object) {
  setPlatforms(platforms as Platform[])
  const written = { text: null, media: null, thread: null, first_comment: null, ...own }
  const content = {
    text: written.text ?? post.text,
    media: written.media ?? post.media,
    thread: written.thread ?? post.thread,
    firstComment: written.first_comment,
  }
  const { firstComment, ...published } = replaceThread(
    content,
    post.thread_fallback,
    'Facebook',
  ).content
  const target = { platform: 'facebook', ...published, first_comment: firstComment }
  return { written, published: target, shown: writtenFor(post as Post, target as Target) }
}

test.each([
  ['nothing of its own', {}],
  ['a text', { text: 'Own' }],
  ['an empty text', { text: '' }],
  ['media', { media: [image('d')] }],
  ['no media', { media: [] }],
  ['a first comment', { first_comment: 'Comment' }],
])('a joined thread of an account with %s → what was written', (_, own) => {
  for (const parts of [thread, texts, [{ text: '', media: [image('b')] }]]) {
    const { written, shown } = stored({ ...shared, thread: parts, thread_fallback: 'join' }, own)
    expect(shown).toEqual(written)
  }
})

test.each([
  ['nothing of its own', {}],
  ['a text', { text: 'Own' }],
  ['media', { media: [image('d')] }],
])('a thread as the first comment of an account with %s → what was written', (_, own) => {
  const post = { ...shared, thread: texts, thread_fallback: 'first_comment' as const }
  const { written, shown } = stored(post, own)
  expect(shown).toEqual(written)
})

test('a rescheduled post with times of its own → its joined account still follows the thread', () => {
  const post = { ...shared, thread, thread_fallback: 'join' as const }
  const { published } = stored(post, {})
  const at = '2026-12-01T08:00:00.000Z'
  const target = { ...published, account_id: 'acc_1', options: {}, scheduled_at: at }
  const body = rescheduleBody(
    {
      ...post,
      mode: 'schedule',
      scheduled_at: '2026-12-01T07:00:00.000Z',
      targets: [target],
    } as unknown as Post,
    '2026-12-02T07:00:00.000Z',
  )
  expect(body.targets).toEqual([
    { account_id: 'acc_1', options: {}, scheduled_at: '2026-12-02T08:00:00.000Z' },
  ])
})

test('a thread of the account’s own, or none → shown as it is published', () => {
  const post = { ...shared, thread, thread_fallback: 'join' as const }
  const own = stored(post, { thread: [{ text: 'Other', media: [] }] })
  expect(own.shown).toMatchObject({ text: 'One\n\nOther', thread: [] })
  expect(stored(post, { text: 'Alone', thread: [] }).shown).toMatchObject({
    text: 'Alone',
    thread: [],
  })
})
