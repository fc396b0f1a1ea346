import type { Config } from '../../../core/config.ts'

const prefix = '/logos/'
const nameShape = /^([0-9a-f]{64})\.webp$/

/** The public URL of an uploaded logo. It changes with the image, so it can be cached forever. */
export function logoUrl(config: Config, checksum: string): string {
  return `${config.publicUrl}${prefix}${checksum}.webp`
}

/** The checksum in the file name of a logo's URL. */
export function logoChecksum(name: string): string | null {
  return nameShape.exec(name)?.[1] ?? null
}

/** Whether the URL is that of a logo which was uploaded here. */
export function isLogoUrl(config: Config, url: string): boolean {
  const start = config.publicUrl + prefix
  return url.startsWith(start) && logoChecksum(url.slice(start.length)) !== null
}
