import { z } from 'zod'
import { PlatformError } from '../errors.ts'

/** Meta's instants: `2024-09-12T23:17:39+0000`, which V8 reads (threads.md §0). */
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
/** What was changed; one sample prints the word as a text (facebook-pages.md §6). */
export const graphDone = z.object({ success: z.union([z.literal(true), z.literal('true')]) })

type Paging = z.infer<typeof graphPaging>

/** The query of one part of a list. */
export function partOf(limit: number, cursor: string | null): Record<string, string> {
  return { limit: `${limit}`, ...(cursor ? { after: cursor } : {}) }
}

/** Where the list goes on on hosts that name a `next` (instagram.md §3.6, facebook-pages.md §2). */
export function cursorOfNext(paging: Paging, asked: string | null): string | null {
  const after = paging?.next ? paging.cursors?.after : null
  return after && after !== asked ? after : null
}

/** A name as people compare names: `Anna.Bakes` is `anna.bakes`. */
export function isSameName(one: string | null | undefined, other: string): boolean {
  return Boolean(one) && one?.toLowerCase() === other.toLowerCase()
}

/**
 * The address of what has just been written. It was written whether or not this can be read, so a
 * failure here is no failure.
 */
export async function permalinkIfAny(read: Promise<string | null>): Promise<string | null> {
  try {
    return await read
  } catch (err) {
    if (err instanceof PlatformError) return null
    throw err
  }
}
