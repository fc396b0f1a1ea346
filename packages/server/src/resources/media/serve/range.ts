import type { ByteRange } from '../../../storage/file-store.ts'

/**
 * Parses a Range header for a file of `size` bytes (RFC 9110 §14). Returns the first range, `null`
 * (the whole file) for an invalid header, another unit or `bytes=0-`, or `unsatisfiable` (416) for a range
 * after the end.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*(,.*)?$/.exec(header ?? '')
  if (!match) return null
  const [, from, to] = match
  if (!from && !to) return null
  if (!from) {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  if (to && Number(to) < first) return null
  if (first >= size) return 'unsatisfiable'
  // Facebook sends it for photos and was seen to refuse a 206. Safari plays a video only if an explicit
  // end gets one.
  if (first === 0 && !to) return null
  return { first, last: to ? Math.min(Number(to), size - 1) : size - 1 }
}
