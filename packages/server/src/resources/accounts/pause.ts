import { sql } from 'kysely'
import { limits } from '../../core/limits.ts'
import type { Tx } from '../../database/open.ts'
import type { Usage } from '../../platforms/contract/usage.ts'

/** Pauses all calls for an account after a rate limit. A longer existing pause is kept. */
export async function pauseAccount(tx: Tx, accountId: string, until: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ paused_until: sql<Date>`greatest(paused_until, ${until})` })
    .where('id', '=', accountId)
    .execute()
}

/** Pauses an account's background syncs; publishing and API requests continue. */
export async function pauseSync(tx: Tx, accountId: string, until: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ reading_paused_until: sql<Date>`greatest(reading_paused_until, ${until})` })
    .where('id', '=', accountId)
    .execute()
}

/** When the account's syncs may run again; `null` if they may run now. */
export function syncPausedUntil(
  account: { paused_until: Date | null; reading_paused_until: Date | null },
  now: Date,
): Date | null {
  const pauses = [account.paused_until, account.reading_paused_until]
  return pauses.reduce((last, until) => (until && until > (last ?? now) ? until : last), null)
}

/** How long syncs must pause for this rate limit usage; `null` if they may continue. */
export function usagePauseUntil(usage: Usage, now: Date): Date | null {
  const { readingUsagePercentMax, readingPauseMs } = limits.platform
  if (usage.percent < readingUsagePercentMax) return null
  const waitMs = usage.regainSeconds === null ? readingPauseMs : usage.regainSeconds * 1_000
  return new Date(now.getTime() + waitMs)
}
