const megabyte = 1_048_576

/** The API's size limits (docs/media.md). Larger files are not uploaded. */
export const imageMegabytesMax = 50
export const gigabytesMax = 1

/** The file is over the size limit, so it is not uploaded. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge'
}

export function isTooLarge({ size, type }: Pick<File, 'size' | 'type'>): boolean {
  const megabytesMax = type.startsWith('image/') ? imageMegabytesMax : gigabytesMax * 1_024
  return size > megabytesMax * megabyte
}
