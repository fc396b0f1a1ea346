import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'

/** Meta's timestamps: `2024-09-12T23:17:39+0000`, which V8 can parse (threads.md §0). */
export const graphDate = z
  .string()
  .transform((text) => new Date(text))
  .refine((instant) => !Number.isNaN(instant.getTime()))

export const graphPaging = z
  .object({
    cursors: z.object({ after: z.string().nullish() }).nullish(),
    next: z.string().nullish(),
  })
  .nullish()
/** A successful change; one documented sample has `true` as a string (facebook.md §6). */
export const graphSuccess = z.object({ success: z.union([z.literal(true), z.literal('true')]) })

type Paging = z.infer<typeof graphPaging>

export function pageQuery(limit: number, cursor: string | null): Record<string, string> {
  return { limit: `${limit}`, ...(cursor ? { after: cursor } : {}) }
}

/**
 * The next page's cursor on hosts that send `next`; `null` at the end (instagram.md §3.6,
 * facebook.md §2).
 */
export function nextCursor(paging: Paging, cursor: string | null): string | null {
  const after = paging?.next ? paging.cursors?.after : null
  return after && after !== cursor ? after : null
}

/** Compares usernames without case: `Anna.Bakes` equals `anna.bakes`. */
export function isSameUsername(one: string | null | undefined, other: string): boolean {
  return Boolean(one) && one?.toLowerCase() === other.toLowerCase()
}

/**
 * The permalink of a post or reply that was just written, or `null`. The write has succeeded, so a
 * `PlatformError` of this read is ignored (threads.md §3.3).
 */
export async function permalinkOrNull(read: Promise<string | null>): Promise<string | null> {
  try {
    return await read
  } catch (err) {
    if (err instanceof PlatformError) return null
    throw err
  }
}
