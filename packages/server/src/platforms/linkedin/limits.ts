import type { MediaLimits, MediaRules } from '../contract/media-rules.ts'
import type { RenditionLimits } from '../contract/publish.ts'
import type { TextLimits } from '../contract/text-length.ts'

/** linkedin.md §9. The number is practice, and its unit is ours. */
export const linkedinText = { max: 3_000, unit: 'utf16_units' } satisfies TextLimits

/** A post has one image, 2 to 20, or one video (linkedin.md §4.1, §9). */
export const linkedinFile = {
  image: {
    type: 'image',
    mimeTypes: ['image/jpeg', 'image/png', 'image/gif'],
    // The bytes are not documented; the pixels stay below 36,152,320 (linkedin.md §4.3).
    bytesMax: 8_000_000,
    longSideMax: 6_000,
    copied: 'if_needed',
  },
  // linkedin.md §4.4.
  video: {
    type: 'video',
    mimeTypes: ['video/mp4'],
    bytesMax: 500_000_000,
    secondsMin: 3,
    secondsMax: 1_800,
  },
} as const satisfies Record<string, MediaRules>

export const linkedinMedia = {
  max: 20,
  videosMax: 1,
  isMixed: false,
  isRequired: false,
  altTextMax: 4_086,
  files: Object.values(linkedinFile),
} satisfies MediaLimits

/** The picture of a link, which LinkedIn does not read itself (linkedin.md §4.1). */
export const linkImageLimits: RenditionLimits = { bytesMax: 2_000_000, sideMax: 2_000 }
