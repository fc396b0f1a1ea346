import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import type { PlatformPost } from '../../platforms/comments.ts'
import { importPosts } from '../posts/import.ts'
import { type SyncRun, transactRun } from './run.ts'
import { schedulePosts, schedulePublishedPosts } from './schedule.ts'
import { syncCutoff } from './sync-times.ts'

/** What the account's watch remembers of listing its posts. */
export type Listing = {
  /** When the last listing that came to its end began. */
  listed_at?: string
  /** A listing that is to go on: since when, where, and after how many pages. */
  listing?: { since: string; cursor: string; pages: number }
}

/** How far back a listing looks behind the last one: posts may appear late. */
const overlapMs = 24 * 3_600_000

/**
 * Finds the posts whose comments are to be read: those published here, and every ten minutes those
 * made elsewhere, which are imported. Answers what is to be remembered.
 */
export async function discoverPosts(ctx: Context, run: SyncRun, before: Listing): Promise<Listing> {
  const now = ctx.clock.now()
  await transactRun(ctx, run, (tx) => schedulePublishedPosts(tx, run.account.id, now))
  if (!before.listing && !isListingDue(before, now)) return before
  const since = before.listing ? new Date(before.listing.since) : now
  const until = listedUntil(before, since)
  let cursor = before.listing?.cursor ?? null
  for (let pages = before.listing?.pages ?? 0; ; ) {
    if (run.callsLeft <= 0 && cursor) {
      const listing = { since: since.toISOString(), cursor, pages }
      return { ...before, listing }
    }
    run.callsLeft -= 1
    pages += 1
    const page = await run.acting.ability.listPosts({ ...run.acting.by, cursor })
    await keepPosts(ctx, run, page.items)
    const isPast = page.items.length > 0 && page.items.every((post) => post.publishedAt < until)
    if (!page.next || isPast || pages >= limits.comment.postPagesMax) {
      return { listed_at: since.toISOString() }
    }
    cursor = page.next
  }
}

export function nextListingAt(listing: Listing, now: Date): Date {
  if (listing.listing || !listing.listed_at) return now
  return new Date(Date.parse(listing.listed_at) + limits.comment.postsEveryMs)
}

function isListingDue(listing: Listing, now: Date): boolean {
  return nextListingAt(listing, now) <= now
}

function listedUntil(before: Listing, since: Date): Date {
  const oldest = syncCutoff(since)
  if (!before.listed_at) return oldest
  const last = new Date(Date.parse(before.listed_at) - overlapMs)
  return last > oldest ? last : oldest
}

async function keepPosts(
  ctx: Context,
  run: SyncRun,
  posts: readonly PlatformPost[],
): Promise<void> {
  const now = ctx.clock.now()
  const oldest = syncCutoff(now)
  const young = posts.filter((post) => post.publishedAt > oldest)
  if (young.length === 0) return
  await transactRun(ctx, run, async (tx, account) => {
    const known = await importPosts(tx, account, young, now)
    const watched = young.flatMap((post) => {
      const found = known.get(post.platformPostId)
      if (!found) return []
      return [[post.platformPostId, { ...found, publishedAt: post.publishedAt }] as const]
    })
    await schedulePosts(tx, account.id, new Map(watched), now)
  })
}
