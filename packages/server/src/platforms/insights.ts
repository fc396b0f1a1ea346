import type { Tokens } from './tokens.ts'

type Acting = { tokens: Tokens; account: { platformAccountId: string; username: string } }

/**
 * `sum`: daily values add up. `level`: a state at a time (followers), never summed. `unique`: daily
 * values exist but do not add up (reach).
 */
export type MetricKind = 'sum' | 'level' | 'unique'
export type Metric = { name: string; kind: MetricKind }

/** The figures a platform gives. `null` means that it reported no data; it does not mean 0. */
export type InsightsAbility = {
  readonly accountMetrics: readonly Metric[]
  readonly postMetrics: readonly Metric[]
  /** The permission the figures need, as `missing_permission` names it. */
  readonly permission: string
  /** The one that figures of posts need, where it is another. */
  readonly postPermission?: string
  /** How far back daily values can be had, in days. */
  readonly backfillDays: number
  /**
   * The daily values of these UTC days (`YYYY-MM-DD`, ascending, at most `daysPerCall`). A day or
   * metric without data is absent from the answer. Levels are of now and carry today's day.
   */
  readDays(input: Acting & { days: readonly string[]; today: string }): Promise<DayValue[]>
  readonly daysPerCall: number
  /** The figures of one post; a metric without data is `null`. */
  readPost(
    input: Acting & { platformPostId: string },
  ): Promise<{ values: Readonly<Record<string, number | null>> }>
}

export type DayValue = { day: string; metric: string; value: number }
