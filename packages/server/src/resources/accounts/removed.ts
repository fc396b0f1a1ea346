import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Reader } from '../../database/open.ts'
import { newToken } from '../../security/secrets.ts'
import { endAccess } from './ended.ts'

/**
 * The person withdrew our app in the platform's own settings: every account of that login becomes
 * disconnected, with its event. What was connected anew after `at` stays. Answers how many.
 */
export async function removeAccess(
  ctx: Context,
  platform: string,
  platformUserId: string,
  at: Date | null,
): Promise<number> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const meant = await findOfPerson(tx, platform, platformUserId, at)
    for (const account of meant) {
      const ended = { status: 'disconnected', reason: 'by_platform' } as const
      await endAccess(ctx, tx, account.id, ended, now)
    }
    return meant.length
  })
}

/**
 * The person asks the platform to have their data deleted: the accounts are disconnected, with
 * their events, then erased with their comments and figures. Answers the code under which the
 * confirmation page tells about it. Asking again answers another code and erases nothing more; what
 * was connected anew after `at` stays, or a request that comes again would erase it too.
 */
export async function deleteDataOf(
  ctx: Context,
  platform: string,
  platformUserId: string,
  at: Date | null,
): Promise<{ code: string; accounts: number }> {
  const now = ctx.clock.now()
  const code = newToken().slice(0, 22)
  await removeAccess(ctx, platform, platformUserId, at)
  return await ctx.db.transact(async (tx) => {
    const accounts = await findOfPerson(tx, platform, platformUserId, at)
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

/** What the confirmation page tells of a request, or nothing. */
export async function findDataDeletion(ctx: Context, code: string) {
  return await ctx.db.read
    .selectFrom('data_deletion')
    .select(['code', 'platform', 'requested_at', 'completed_at'])
    .where('code', '=', code)
    .executeTakeFirst()
}

/** The accounts of that login, but for what was connected after `at`. */
async function findOfPerson(db: Reader, platform: string, platformUserId: string, at: Date | null) {
  const accounts = await db
    .selectFrom('account')
    .select(['id', 'connected_at'])
    .where('platform', '=', platform)
    .where(sql<boolean>`platform_user_ids @> array[${platformUserId}]::text[]
      or platform_account_id = ${platformUserId}`)
    .orderBy('id')
    .forUpdate()
    .execute()
  // The platforms tell the time in whole seconds: the second of the connection counts as after it.
  return accounts.filter(
    (account) => !at || Math.floor(account.connected_at.getTime() / 1_000) * 1_000 <= at.getTime(),
  )
}
