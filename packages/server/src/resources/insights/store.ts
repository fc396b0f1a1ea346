import { sql } from 'kysely'
import type { Tx } from '../../database/open.ts'
import type { Claim } from '../../jobs/due.ts'
import { leaseEnd } from '../../jobs/leases.ts'
import type { DayValue } from '../../platforms/contract/insights.ts'
import type { MetricValues } from './metrics.ts'
import type { InsightState } from './state.ts'

/**
 * Adds values to the history of an account, rounded to integers. A new value of a day replaces the
 * old one; values that the platform no longer returns stay.
 */
export async function storeDays(
  tx: Tx,
  accountId: string,
  values: readonly DayValue[],
  now: Date,
): Promise<void> {
  const byDay = new Map<string, Record<string, number>>()
  for (const { day, metric, value } of values) {
    const metrics = byDay.get(day) ?? {}
    metrics[metric] = Math.round(value)
    byDay.set(day, metrics)
  }
  if (byDay.size === 0) return
  await tx
    .insertInto('insight_day')
    .values(
      [...byDay].map(([day, metrics]) => ({
        account_id: accountId,
        day,
        metrics: JSON.stringify(metrics),
        synced_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'day'])
        .doUpdateSet({ metrics: sql`insight_day.metrics || excluded.metrics`, synced_at: now })
        // Most days that are read again have not changed; skip the write.
        .where(sql<boolean>`not insight_day.metrics @> excluded.metrics`),
    )
    .execute()
}

/** Stores the current metrics of a part; `values` is `null` if the platform rejected the call. */
export async function storePart(
  tx: Tx,
  { targetId, number }: { targetId: string; number: number },
  values: Readonly<Record<string, number | null>> | null,
  now: Date,
): Promise<void> {
  const present = Object.entries(values ?? {}).filter(
    (entry): entry is [string, number] => entry[1] !== null,
  )
  const metrics: MetricValues = Object.fromEntries(
    present.map(([name, value]) => [name, Math.round(value)]),
  )
  const readAt = values ? now : null
  await tx
    .insertInto('insight_post')
    .values({
      target_id: targetId,
      number,
      metrics: JSON.stringify(metrics),
      synced_at: readAt,
      tried_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['target_id', 'number']).doUpdateSet({
        metrics: sql`insight_post.metrics || excluded.metrics`,
        synced_at: sql`coalesce(excluded.synced_at, insight_post.synced_at)`,
        tried_at: now,
      }),
    )
    .execute()
}

/**
 * Merges `patch` into the progress and renews the lease. Returns `false` if the claim was lost to
 * another worker; the caller must then write nothing.
 */
export async function saveState(tx: Tx, claim: Claim, patch: InsightState): Promise<boolean> {
  const { rows } = await sql`
    update account_poll set state = state || ${JSON.stringify(patch)}::jsonb,
      lease_until = ${leaseEnd}
    where id = ${claim.key} and lease_token = ${claim.token} returning 1`.execute(tx)
  return rows.length === 1
}
