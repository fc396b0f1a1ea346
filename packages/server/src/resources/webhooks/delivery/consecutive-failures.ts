/** The results of one endpoint in one batch, in the order in which they came in. */
export type FailureSummary = {
  /** Failures before the first success. */
  lead: number
  /** Whether there was a success at all. */
  ok: boolean
  /** Failures after the last success; all of them when there was none. */
  tail: number
  /** The longest run of failures that began after a success. */
  peak: number
  successAt: Date | null
  failureAt: Date | null
}

/**
 * Folds results into what the completion statement needs to keep each endpoint's streak of
 * consecutive failures exact: one row per endpoint, whatever the size of the batch.
 */
export function summarizeFailures(
  results: Iterable<{ endpointId: string; error: string | null; completedAt: Date }>,
): Map<string, FailureSummary> {
  const streaks = new Map<string, FailureSummary>()
  for (const { endpointId, error, completedAt } of results) {
    let streak = streaks.get(endpointId)
    if (!streak) {
      streak = { lead: 0, ok: false, tail: 0, peak: 0, successAt: null, failureAt: null }
      streaks.set(endpointId, streak)
    }
    if (error !== null) {
      streak.tail += 1
      streak.failureAt = completedAt
      if (streak.ok) streak.peak = Math.max(streak.peak, streak.tail)
    } else {
      if (!streak.ok) streak.lead = streak.tail
      streak.ok = true
      streak.tail = 0
      streak.successAt = completedAt
    }
  }
  return streaks
}
