import { expect, test } from 'vitest'
import {
  sampleContent,
  sampleImage,
  sampleVideo,
  shortFindings,
} from '../../../test/platforms/publish-samples.ts'
import type { PostContent } from '../contract/publish.ts'
import { checkThreads } from './check.ts'

const post = (content: Partial<PostContent>) => shortFindings(checkThreads(sampleContent(content)))
const links = (count: number) =>
  Array.from({ length: count }, (_, index) => `https://a.example/${index}`).join(' ')

test.each<[string, Partial<PostContent>, string[]]>([
  ['a short text', { text: 'Bread' }, []],
  ['no text and no media', { text: ' \n' }, ['error text text_required']],
  ['an image without a text', { media: [sampleImage()] }, []],
  ['449 characters', { text: 'a'.repeat(449) }, []],
  ['450 characters', { text: 'a'.repeat(450) }, ['warning text near_limit 500 450']],
  ['501 letters', { text: 'a'.repeat(501) }, ['error text text_bytes_too_long 500 501']],
  ['300 umlauts', { text: 'ä'.repeat(300) }, ['error text text_bytes_too_long 500 600']],
  [
    '498 characters with curly apostrophes',
    { text: `${'a'.repeat(472)}${'’'.repeat(26)}` },
    ['error text text_bytes_too_long 500 550'],
  ],
  ['126 emoji', { text: '🥖'.repeat(126) }, ['error text text_bytes_too_long 500 504']],
  ['five links', { text: links(5) }, []],
  ['six links', { text: links(6) }, ['error text too_many_links 5 6']],
  ['one link six times', { text: 'https://a.example '.repeat(6) }, []],
  [
    'five links and an attached one',
    { text: links(5), options: { link_attachment: 'https://b.example' } },
    ['error text too_many_links 5 6'],
  ],
  [
    'an attached link with an image',
    { media: [sampleImage()], options: { link_attachment: 'https://b.example' } },
    ['error options.link_attachment not_supported'],
  ],
  [
    'an unknown reply control',
    { text: 'Bread', options: { reply_control: 'unknown' } },
    ['error options.reply_control option_invalid'],
  ],
  [
    'a topic with a full stop',
    { text: 'Bread', options: { topic_tag: 'a.b' } },
    ['error options.topic_tag option_invalid'],
  ],
  [
    'an option of another platform',
    { text: 'B', options: { x: 1 } },
    ['error options option_invalid'],
  ],
  ['17 images', { media: Array(17).fill(sampleImage()) }, []],
  ['20 images', { media: Array(20).fill(sampleImage()) }, ['warning media near_limit 20 20']],
  ['21 images', { media: Array(21).fill(sampleImage()) }, ['error media media_count 20 21']],
  ['a PNG', { media: [sampleImage({ mimeType: 'image/png' })] }, []],
  [
    'a WebP',
    { media: [sampleImage({ mimeType: 'image/webp' })] },
    ['warning media.0 media_converted image/jpeg, image/png image/webp'],
  ],
  [
    'a GIF',
    { media: [sampleImage(), sampleImage({ mimeType: 'image/gif' })] },
    ['warning media.1 media_converted image/jpeg, image/png image/gif'],
  ],
  [
    'an image of 9 MB',
    { media: [sampleImage({ size: 9_000_000 })] },
    ['warning media.0 media_converted 8000000 9000000'],
  ],
  [
    'an image of 11:1',
    { media: [sampleImage({ width: 1_100, height: 100 })] },
    ['error media.0 aspect_ratio 10:1 at most 11:1'],
  ],
  [
    'an alternative text of 1,001 characters',
    { media: [sampleImage({ altText: 'a'.repeat(1_001) })] },
    ['error media.0.alt_text alt_text_too_long 1000 1001'],
  ],
  [
    'a video of 301 seconds',
    { media: [sampleVideo({ durationMs: 301_000 })] },
    ['error media.0 media_duration 300 301'],
  ],
  [
    'a video of 280 seconds',
    { media: [sampleVideo({ durationMs: 280_000 })] },
    ['warning media.0 near_limit 300 280'],
  ],
  [
    'a WebM',
    { media: [sampleVideo({ mimeType: 'video/webm' })] },
    ['error media.0 media_type video/mp4, video/quicktime video/webm'],
  ],
  [
    'a wide video',
    { media: [sampleVideo({ width: 3_840, height: 2_160 })] },
    ['warning media.0 media_width 1920 3840'],
  ],
  [
    'a file with unknown properties',
    { media: [sampleVideo({ width: null, height: null, durationMs: null })] },
    [],
  ],
])('the check of %s', (_name, content, findings) => {
  expect(post(content)).toEqual(findings)
})
