import { limits } from '../../core/limits.ts'
import type { MediaLimits, MediaRules } from '../contract/media-rules.ts'
import type { TextLimits } from '../contract/text-length.ts'

/** WordPress has no limit: this is ours. */
export const wordpressText: TextLimits = { max: limits.post.textCharsMax, unit: 'characters' }

/** What WordPress does with a longer comment is an error (wordpress.md §4). */
export const wordpressReplyText: TextLimits = { max: 10_000, bytesMax: 65_525, unit: 'characters' }

/**
 * A site does not tell how large a file may be (wordpress.md §6): these are the sizes above which no
 * common host accepts one. HEIC becomes a JPEG.
 */
export const wordpressFile = {
  image: {
    type: 'image',
    mimeTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    bytesMax: 64_000_000,
    copied: 'other_types',
  },
  video: {
    type: 'video',
    mimeTypes: ['video/mp4', 'video/quicktime', 'video/webm'],
    bytesMax: 512_000_000,
  },
} as const satisfies Record<string, MediaRules>

export const wordpressMedia = {
  max: 20,
  isMixed: true,
  isRequired: false,
  altTextMax: 1_000,
  files: Object.values(wordpressFile),
} satisfies MediaLimits
