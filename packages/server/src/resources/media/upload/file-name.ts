import { limits } from '../../../core/limits.ts'

/**
 * The last part of a path as one line of at most `limits.media.nameCharsMax` characters, by which people
 * find the file; `null` if nothing is left.
 */
export function fileNameOf(path: string): string | null {
  const last = path.split(/[\\/]/).at(-1)!
  const line = last
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .toWellFormed()
    .trim()
  return [...line].slice(0, limits.media.nameCharsMax / 2).join('') || null
}
