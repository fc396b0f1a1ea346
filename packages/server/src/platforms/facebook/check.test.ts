import { expect, test } from 'vitest'
import type { PostContent, PostMedia } from '../contract/publish.ts'
import { checkFacebook } from './check.ts'

function medium(type: 'image' | 'video', more: Partial<PostMedia> = {}): PostMedia {
  return {
    id: 'med_1',
    type,
    mimeType: type === 'image' ? 'image/jpeg' : 'video/mp4',
    size: 1_000_000,
    width: 1_080,
    height: 1_080,
    durationMs: null,
    altText: null,
    url: 'https://media.example/1',
    read: () => Promise.reject(new Error('a check reads no bytes')),
    ...more,
  }
}

const photos = (count: number, more?: Partial<PostMedia>) =>
  Array.from({ length: count }, () => medium('image', more))
const link = 'https://bakery.example/bread'

test.each<[string, Partial<PostContent>, string[]]>([
  ['a text', { text: 'Fresh bread' }, []],
  ['a link alone', { options: { link } }, []],
  ['a photo alone', { media: photos(1) }, []],
  ['a video alone', { media: [medium('video')] }, []],
  ['nothing', { text: ' \n' }, ['error text text_required']],
  ['a text that shows nothing', { text: '\u200b\u3164' }, ['error text text_required']],
  ['a text of maximum length', { text: 'a'.repeat(63_206) }, ['warning text near_limit']],
  ['a text that is too long', { text: 'a'.repeat(63_207) }, ['error text text_too_long']],
  ['ten photos', { media: photos(10) }, ['warning media near_limit']],
  ['eleven photos', { media: photos(11) }, ['error media media_count']],
  ['two videos', { media: [medium('video'), medium('video')] }, ['error media media_count']],
  ['a mixture', { media: [medium('video'), ...photos(1)] }, ['error media media_mixed']],
  [
    'a photo above 4 MB',
    { media: photos(1, { size: 4_000_001 }) },
    ['warning media.0 media_converted'],
  ],
  ['WebP', { media: photos(1, { mimeType: 'image/webp' }) }, ['warning media.0 media_converted']],
  [
    'a link with a photo',
    { media: photos(1), options: { link } },
    ['error options.link not_supported'],
  ],
  ['an invalid link', { options: { link: 'javascript:1' } }, ['error options.link option_invalid']],
  ['an unknown option', { text: 'a', options: { url: link } }, ['error options option_invalid']],
])('the check of %s', (_name, content, findings) => {
  const found = checkFacebook({ text: '', media: [], options: {}, ...content })
  expect(found.map(({ level, path, code }) => `${level} ${path} ${code}`)).toEqual(findings)
})
