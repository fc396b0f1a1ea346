import type { MediaLimits, MediaRules } from '../contract/media-rules.ts'
import type { TextLimits } from '../contract/text-length.ts'

/** instagram.md §3.1, §3.5. */
export const instagramText: TextLimits = { max: 2_200, unit: 'characters' }

const image = {
  type: 'image',
  mimeTypes: ['image/jpeg'],
  bytesMax: 8 * 1_024 * 1_024,
  copied: 'if_needed',
  isSinglePicture: true,
} as const
const feedImage = { ...image, ratioMin: 0.8, ratioMax: 1.91, ratioText: '4:5 to 1.91:1' } as const
const video = {
  type: 'video',
  mimeTypes: ['video/mp4', 'video/quicktime'],
  bytesMax: 300_000_000,
  ratioMin: 0.01,
  ratioMax: 10,
  ratioText: '0.01:1 to 10:1',
  widthMax: 1_920,
  frameRateMin: 23,
  frameRateMax: 60,
  acceptsOtherFrameRates: true,
} as const

/** The kind of post on Instagram. */
export type InstagramShape = 'image' | 'reel' | 'story' | 'carousel'

/** The limits on one file, by post shape. */
export const instagramFiles: readonly (MediaRules & { postKind: InstagramShape })[] = [
  { ...feedImage, postKind: 'image' },
  { ...video, postKind: 'reel', secondsMin: 3, secondsMax: 900 },
  { ...feedImage, postKind: 'carousel' },
  { ...video, postKind: 'carousel', secondsMax: 60 },
  { ...image, postKind: 'story' },
  { ...video, postKind: 'story', secondsMin: 3, secondsMax: 60, bytesMax: 100_000_000 },
]

/** `max` is that of a carousel. */
export const instagramMedia = {
  max: 10,
  isMixed: true,
  isRequired: true,
  altTextMax: 1_000,
  files: instagramFiles,
} satisfies MediaLimits

/** instagram.md §3.1. */
export const instagramHashtagsMax = 30
