import type { MediaLimits, MediaRules } from '../media-rules.ts'
import type { TextLimits } from '../text-length.ts'

/** facebook-pages.md §3. */
export const facebookText: TextLimits = { max: 63_206, unit: 'utf16_units' }

/** The document names a size only, so other types are cautions; a page says itself what it takes. */
export const facebookFile = {
  image: {
    type: 'image',
    mimeTypes: ['image/jpeg', 'image/png', 'image/gif'],
    undocumentedMimeTypes: ['image/webp', 'image/bmp', 'image/tiff', 'image/heic', 'image/avif'],
    bytesMax: 4_000_000,
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
