import type { Context } from '../../../context.ts'
import { limits } from '../../../core/limits.ts'
import type { PlatformPost } from '../../../platforms/contract/comments.ts'
import { callWithAccess } from '../../accounts/platform-access.ts'
import { importPosts } from '../../posts/import.ts'
import { isRunOver, type SyncRun, transactRun } from './run.ts'
import { schedulePosts, schedulePublishedPosts } from './schedule.ts'
import { syncCutoff } from './sync-times.ts'

/** The progress of listing an account's posts, stored in `account_poll.state`. */
export type Listing = {
  /** When the last complete listing started. */
  listed_at?: string
  /** An unfinished listing: when it started, its cursor and the pages read so far. */
  listing?: { since: string; cursor: string; pages: number }
}

/** Each listing overlaps the last one by this, because posts may appear late. */
const overlapMs = 24 * 3_600_000

/**
 * Schedules the posts published here, and every ten minutes imports and schedules posts made in the
 * platform's app. Returns the progress to store.
 */
export async function discoverPosts(
  ctx: Context,
  run: SyncRun,
  previous: Listing,
): Promise<Listing> {
  const now = ctx.clock.now()
  await transactRun(ctx, run, (tx) => schedulePublishedPosts(tx, run.account.id, now))
  if (!previous.listing && !isListingDue(previous, now)) return previous
  const since = previous.listing ? new Date(previous.listing.since) : now
  const until = oldestToList(previous, since)
  let cursor = previous.listing?.cursor ?? null
  for (let pages = previous.listing?.pages ?? 0; ; ) {
    if (isRunOver(ctx, run) && cursor) {
      const listing = { since: since.toISOString(), cursor, pages }
      return { ...previous, listing }
    }
    run.callsLeft -= 1
    pages += 1
    const page = await callWithAccess(ctx, run.access, (credentials) =>
      run.access.ability.listPosts({ ...credentials, cursor }),
    )
    await importAndSchedule(ctx, run, page.items)
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

function oldestToList(previous: Listing, since: Date): Date {
  const oldest = syncCutoff(since)
  if (!previous.listed_at) return oldest
  const last = new Date(Date.parse(previous.listed_at) - overlapMs)
  return last > oldest ? last : oldest
}

async function importAndSchedule(
  ctx: Context,
  run: SyncRun,
  posts: readonly PlatformPost[],
): Promise<void> {
  const now = ctx.clock.now()
  const oldest = syncCutoff(now)
  const recent = posts.filter((post) => post.publishedAt > oldest)
  if (recent.length === 0) return
  await transactRun(ctx, run, async (tx, account) => {
    const imported = await importPosts(tx, account, recent, now)
    const entries = recent.flatMap((post) => {
      const target = imported.get(post.platformPostId)
      if (!target) return []
      return [[post.platformPostId, { ...target, publishedAt: post.publishedAt }] as const]
    })
    await schedulePosts(tx, account.id, new Map(entries), now)
  })
}
