import type { MediaLimits, MediaRules } from '../contract/media-rules.ts'
import type { TextLimits } from '../contract/text-length.ts'

/** tiktok.md §5.2 and §5.5: the title of a video, the description of photos. */
export const tiktokText = {
  max: 2_200,
  maxByKind: { photos: 4_000 },
  unit: 'utf16_units',
} satisfies TextLimits

/** tiktok.md §5.7: megabytes are taken as decimal, "max 1080p" as the short side of a photo. */
export const tiktokFile = {
  image: {
    type: 'image',
    mimeTypes: ['image/jpeg', 'image/webp'],
    bytesMax: 20_000_000,
    shortSideMax: 1_080,
    longSideMax: 1_920,
    copied: 'if_needed',
  },
  video: {
    type: 'video',
    mimeTypes: ['video/mp4', 'video/quicktime', 'video/webm'],
    bytesMax: 4_000_000_000,
    secondsMax: 600,
    sideMin: 360,
    frameRateMin: 23,
    frameRateMax: 60,
    longSideMax: 4_096,
  },
} as const satisfies Record<string, MediaRules>

export const tiktokMedia = {
  max: 35,
  videosMax: 1,
  isMixed: false,
  isRequired: true,
  files: Object.values(tiktokFile),
} satisfies MediaLimits
