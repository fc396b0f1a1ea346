import { type Kysely, sql } from 'kysely'
import type { PlatformValue } from '../../../core/networks.ts'
import type { Tables } from '../../../database/tables.ts'
import type { QuotaCounter } from '../../../platforms/contract/server-storage.ts'

/**
 * Counts a call in the quota of its day, in one statement, so that processes never spend more than
 * `max` together. A new day begins at zero. Returns what is used now, or `null` if the call is too many.
 */
export async function spendQuota(
  query: Kysely<Tables>,
  platform: PlatformValue,
  { name, day, cost, max }: Parameters<QuotaCounter['spend']>[0],
): Promise<number | null> {
  if (cost > max) return null
  const { rows } = await sql<{ used: number }>`
    insert into platform_quota as quota (platform, name, day, used)
    values (${platform}, ${name}, ${day}, ${cost})
    on conflict (platform, name) do update set day = excluded.day,
      used = excluded.used + case when quota.day = excluded.day then quota.used else 0 end
    where quota.day <> excluded.day or quota.used + excluded.used <= ${max}
    returning used`.execute(query)
  return rows[0]?.used ?? null
}
