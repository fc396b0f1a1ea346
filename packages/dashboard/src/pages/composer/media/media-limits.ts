const megabyte = 1_048_576

/** What the API takes (docs/media.md): more is not sent at all. */
export const imageMegabytesMax = 50
export const gigabytesMax = 1

/** A file that the API would refuse after all of it was sent. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge'
}

export function isTooLarge({ size, type }: Pick<File, 'size' | 'type'>): boolean {
  const megabytesMax = type.startsWith('image/') ? imageMegabytesMax : gigabytesMax * 1_024
  return size > megabytesMax * megabyte
}
