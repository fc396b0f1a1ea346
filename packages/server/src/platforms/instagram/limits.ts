import type { MediaLimits, MediaRules } from '../media-rules.ts'
import type { TextLimits } from '../text-length.ts'

/** instagram.md §3.1, §3.5. */
export const instagramText: TextLimits = { max: 2_200, unit: 'characters' }

const image = { type: 'image', mimeTypes: ['image/jpeg'], bytesMax: 8 * 1_024 * 1_024 } as const
const feedImage = { ...image, ratioMin: 0.8, ratioMax: 1.91, ratioText: '4:5 to 1.91:1' } as const
const video = {
  type: 'video',
  mimeTypes: ['video/mp4', 'video/quicktime'],
  bytesMax: 300_000_000,
  ratioMin: 0.01,
  ratioMax: 10,
  ratioText: '0.01:1 to 10:1',
  widthMax: 1_920,
} as const

/** What a post becomes on Instagram. */
export type InstagramShape = 'image' | 'reel' | 'story' | 'carousel'

/** What is taken of one file, by what the post becomes. */
export const instagramFiles: readonly (MediaRules & { post: InstagramShape })[] = [
  { ...feedImage, post: 'image' },
  { ...video, post: 'reel', secondsMin: 3, secondsMax: 900 },
  { ...feedImage, post: 'carousel' },
  { ...video, post: 'carousel', secondsMax: 60 },
  { ...image, post: 'story' },
  { ...video, post: 'story', secondsMin: 3, secondsMax: 60, bytesMax: 100_000_000 },
]

/** A carousel holds 10. */
export const instagramMedia = {
  max: 10,
  isMixed: true,
  isRequired: true,
  altTextMax: 1_000,
  files: instagramFiles,
} satisfies MediaLimits
