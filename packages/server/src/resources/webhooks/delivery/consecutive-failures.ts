/** The results of one endpoint in one batch, in order of arrival. */
export type FailureSummary = {
  /** Failures before the first success. */
  lead: number
  /** Whether there was a success at all. */
  ok: boolean
  /** Failures after the last success; all of them when there was none. */
  tail: number
  /** The longest run of failures that started after a success. */
  peak: number
  successAt: Date | null
  failureAt: Date | null
}

/**
 * Summarizes results by endpoint, so that the completion statement can keep each endpoint's count of
 * consecutive failures exact with one row per endpoint.
 */
export function summarizeFailures(
  results: Iterable<{ endpointId: string; error: string | null; completedAt: Date }>,
): Map<string, FailureSummary> {
  const summaries = new Map<string, FailureSummary>()
  for (const { endpointId, error, completedAt } of results) {
    let summary = summaries.get(endpointId)
    if (!summary) {
      summary = { lead: 0, ok: false, tail: 0, peak: 0, successAt: null, failureAt: null }
      summaries.set(endpointId, summary)
    }
    if (error !== null) {
      summary.tail += 1
      summary.failureAt = completedAt
      if (summary.ok) summary.peak = Math.max(summary.peak, summary.tail)
    } else {
      if (!summary.ok) summary.lead = summary.tail
      summary.ok = true
      summary.tail = 0
      summary.successAt = completedAt
    }
  }
  return summaries
}
