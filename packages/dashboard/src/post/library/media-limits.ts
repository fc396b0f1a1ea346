import type { Account } from '@postern/sdk'

const megabyte = 1_048_576

/** The API's size limits (docs/media.md). Larger files are not uploaded. */
export const imageMegabytesMax = LIMITS.media.imageBytesMax / megabyte
export const gigabytesMax = LIMITS.media.bytesMax / (1_024 * megabyte)

/** The file is over the size limit, so it is not uploaded. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge'
}

export function isTooLarge({ size, type }: Pick<File, 'size' | 'type'>): boolean {
  const megabytesMax = type.startsWith('image/') ? imageMegabytesMax : gigabytesMax * 1_024
  return size > megabytesMax * megabyte
}

const altCharsMax = LIMITS.media.altTextCharsMax

/** The limits that hold for all of the accounts; `filesMax` is `null` without accounts. */
export function mediaLimitsOf(accounts: readonly Account[]) {
  const media = accounts.map(({ limits }) => limits.media)
  const altMaxima = media.map(({ alt_text_max: max }) => max ?? altCharsMax)
  return {
    filesMax: media.length === 0 ? null : Math.min(...media.map(({ max }) => max)),
    altCharsMax: Math.min(altCharsMax, ...altMaxima),
  }
}

/** What a file dialog offers. */
export const acceptedTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/heic',
  'image/heif',
  // Browsers without a program for HEIC know no type of these files.
  '.heic',
  '.heif',
  'video/mp4',
  'video/quicktime',
  'video/webm',
]
