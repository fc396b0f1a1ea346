import { expect, test } from 'vitest'
import { sampleContent, sampleImage, sampleVideo } from '../../../test/platforms/publish-samples.ts'
import type { PostContent } from '../contract/publish.ts'
import { checkLinkedin } from './check.ts'

const images = (count: number) => Array.from({ length: count }, () => sampleImage())
const video = () => sampleVideo()
const link = 'https://bakery.example/bread'

const codesOf = (content: Partial<PostContent>) =>
  checkLinkedin(sampleContent(content))
    .filter(({ level }) => level === 'error')
    .map(({ path, code }) => `${path}: ${code}`)

test.each<[string, Partial<PostContent>, string[]]>([
  ['nothing', { text: ' ' }, ['text: text_required']],
  ['a link alone', { text: '', options: { link } }, []],
  ['an image alone', { text: '', media: images(1) }, []],
  ['20 images', { media: images(20) }, []],
  ['21 images', { media: images(21) }, ['media: media_count']],
  ['a video with an image', { media: [video(), ...images(1)] }, ['media: media_mixed']],
  ['two videos', { media: [video(), video()] }, ['media: media_count']],
  [
    'a link with an image',
    { media: images(1), options: { link } },
    ['options.link: not_supported'],
  ],
  [
    'the title of no link',
    { text: 'Bread', options: { link_title: 'Bread' } },
    ['options.link_title: not_supported'],
  ],
  ['3,000 units', { text: '\u{1f35e}'.repeat(1_500) }, []],
  ['3,001 units', { text: `${'\u{1f35e}'.repeat(1_500)}!` }, ['text: text_too_long']],
  ['an unknown option', { text: 'Bread', options: { card: 1 } }, ['options: option_invalid']],
])('%s', (_name, content, codes) => {
  expect(codesOf(content)).toEqual(codes)
})
