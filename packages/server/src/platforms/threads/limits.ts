import type { MediaLimits, MediaRules } from '../contract/media-rules.ts'
import type { TextLimits } from '../contract/text-length.ts'

/** Documented as characters, but texts above 500 UTF-8 bytes are refused (threads.md §3.6). */
export const threadsText: TextLimits = { max: 500, unit: 'bytes' }

export const threadsFile = {
  image: {
    type: 'image',
    mimeTypes: ['image/jpeg', 'image/png'],
    bytesMax: 8_000_000,
    copied: 'if_needed',
    ratioMax: 10,
    ratioText: '10:1 at most',
  },
  video: {
    type: 'video',
    mimeTypes: ['video/mp4', 'video/quicktime'],
    bytesMax: 1_000_000_000,
    ratioMin: 0.01,
    ratioMax: 10,
    ratioText: '0.01:1 to 10:1',
    secondsMax: 300,
    widthMax: 1_920,
    frameRateMin: 23,
    frameRateMax: 60,
    acceptsOtherFrameRates: true,
  },
} as const satisfies Record<string, MediaRules>

/** `max` is that of a carousel. */
export const threadsMedia = {
  max: 20,
  isMixed: true,
  isRequired: false,
  altTextMax: 1_000,
  files: Object.values(threadsFile),
} satisfies MediaLimits
