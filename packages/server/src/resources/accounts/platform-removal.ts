import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Queries } from '../../database/open.ts'
import { newToken } from '../../security/secrets.ts'
import { recordAccessLoss } from './access-loss.ts'

/**
 * Disconnects all accounts of a person who removed our app at the platform, and emits their events.
 * Accounts connected after `at` are kept. Returns the number of accounts.
 */
export async function disconnectPlatformUser(
  ctx: Context,
  platform: string,
  platformUserId: string,
  at: Date | null,
): Promise<number> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const accounts = await lockAccountsOfUser(tx, platform, platformUserId, at)
    for (const account of accounts) {
      const loss = { status: 'disconnected', reason: 'by_platform' } as const
      await recordAccessLoss(ctx, tx, account.id, loss, now)
    }
    return accounts.length
  })
}

/**
 * Handles a data deletion request: disconnects the person's accounts, then erases them with their
 * comments and insights. Returns the code of the confirmation page, a new one for each request.
 * Accounts connected after `at` are kept, so that a repeated request does not erase them.
 */
export async function deletePlatformUserData(
  ctx: Context,
  platform: string,
  platformUserId: string,
  at: Date | null,
): Promise<{ code: string; accounts: number }> {
  const now = ctx.clock.now()
  const code = newToken().slice(0, 22)
  await disconnectPlatformUser(ctx, platform, platformUserId, at)
  return await ctx.db.transact(async (tx) => {
    const accounts = await lockAccountsOfUser(tx, platform, platformUserId, at)
    if (accounts.length > 0) {
      await tx
        .deleteFrom('account')
        .where(
          'id',
          'in',
          accounts.map((account) => account.id),
        )
        .execute()
    }
    await tx
      .insertInto('data_deletion')
      .values({
        code,
        platform,
        requested_at: now,
        completed_at: now,
        accounts: accounts.length,
      })
      .execute()
    ctx.log.info({ platform, accounts: accounts.length }, 'account.data_deleted')
    return { code, accounts: accounts.length }
  })
}

/** The deletion request that the confirmation page shows. */
export async function findDataDeletion(ctx: Context, code: string) {
  return await ctx.db.query
    .selectFrom('data_deletion')
    .select(['code', 'platform', 'requested_at', 'completed_at'])
    .where('code', '=', code)
    .executeTakeFirst()
}

/** Locks the accounts of that login that were not connected after `at`. */
async function lockAccountsOfUser(
  db: Queries,
  platform: string,
  platformUserId: string,
  at: Date | null,
) {
  const accounts = await db
    .selectFrom('account')
    .select(['id', 'connected_at'])
    .where('platform', '=', platform)
    .where(sql<boolean>`platform_user_ids @> array[${platformUserId}]::text[]
      or platform_account_id = ${platformUserId}`)
    .orderBy('id')
    .forUpdate()
    .execute()
  // `at` has whole seconds, so `connected_at` is truncated to seconds before comparing.
  return accounts.filter(
    (account) => !at || Math.floor(account.connected_at.getTime() / 1_000) * 1_000 <= at.getTime(),
  )
}
