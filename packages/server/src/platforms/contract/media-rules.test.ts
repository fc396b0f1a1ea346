import { expect, test } from 'vitest'
import { sampleImage, sampleVideo, shortFindings } from '../../../test/platforms/publish-samples.ts'
import { platformValues } from '../../core/networks.ts'
import { platformDefinition } from '../registry.ts'
import { checkMedia, copyLimits, type MediaRules } from './media-rules.ts'

test.each([
  ['tiktok', 'error media.0 media_frame_rate 23 to 60 15'],
  ['threads', 'warning media.0 media_frame_rate 23 to 60 15'],
  ['instagram', 'warning media.0 media_frame_rate 23 to 60 15'],
  ['facebook', null],
  ['bluesky', null],
] as const)('15 frames per second on %s → %s', (value, finding) => {
  const rules = platformDefinition(value).media.files.find(({ type }) => type === 'video')!
  const find = (frameRate: number | null) =>
    shortFindings(checkMedia('media.0', sampleVideo({ frameRate }), rules))
  expect(find(15)).toEqual(finding ? [finding] : [])
  expect(find(29.97)).toEqual([])
  expect(find(null)).toEqual([])
})

const rules: MediaRules = {
  type: 'image',
  mimeTypes: ['image/jpeg'],
  bytesMax: 1_000,
  shortSideMax: 1_080,
  longSideMax: 1_920,
  copied: 'if_needed',
  isSinglePicture: true,
}
const fitting = { size: 1_000, width: 1_920, height: 1_080 }

test.each<[string, Parameters<typeof sampleImage>[0], string[]]>([
  ['within the limits', {}, ['warning media.0 near_limit 1000 1000']],
  ['of another type', { mimeType: 'image/png' }, ['image/jpeg image/png']],
  ['with too many bytes', { size: 1_001 }, ['1000 1001']],
  ['with a long short side', { height: 1_081 }, ['1080x1920 1920x1081']],
  ['with a long side', { width: 1_921 }, ['1080x1920 1921x1080']],
  ['in the colors of print', { colorSpace: 'cmyk' }, ['srgb cmyk']],
  [
    'that moves and is too large',
    { mimeType: 'image/gif', frameCount: 3, size: 1_001 },
    ['image/jpeg image/gif', 'warning media.0 media_animated 3'],
  ],
  ['with several pictures', { frameCount: 2 }, ['1 2']],
])('an image %s → a copy where it is needed, and a warning', (_name, more, expected) => {
  const image = sampleImage({ ...fitting, ...more })
  const [first, ...rest] = expected
  const isFitting = first!.startsWith('warning')
  const warning = isFitting ? first : `warning media.0 media_converted ${first}`
  expect(shortFindings(checkMedia('media.0', image, rules))).toEqual([warning, ...rest])
  const limits = { bytesMax: 1_000, sideMax: 1_920, shortSideMax: 1_080, isJpeg: true }
  expect(copyLimits(image, [rules])).toEqual(isFitting ? null : limits)
})

test('a video is never copied', () => {
  const files = platformDefinition('tiktok').media.files
  expect(copyLimits(sampleVideo({ size: 5_000_000_000 }), files)).toBe(null)
})

test('an image on Mastodon is copied for its type only', () => {
  const [rules] = platformDefinition('mastodon').media.files
  const { bytesMax } = rules!
  const limits = { bytesMax, sideMax: 4_096, isJpeg: true }
  expect(copyLimits(sampleImage({ mimeType: 'image/heic' }), [rules!])).toEqual(limits)
  expect(copyLimits(sampleImage({ size: bytesMax + 1 }), [rules!])).toBe(null)
  const noJpeg = { ...rules!, mimeTypes: ['image/png'] }
  expect(copyLimits(sampleImage({ mimeType: 'image/heic' }), [noJpeg])).toBe(null)
})

test.each(platformValues)('a HEIC photo on %s is valid', (value) => {
  for (const rules of platformDefinition(value).media.files.filter(
    ({ type }) => type === 'image',
  )) {
    const findings = checkMedia('media.0', sampleImage({ mimeType: 'image/heic' }), rules)
    // Bluesky gets a copy of every image, without a warning.
    const codes = value === 'bluesky' ? [] : ['warning media_converted']
    expect(findings.map(({ level, code }) => `${level} ${code}`)).toEqual(codes)
  }
})

test('a JPEG with several pictures is copied for Instagram and does not move elsewhere', () => {
  const mpo = sampleImage({ frameCount: 2 })
  const copied = platformValues.filter((value) =>
    copyLimits(mpo, platformDefinition(value).media.files),
  )
  expect(copied).toEqual(['instagram'])
  const [rules] = platformDefinition('bluesky').media.files
  expect(checkMedia('media.0', mpo, rules!)).toEqual([])
})

test('every kind of post on a network has the same rules for copies', () => {
  for (const value of platformValues) {
    const { files } = platformDefinition(value).media
    const png = sampleImage({ mimeType: 'image/avif' })
    const limits = files
      .filter(({ type }) => type === 'image')
      .map((each) => JSON.stringify(copyLimits(png, [each])))
    expect(new Set(limits).size, value).toBe(1)
  }
})
