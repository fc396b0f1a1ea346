import { expect, test } from 'vitest'
import {
  imageRanges,
  ratioText,
  refusing,
  suggestedRatio,
} from '../src/pages/composer/media/crop-ratio.ts'

const account = (platform: string, ratio_min: number | null, ratio_max: number | null) => ({
  platform,
  limits: { media: { files: [{ type: 'image', ratio_min, ratio_max }] } },
})
const instagram = account('instagram', 0.8, 1.91)
const threads = account('threads', null, 10)
const both = [instagram, threads, instagram] as never

test('only platforms with a range that cuts usual images are shown, each once', () => {
  expect(imageRanges(both)).toEqual([{ platform: 'instagram', min: 0.8, max: 1.91 }])
})

test.each([
  ['a tall image', 0.6, ['instagram'], 0.8],
  ['a very wide image', 3, ['instagram'], 1.91],
  ['a square', 1, [], null],
  ['an image cropped to 4:5 in whole pixels', 864 / 1_081, [], null],
])('%s → refused by %#, suggestion', (_, ratio, platforms, suggestion) => {
  expect(refusing(ratio, both)).toEqual(platforms)
  expect(suggestedRatio(ratio, both)).toBe(suggestion)
})

test.each([
  [0.8, 'en', '4:5'],
  [9 / 16, 'en', '9:16'],
  [1.91, 'en', '1.91:1'],
  [1.91, 'de', '1,91:1'],
])('the ratio %d in %s is written %s', (ratio, language, text) => {
  expect(ratioText(ratio, language)).toBe(text)
})
