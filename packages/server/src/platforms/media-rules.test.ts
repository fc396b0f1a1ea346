import { expect, test } from 'vitest'
import { sampleVideo, shortFindings } from '../../test/platforms/publish-samples.ts'
import { checkMedia } from './media-rules.ts'
import { platformDefinition } from './registry.ts'

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
