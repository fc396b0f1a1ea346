import { expect, test } from 'vitest'
import {
  sampleContent,
  sampleImage,
  sampleVideo,
  shortFindings,
} from '../../../test/platforms/publish-samples.ts'
import type { PostContent } from '../contract/publish.ts'
import { checkYoutube } from './check.ts'
import { tagsLength } from './options.ts'

const options = { title: 'Kneading', audience: 'not_made_for_kids' }
const check = (content: Partial<PostContent>) =>
  shortFindings(checkYoutube(sampleContent({ media: [sampleVideo()], options, ...content })))

test.each<[string, Partial<PostContent>, string[]]>([
  ['a video with title and audience', {}, []],
  ['a thumbnail', { media: [sampleVideo(), sampleImage()] }, []],
  ['a thumbnail before the video', { media: [sampleImage(), sampleVideo()] }, []],
  ['no media', { media: [] }, ['error media media_required 1 0']],
  ['an image alone', { media: [sampleImage()] }, ['error media media_required 1 0']],
  ['two videos', { media: [sampleVideo(), sampleVideo()] }, ['error media media_count 1 2']],
  [
    'two images',
    { media: [sampleVideo(), sampleImage(), sampleImage()] },
    ['error media media_count 1 2'],
  ],
  [
    'no title and no audience',
    { options: {} },
    ['error options.title required', 'error options.audience required'],
  ],
  ['a blank title', { options: { ...options, title: '  ' } }, ['error options.title required']],
  [
    'a title with a bracket',
    { options: { ...options, title: 'a < b' } },
    ['error options.title option_invalid'],
  ],
  [
    'a title of 101 characters',
    { options: { ...options, title: 'a'.repeat(101) } },
    ['error options.title option_invalid'],
  ],
  ['a description with a bracket', { text: 'a > b' }, ['error text text_invalid']],
  [
    'a description of 5,001 bytes',
    { text: `${'é'.repeat(2_500)}a` },
    ['error text text_bytes_too_long 5000 5001'],
  ],
  [
    'tags of 501 characters',
    { options: { ...options, tags: 'a'.repeat(501) } },
    ['error options.tags text_too_long 500 501'],
  ],
])('%s', (_, content, findings) => {
  expect(check(content)).toEqual(findings)
})

// youtube.md §4.3: `Foo-Baz` counts 7, `Foo Baz` 9.
test.each([
  [['Foo-Baz'], 7],
  [['Foo Baz'], 9],
  [['Foo-Baz', 'Foo Baz'], 17],
  [[], 0],
])('the tags %j count %i', (tags, length) => {
  expect(tagsLength(tags)).toBe(length)
})
