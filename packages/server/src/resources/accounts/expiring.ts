import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Chore } from '../../jobs/chores.ts'
import { emitEvent } from '../webhooks/emit.ts'
import { findAccountsByIds } from './queries.ts'
import { showAccount } from './show.ts'

/** How long before its end `account.expiring` and a warning of the health report an access. */
export const expiryWarningMs = 7 * 86_400_000
const accountsPerPage = 100
/** Networks that are asked for the end answer with seconds of difference. */
const sameEndMs = 86_400_000

export const expiringChore: Chore = {
  name: 'expiring_accounts',
  everyMs: 3_600_000,
  run: async (ctx) => {
    while ((await reportPage(ctx)) === accountsPerPage);
  },
}

/**
 * Emits `account.expiring` once for each end of an access that only a new login renews. The mark and the
 * event are committed together. Returns the number of accounts.
 */
async function reportPage(ctx: Context): Promise<number> {
  const now = ctx.clock.now()
  const platforms = [...ctx.platforms.values()]
    .filter(({ tokens }) => tokens && !tokens.refresh)
    .map(({ value }) => value)
  return await ctx.db.transact(async (tx) => {
    const { rows } = await sql<{ id: string; owner_id: string }>`
      update account set expiring_reported_for = access_expires_at
      where id in (
        select account.id from account
        join profile on profile.id = account.profile_id and profile.deleting_at is null
        where account.status = 'connected' and account.platform = any(${platforms}::text[])
          and access_expires_at > ${now}
          and access_expires_at <= ${new Date(now.getTime() + expiryWarningMs)}
          and (expiring_reported_for is null
            or abs(extract(epoch from access_expires_at - expiring_reported_for)) * 1000
              >= ${sameEndMs})
        order by account.id limit ${accountsPerPage} for update of account skip locked)
      returning id, owner_id`.execute(tx)
    if (rows.length === 0) return 0
    const ownerOf = new Map(rows.map((row) => [row.id, row.owner_id]))
    for (const row of await findAccountsByIds(tx, [...ownerOf.keys()])) {
      const account = showAccount(ctx.platforms, row)
      await emitEvent(tx, {
        ownerId: ownerOf.get(row.id)!,
        profileId: account.profile_id,
        profileExternalId: account.profile_external_id,
        type: 'account.expiring',
        data: { account },
        now,
      })
    }
    return rows.length
  })
}
