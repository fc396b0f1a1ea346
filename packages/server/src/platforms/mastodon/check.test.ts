import { expect, test } from 'vitest'
import {
  sampleContent,
  sampleImage,
  sampleVideo,
  shortFindings,
} from '../../../test/platforms/publish-samples.ts'
import type { PostContent } from '../publish.ts'
import { checkMastodon } from './check.ts'

const check = (
  content: Partial<PostContent>,
  facts = null as Parameters<typeof checkMastodon>[1],
) => shortFindings(checkMastodon(sampleContent(content), facts))
const link = `https://bakery.example/${'long/'.repeat(100)}`

test.each<[string, Partial<PostContent>, string[]]>([
  ['a short text', { text: 'Bread' }, []],
  ['no text and no media', { text: ' \n' }, ['error text text_required']],
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
