import { expect, test } from 'vitest'
import type { PostContent, PostMedia } from '../contract/publish.ts'
import { checkTiktok } from './check.ts'

const privacy = { privacy_level: 'PUBLIC_TO_EVERYONE' }

function medium(type: 'image' | 'video', more: Partial<PostMedia> = {}): PostMedia {
  return {
    id: 'med_1',
    type,
    mimeType: type === 'image' ? 'image/jpeg' : 'video/mp4',
    size: 1_000_000,
    width: 1_080,
    height: 1_920,
    durationMs: type === 'video' ? 10_000 : null,
    altText: null,
    url: 'https://media.example/1',
    read: () => Promise.reject(new Error('a check reads no bytes')),
    ...more,
  }
}

const video = (more?: Partial<PostMedia>) => [medium('video', more)]
const photos = (count: number, more?: Partial<PostMedia>) =>
  Array.from({ length: count }, () => medium('image', more))

function found(content: Partial<PostContent>): string[] {
  const whole = {
    text: '',
    media: video(),
    ...content,
    options: { ...privacy, ...content.options },
  }
  return checkTiktok(whole).map(({ level, path, code }) => `${level} ${path} ${code}`)
}

test('valid content has no findings', () => {
  expect(found({ text: 'Kneading' })).toEqual([])
  expect(found({ media: photos(3), options: { title: 'Bread', photo_cover_index: 2 } })).toEqual([])
})

test('a missing privacy_level is required', () => {
  const findings = checkTiktok({ text: '', media: video(), options: {} })
  expect(findings).toMatchObject([{ path: 'options.privacy_level', code: 'required' }])
})

test.each<[string, Partial<PostContent>, string[]]>([
  ['text alone', { text: 'a', media: [] }, ['error media media_required']],
  ['two videos', { media: [...video(), ...video()] }, ['error media media_count']],
  ['a mixture', { media: [...video(), ...photos(1)] }, ['error media media_mixed']],
  ['15 frames per second', { media: video({ frameRate: 15 }) }, ['error media.0 media_frame_rate']],
  ['23.976 frames per second', { media: video({ frameRate: 23.97 }) }, []],
  [
    '120 frames per second',
    { media: video({ frameRate: 120 }) },
    ['error media.0 media_frame_rate'],
  ],
  ['36 photos', { media: photos(36) }, ['error media media_count']],
  ['a title of maximum length', { text: 'a'.repeat(2_200) }, ['warning text near_limit']],
  ['a link', { text: 'See https://bakery.example/a' }, ['warning text link_not_clickable']],
  ['a long title', { text: 'a'.repeat(2_201) }, ['error text text_too_long']],
  ['emoji as two units', { text: '🍞'.repeat(1_101) }, ['error text text_too_long']],
  ['a description', { text: 'a'.repeat(4_001), media: photos(1) }, ['error text text_too_long']],
  [
    'a long title of photos',
    { media: photos(1), options: { title: 'a'.repeat(91) } },
    ['error options.title text_too_long'],
  ],
  ['another type', { media: video({ mimeType: 'video/x-msvideo' }) }, ['error media.0 media_type']],
  ['PNG', { media: photos(1, { mimeType: 'image/png' }) }, ['warning media.0 media_converted']],
  ['4 GB', { media: video({ size: 4_000_000_001 }) }, ['error media.0 media_size']],
  ['20 MB', { media: photos(1, { size: 20_000_001 }) }, ['warning media.0 media_converted']],
  ['11 minutes', { media: video({ durationMs: 660_000 }) }, ['error media.0 media_duration']],
  ['a small video', { media: video({ width: 359 }) }, ['error media.0 media_dimensions']],
  ['a huge video', { media: video({ height: 4_097 }) }, ['error media.0 media_dimensions']],
  [
    'a large photo',
    { media: photos(1, { width: 1_081, height: 1_081 }) },
    ['warning media.0 media_converted'],
  ],
  ['a long photo', { media: photos(1, { height: 2_400 }) }, ['warning media.0 media_converted']],
  ['unknown properties', { media: video({ width: null, height: null, durationMs: null }) }, []],
])('the check of %s', (_name, content, findings) => {
  expect(found(content)).toEqual(findings)
})

test.each<[string, Partial<PostContent>, string[]]>([
  ['an unknown option', { options: { privacy: 'x' } }, ['error options option_invalid']],
  [
    'an unknown privacy level',
    { options: { privacy_level: 'NOBODY' } },
    ['error options.privacy_level option_invalid'],
  ],
  [
    'private branded content',
    { options: { privacy_level: 'SELF_ONLY', brand_content_toggle: true } },
    ['error options.privacy_level option_invalid'],
  ],
  [
    'a cover time beyond the end',
    { options: { video_cover_timestamp_ms: 10_001 } },
    ['error options.video_cover_timestamp_ms option_invalid'],
  ],
  [
    'a cover index without a photo',
    { media: photos(2), options: { photo_cover_index: 2 } },
    ['error options.photo_cover_index option_invalid'],
  ],
  [
    'photos by upload',
    { media: photos(1), options: { source: 'upload' } },
    ['error options.source not_supported'],
  ],
  [
    'photo options with a video',
    { options: { title: 'a', auto_add_music: true } },
    ['error options.title not_supported', 'error options.auto_add_music not_supported'],
  ],
  [
    'video options with photos',
    { media: photos(1), options: { disable_duet: true, is_aigc: true } },
    ['error options.disable_duet not_supported', 'error options.is_aigc not_supported'],
  ],
])('the options: %s', (_name, content, findings) => {
  expect(found(content)).toEqual(findings)
})
