import type { Tokens } from './tokens.ts'

type AccountAccess = { tokens: Tokens; account: { platformAccountId: string; username: string } }

/**
 * `sum`: daily values can be added. `level`: a value at one point in time (followers), never added.
 * `unique`: daily values that cannot be added (reach).
 */
export type MetricKind = 'sum' | 'level' | 'unique'
export type Metric = { name: string; kind: MetricKind }

/** A platform's metrics. `null` means that the platform reported no data, not 0. */
export type InsightsAbility = {
  readonly accountMetrics: readonly Metric[]
  readonly postMetrics: readonly Metric[]
  /** The permission required for metrics, as reported in `missing_permission`. */
  readonly permission: string
  /** The permission required for post metrics, if it differs. */
  readonly postPermission?: string
  /** How many days back daily values are available. */
  readonly backfillDays: number
  /**
   * Daily values of these UTC days (`YYYY-MM-DD`, ascending, at most `daysPerCall`). Days or metrics
   * without data are omitted. Levels are current values, dated `today`.
   */
  readDays(input: AccountAccess & { days: readonly string[]; today: string }): Promise<DayValue[]>
  readonly daysPerCall: number
  /** The metrics of one post; a metric without data is `null`. */
  readPost(
    input: AccountAccess & { platformPostId: string },
  ): Promise<{ values: Readonly<Record<string, number | null>> }>
}

export type DayValue = { day: string; metric: string; value: number }
