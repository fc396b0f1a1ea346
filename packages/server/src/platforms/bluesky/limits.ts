import type { MediaLimits, MediaRules } from '../contract/media-rules.ts'
import type { RenditionLimits } from '../contract/publish.ts'
import type { TextLimits } from '../contract/text-length.ts'

/** bluesky.md §3.1. */
export const blueskyText: TextLimits = { max: 300, unit: 'graphemes', bytesMax: 3_000 }

/** What our renditions keep to (bluesky.md §3.3). */
export const imageLimits: RenditionLimits = { bytesMax: 2_000_000, sideMax: 4_000 }
/** Servers with the schema of before April 2026 refuse a record with larger images. */
export const olderImageLimits: RenditionLimits = { bytesMax: 1_000_000, sideMax: 2_000 }

/** The picture of a link card (bluesky.md §3.5). */
export const cardImageLimits: RenditionLimits = { bytesMax: 1_000_000, sideMax: 2_000 }

export const blueskyFile = {
  image: {
    type: 'image',
    mimeTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic', 'image/heif'],
    copied: 'always',
    // Made smaller before the upload.
    bytesMax: 20_000_000,
  },
  // The limit of one upload to a server of the network; a smaller server may take less
  // (bluesky.md §3.4).
  video: { type: 'video', mimeTypes: ['video/mp4'], bytesMax: 50_000_000, secondsMax: 180 },
} as const satisfies Record<string, MediaRules>

/**
 * Four images or one video; the apps stop at 2,000 characters of alternative text
 * (bluesky.md §3.3).
 */
export const blueskyMedia = {
  max: 4,
  videosMax: 1,
  isMixed: false,
  isRequired: false,
  altTextMax: 2_000,
  files: Object.values(blueskyFile),
} satisfies MediaLimits
