/** Decimal, so that it is above 5 MB and below 64 MB in either reading of the unit (tiktok.md §5.3). */
export const usualChunkBytes = 10_000_000

export type ChunkPlan = { size: number; chunkBytes: number; count: number }
export type Chunk = { first: number; last: number; isLast: boolean }

/**
 * Chunks of equal size, of which the last takes the remainder too, so it is the larger one; a file
 * below one chunk is sent whole (tiktok.md §5.3).
 */
export function planChunks(size: number, chunkBytesMax: number = usualChunkBytes): ChunkPlan {
  const chunkBytes = Math.min(size, chunkBytesMax)
  return { size, chunkBytes, count: Math.floor(size / chunkBytes) }
}

/** The chunk that begins at `first`, which is where a chunk begins. */
export function chunkAt({ size, chunkBytes, count }: ChunkPlan, first: number): Chunk {
  const isLast = first >= (count - 1) * chunkBytes
  return { first, last: isLast ? size - 1 : first + chunkBytes - 1, isLast }
}

/**
 * Where to go on after an answer's `Content-Range: bytes 0-<uploaded>/<total>`: the start of a chunk,
 * or `size` when everything is there. Whether the number is a count or the last byte is not said
 * (tiktok.md §5.3), so the reading that fits the chunks wins; `null` when neither does.
 */
export function nextByteAfter(plan: ChunkPlan, header: unknown): number | null {
  const match = typeof header === 'string' ? /^bytes 0-(\d+)\/(\d+)$/.exec(header.trim()) : null
  if (!match || Number(match[2]) !== plan.size) return null
  const uploaded = Number(match[1])
  return [uploaded + 1, uploaded].find((byte) => isStart(plan, byte)) ?? null
}

/** Whether a chunk begins here, or the file ends. */
export function isStart({ size, chunkBytes, count }: ChunkPlan, byte: number): boolean {
  if (byte === size) return true
  return byte % chunkBytes === 0 && byte <= (count - 1) * chunkBytes
}
