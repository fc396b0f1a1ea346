/** When to ask for a permalink that `post.published` waits for, in ms after publishing. */
const awaitedChecksMs = [2_000, 10_000, 30_000, 60_000, 120_000, 300_000]
/** When to ask for a final id or a permalink after the event. */
const lateChecksMs = [60_000, 300_000, 1_800_000]

/** When to check next after `now`; `null` after the last check. */
export function nextLinkCheckAt(publishedAt: Date, now: Date, isAwaited: boolean): Date | null {
  const sinceMs = now.getTime() - publishedAt.getTime()
  const next = (isAwaited ? awaitedChecksMs : lateChecksMs).find((delayMs) => delayMs > sinceMs)
  return next === undefined ? null : new Date(publishedAt.getTime() + next)
}
