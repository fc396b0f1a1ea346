import { expect, test } from 'vitest'
import type { PostContent, PostMedia } from '../contract/publish.ts'
import { checkBluesky } from './check.ts'

const image = { type: 'image', mimeType: 'image/jpeg', size: 1_000 } as PostMedia
const video = { type: 'video', mimeType: 'video/mp4', size: 1_000, durationMs: 1_000 } as PostMedia
const family = '👨‍👩‍👧‍👦'

test.each([
  [
    'a long address, shortened',
    {
      text: `${'x'.repeat(200)} https://ex.org/${'y'.repeat(200)}`,
      options: { shorten_links: true },
    },
    [],
  ],
  ['300 characters', { text: 'x'.repeat(300) }, ['near_limit']],
  ['301 characters', { text: 'x'.repeat(301) }, ['text_too_long']],
  ['100 family emoji', { text: family.repeat(100) }, []],
  ['150 family emoji', { text: family.repeat(150) }, ['text_bytes_too_long']],
  ['no text and no media', { text: ' ' }, ['text_required']],
  ['a text that shows nothing', { text: '\u200b \u2800\u3164\ufe0f' }, ['text_required']],
  ['a flag of invisible characters', { text: '🏴\u{e0067}\u{e0062}\u{e007f}' }, []],
  ['no text and an image', { text: '', media: [image] }, []],
  ['no text and a card', { text: '', options: { card_url: 'https://example.com' } }, []],
  ['five images', { media: [image, image, image, image, image] }, ['media_count']],
  ['two videos', { media: [video, video] }, ['media_count']],
  ['an image and a video', { media: [image, video] }, ['media_mixed']],
  ['a GIF', { media: [{ ...image, mimeType: 'image/gif', frameCount: 1 }] }, []],
  [
    'a WebP that moves',
    { media: [{ ...image, mimeType: 'image/webp', frameCount: 12 }] },
    ['media_animated'],
  ],
  ['an image for print', { media: [{ ...image, colorSpace: 'cmyk' }] }, []],
  ['a TIFF', { media: [{ ...image, mimeType: 'image/tiff' }] }, ['media_type']],
  ['a video of 51 MB', { media: [{ ...video, size: 51_000_000 }] }, ['media_size']],
  ['a long alt text', { media: [{ ...image, altText: 'x'.repeat(2_001) }] }, ['alt_text_too_long']],
  [
    'a card with an image',
    { media: [image], options: { card_url: 'https://example.com' } },
    ['not_supported'],
  ],
  ['a card title without URL', { options: { card_title: 'Title' } }, ['not_supported']],
  ['an unknown option', { options: { visibility: 'public' } }, ['option_invalid']],
  ['an unknown label', { options: { labels: ['rude'] } }, ['option_invalid']],
  ['a language in words', { options: { languages: ['German'] } }, ['option_invalid']],
  [
    'the quote of a profile',
    { options: { quote_url: 'https://bsky.app/profile/a.test' } },
    ['option_invalid'],
  ],
])('%s', (_case, content: Partial<PostContent>, codes) => {
  const findings = checkBluesky({ text: 'Text', media: [], options: {}, ...content })
  expect(findings.map(({ code }) => code)).toEqual(codes)
})
