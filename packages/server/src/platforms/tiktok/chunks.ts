/** Between 5 and 64 MB, in decimal and binary megabytes (tiktok.md §5.3). */
const chunkBytesMin = 10_000_000

export type ChunkPlan = { size: number; chunkBytes: number; count: number }
export type Chunk = { first: number; last: number; isLast: boolean }

/**
 * Plans chunks of equal size; the last one includes the remainder. TikTok refuses a single chunk that
 * is not announced with the size of the file (tiktok.md §5.3).
 */
export function planChunks(size: number): ChunkPlan {
  const count = Math.max(1, Math.floor(size / chunkBytesMin))
  return { size, chunkBytes: count === 1 ? size : chunkBytesMin, count }
}

/** The chunk that starts at byte `first`, which must be a chunk's start. */
export function chunkAt({ size, chunkBytes, count }: ChunkPlan, first: number): Chunk {
  const isLast = first >= (count - 1) * chunkBytes
  return { first, last: isLast ? size - 1 : first + chunkBytes - 1, isLast }
}

/**
 * The next byte to send after `Content-Range: bytes 0-<uploaded>/<total>`: a chunk's start, or `size`
 * at the end. It is undocumented whether `uploaded` is a count or the last byte (tiktok.md §5.3), so
 * the value that is a chunk's start is used; `null` if neither is.
 */
export function nextByteAfter(plan: ChunkPlan, header: unknown): number | null {
  const match = typeof header === 'string' ? /^bytes 0-(\d+)\/(\d+)$/.exec(header.trim()) : null
  if (!match || Number(match[2]) !== plan.size) return null
  const uploaded = Number(match[1])
  return [uploaded + 1, uploaded].find((byte) => isChunkStart(plan, byte)) ?? null
}

/** Whether a chunk starts at this byte, or the file ends. */
export function isChunkStart({ size, chunkBytes, count }: ChunkPlan, byte: number): boolean {
  if (byte === size) return true
  return byte % chunkBytes === 0 && byte <= (count - 1) * chunkBytes
}
