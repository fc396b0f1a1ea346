import type { MediaLimits, MediaRules } from '../contract/media-rules.ts'
import type { TextLimits } from '../contract/text-length.ts'

/** facebook.md §3. */
export const facebookText: TextLimits = { max: 63_206, unit: 'utf16_units' }

/** Only sizes are documented, so other types of videos give warnings and Facebook decides. */
export const facebookFile = {
  image: {
    type: 'image',
    mimeTypes: ['image/jpeg', 'image/png', 'image/gif'],
    bytesMax: 4_000_000,
    copied: 'if_needed',
  },
  video: {
    type: 'video',
    mimeTypes: ['video/mp4', 'video/quicktime'],
    undocumentedMimeTypes: ['video/webm', 'video/x-matroska', 'video/x-msvideo', 'video/mpeg'],
    bytesMax: 1_000_000_000,
  },
} as const satisfies Record<string, MediaRules>

export const facebookMedia = {
  max: 10,
  videosMax: 1,
  isMixed: false,
  isRequired: false,
  files: Object.values(facebookFile),
} satisfies MediaLimits
