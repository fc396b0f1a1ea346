import { sql } from 'kysely'
import { limits } from '../../core/limits.ts'
import type { Tx } from '../../database/open.ts'
import type { Usage } from '../../platforms/meta/graph-usage.ts'

/** The whole account rests until then: its platform asked to wait. A longer pause stays. */
export async function pauseAccount(tx: Tx, accountId: string, until: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ paused_until: sql<Date>`greatest(paused_until, ${until})` })
    .where('id', '=', accountId)
    .execute()
}

/** What is read in the background rests until then: posts and what people ask for go on. */
export async function pauseReading(tx: Tx, accountId: string, until: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ reading_paused_until: sql<Date>`greatest(reading_paused_until, ${until})` })
    .where('id', '=', accountId)
    .execute()
}

/** Until when nothing is read for the account, `null` when it may be read now. */
export function readingPausedUntil(
  account: { paused_until: Date | null; reading_paused_until: Date | null },
  now: Date,
): Date | null {
  const pauses = [account.paused_until, account.reading_paused_until]
  return pauses.reduce((last, until) => (until && until > (last ?? now) ? until : last), null)
}

/** Until when reading waits after a platform has said this of its limits, `null` for not at all. */
export function restAfter(usage: Usage, now: Date): Date | null {
  const { readingUsagePercentMax, readingPauseMs } = limits.platform
  if (usage.percent < readingUsagePercentMax) return null
  const waitMs = usage.regainSeconds === null ? readingPauseMs : usage.regainSeconds * 1_000
  return new Date(now.getTime() + waitMs)
}
