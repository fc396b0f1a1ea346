import type { MediaLimits, MediaRules } from '../contract/media-rules.ts'
import type { TextLimits } from '../contract/text-length.ts'

/** Limits of a server with Mastodon's defaults (mastodon.md §1.1); others are facts of the account. */
export const mastodonText: TextLimits = {
  max: 500,
  unit: 'graphemes',
  urlChars: 23,
  shortMentions: true,
}

/** HEIC is accepted by newer servers only (mastodon.md §3.1), so each gets a JPEG copy of one. */
export const mastodonFile = {
  image: {
    type: 'image',
    mimeTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    bytesMax: 16_777_216,
    copied: 'other_types',
    pixelsMax: 33_177_600,
  },
  video: {
    type: 'video',
    mimeTypes: ['video/mp4', 'video/quicktime', 'video/webm'],
    bytesMax: 103_809_024,
    pixelsMax: 8_294_400,
    frameRateMax: 120,
  },
} as const satisfies Record<string, MediaRules>

/** GIFs, moving or still, whatever the server says about images (mastodon.md §3.1). */
export const gifPixelsMax = 921_600

export const mastodonMedia = {
  max: 4,
  videosMax: 1,
  isMixed: false,
  isRequired: false,
  altTextMax: 1_500,
  files: Object.values(mastodonFile),
} satisfies MediaLimits
