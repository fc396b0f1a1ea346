import type { Media, Platform, Post } from '@postern/sdk'
import { beforeEach, expect, test } from 'vitest'
import { setPlatforms } from '../src/api/platforms.ts'
import { type Attachment, type Composition, emptyComposition } from '../src/post/composition.ts'
import { withForbidden } from '../src/post/forbidden.ts'
import { fromPost } from '../src/post/post-body.ts'

const accounts = [
  { id: 'tt', platform: 'tiktok' },
  { id: 'th', platform: 'threads' },
] as const

beforeEach(() => {
  const opposite = { en: 'Allow', de: 'Erlauben' }
  const options = [
    { name: 'disable_comment', opposite, kinds: ['photos', 'video'] },
    { name: 'disable_duet', opposite, kinds: ['video'] },
    { name: 'is_aigc', opposite: null, kinds: ['video'] },
  ]
  const abilities = { thread: false }
  setPlatforms([
    { platform: 'tiktok', options, abilities },
    { platform: 'threads', options: [], abilities: { thread: true } },
  ] as unknown as Platform[])
})

function composing(type: Attachment['type'], options: object = {}): Composition {
  const file: Attachment = { key: 'f', name: '', alt: '', state: 'ready', type, media: null }
  return {
    ...emptyComposition('prof'),
    media: ['f'],
    attachments: { f: file },
    variants: { tt: { ...emptyVariant(), options: { ...options } } },
  }
}
const emptyVariant = () => ({
  text: null,
  media: null,
  thread: null,
  firstComment: '',
  options: {},
  at: null,
})

test('what a person has to allow is forbidden until then, if it applies to the kind of post', () => {
  const video = withForbidden(composing('video'), accounts)
  expect(video.variants.tt?.options).toEqual({ disable_comment: true, disable_duet: true })
  expect(video.variants.th).toBeUndefined()
  const photos = withForbidden(composing('image'), accounts)
  expect(photos.variants.tt?.options).toEqual({ disable_comment: true })
  const allowed = withForbidden(composing('video', { disable_duet: false }), accounts)
  expect(allowed.variants.tt?.options).toEqual({ disable_comment: true, disable_duet: false })
})

test('a stored post that forbids nothing still does not after it is opened for editing', () => {
  const target = {
    account_id: 'tt',
    platform: 'tiktok',
    text: null,
    media: null,
    thread: null,
    first_comment: null,
    options: { disable_duet: true },
    scheduled_at: null,
  }
  const media = [{ id: 'med', type: 'video' }] as Media[]
  const post = {
    profile_id: 'prof',
    text: '',
    media: [{ id: 'med', alt_text: null }],
    thread: [],
    targets: [target],
    mode: 'draft',
    metadata: {},
    tags: [],
  } as unknown as Post
  const edited = withForbidden(fromPost(post, media), accounts)
  expect(edited.variants.tt?.options).toEqual({ disable_comment: false, disable_duet: true })
})
