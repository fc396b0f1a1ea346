import type { MediaLimits, MediaRules } from '../contract/media-rules.ts'
import type { TextLimits } from '../contract/text-length.ts'

/** The description of a video (youtube.md §4.3). */
export const youtubeText = { max: 5_000, unit: 'bytes' } satisfies TextLimits

/** youtube.md §5.2: the number is ours. */
export const youtubeCommentText = { max: 10_000, unit: 'characters' } satisfies TextLimits

export const titleMax = 100
export const tagsMax = 500

/** youtube.md §4.2, §4.7, §9: the image of a post is its thumbnail. */
export const youtubeFile = {
  video: {
    type: 'video',
    mimeTypes: ['video/mp4', 'video/quicktime', 'video/webm'],
    bytesMax: 256_000_000_000,
    secondsMax: 43_200,
  },
  image: {
    type: 'image',
    mimeTypes: ['image/jpeg', 'image/png'],
    bytesMax: 2_000_000,
    longSideMax: 1_920,
    copied: 'if_needed',
  },
} as const satisfies Record<string, MediaRules>

export const youtubeMedia = {
  max: 2,
  videosMax: 1,
  isMixed: true,
  isRequired: true,
  files: Object.values(youtubeFile),
} satisfies MediaLimits
