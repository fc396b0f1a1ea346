import { expect, test } from 'vitest'
import {
  sampleContent,
  sampleImage,
  sampleVideo,
  shortFindings,
} from '../../../test/platforms/publish-samples.ts'
import type { PostContent } from '../contract/publish.ts'
import { checkMastodon } from './check.ts'

const check = (
  content: Partial<PostContent>,
  facts = null as Parameters<typeof checkMastodon>[1],
) => shortFindings(checkMastodon(sampleContent(content), facts))
const link = `https://bakery.example/${'long/'.repeat(100)}`

test.each<[string, Partial<PostContent>, string[]]>([
  ['a short text', { text: 'Bread' }, []],
  ['no text and no media', { text: ' \n' }, ['error text text_required']],
  ['a text that shows nothing', { text: '\u200b\u2060\u3164' }, ['error text text_required']],
  ['an image without a text', { media: [sampleImage()] }, []],
  ['450 characters', { text: 'a'.repeat(450) }, ['warning text near_limit 500 450']],
  ['500 emoji', { text: '👩‍🍳'.repeat(500) }, ['warning text near_limit 500 500']],
  ['501 characters', { text: 'a'.repeat(501) }, ['error text text_too_long 500 501']],
  ['a link that counts as 23', { text: `${'a'.repeat(420)} ${link}` }, []],
  [
    'slightly too much with a link',
    { text: `${'a'.repeat(490)} ${link}` },
    ['warning text near_limit 500 514'],
  ],
  [
    'far too much with a link',
    { text: `${'a'.repeat(510)} ${link}` },
    ['error text text_too_long 500 534'],
  ],
  [
    'a content warning that makes it too long',
    { text: 'a'.repeat(450), options: { spoiler_text: 'b'.repeat(51) } },
    ['error text text_too_long 500 501'],
  ],
  [
    'a direct message',
    { text: 'Bread', options: { visibility: 'direct' } },
    ['error options.visibility option_invalid'],
  ],
  [
    'a language by name',
    { text: 'Bread', options: { language: 'German' } },
    ['error options.language option_invalid'],
  ],
  ['four images', { media: Array(4).fill(sampleImage()) }, []],
  ['five images', { media: Array(5).fill(sampleImage()) }, ['error media media_count 4 5']],
  ['two videos', { media: Array(2).fill(sampleVideo()) }, ['error media media_count 1 2']],
  ['an image and a video', { media: [sampleImage(), sampleVideo()] }, ['error media media_mixed']],
  [
    'an image of 17 MB',
    { media: [sampleImage({ size: 17_000_000 })] },
    ['error media.0 media_size 16777216 17000000'],
  ],
  [
    'an image of 36 megapixels',
    { media: [sampleImage({ width: 6_000, height: 6_000 })] },
    ['error media.0 media_pixels 33177600 36000000'],
  ],
  [
    'an alternative text of 1,501 characters',
    { media: [sampleImage({ altText: 'a'.repeat(1_501) })] },
    ['error media.0.alt_text alt_text_too_long 1500 1501'],
  ],
])('the check of %s', (_name, content, findings) => {
  expect(check(content)).toEqual(findings)
})

const gif = (width: number, height: number, frameCount = 1) =>
  sampleImage({ mimeType: 'image/gif', width, height, frameCount })
const madeBy = (software: string) => ({ server: 'bakery.example', software })

test.each([
  ['of 1280 × 720 pixels', gif(1_280, 720), madeBy('4.6.0'), []],
  [
    'of more pixels',
    gif(1_600, 900),
    madeBy('4.6.0'),
    ['error media.0 media_pixels 921600 1440000'],
  ],
  [
    'of a fork',
    gif(1_600, 900),
    madeBy('4.5.1+glitch'),
    ['error media.0 media_pixels 921600 1440000'],
  ],
  [
    'of another program',
    gif(1_600, 900),
    madeBy('2.7.2 (compatible; Pleroma 2.6.0)'),
    ['warning media.0 media_pixels 921600 1440000'],
  ],
  [
    'of GoToSocial',
    gif(1_600, 900),
    madeBy('0.17.3'),
    ['warning media.0 media_pixels 921600 1440000'],
  ],
])('the check of a GIF %s', (_name, media, facts, findings) => {
  expect(check({ media: [media] }, facts)).toEqual(findings)
})

test('a moving GIF is a video of the post, a still one an image', () => {
  const [moving, still] = [gif(400, 300, 12), gif(400, 300)]
  expect(check({ media: [moving, sampleImage()] })).toEqual(['error media media_mixed'])
  expect(check({ media: [moving, moving] })).toEqual(['error media media_count 1 2'])
  expect(check({ media: [still, sampleImage()] })).toEqual([])
})

test('an image for print gives a warning, a video with too many frames an error', () => {
  const print = sampleImage({ colorSpace: 'cmyk' })
  expect(check({ media: [print] })).toEqual(['warning media.0 media_color_space srgb cmyk'])
  const fast = sampleVideo({ frameRate: 240 })
  expect(check({ media: [fast] })).toEqual(['error media.0 media_frame_rate 120 240'])
  expect(check({ media: [fast] }, { ...madeBy('4.6.0'), videoFrameRateMax: 240 })).toEqual([])
})

test('the limits are those of the account’s server', () => {
  const facts = { server: 'bakery.example', software: '1.0', textMax: 5_000, mediaMax: 16 }
  expect(check({ text: 'a'.repeat(4_000) }, facts)).toEqual([])
  expect(check({ media: Array(16).fill(sampleImage()) }, facts)).toEqual([])
  const small = { ...facts, textMax: 100, mimeTypes: ['image/png'] }
  expect(check({ text: 'a'.repeat(101), media: [sampleImage()] }, small)).toEqual([
    'error text text_too_long 100 101',
    'error media.0 media_type image/png image/jpeg',
  ])
})
