import { resolveProfile } from '../../access/reference.ts'
import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { noteChange, type Tx } from '../../database/open.ts'
import { enforceQuota } from '../../database/quota.ts'
import type { Account } from '../../schemas/account.ts'
import { requireNoOpenPosts } from './open-posts.ts'
import { findAccountsByIds, lockAccount, profileQuota } from './queries.ts'
import { showAccount } from './show.ts'

/** Moves an account's related rows to a profile, in the caller's transaction. */
export type MoveRelated = (tx: Tx, accountId: string, profileId: string) => Promise<void>

/**
 * Moves an account, its comments and insights to another profile of the owner; existing posts stay.
 * Moving it to its current profile changes nothing. 409 `account_has_scheduled_posts` with open posts, `limit_reached`
 * if the profile has too many accounts.
 */
export async function moveAccount(
  ctx: Context,
  scope: Scope,
  id: string,
  reference: string,
  moveRelated: readonly MoveRelated[],
): Promise<Account> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const account = await lockAccount(tx, scope, id)
    if (!account) throw new ServiceError('account_not_found')
    const target = await resolveProfile(tx, scope, reference)
    if (target.id === account.profile_id) return showAccount(ctx.platforms, account)
    await requireNoOpenPosts(tx, id)
    // Locks both profiles: either may have been deleted since it was read.
    const activeProfiles = await tx
      .selectFrom('profile')
      .select('id')
      .where('id', 'in', [account.profile_id, target.id])
      .where('deleting_at', 'is', null)
      .orderBy('id')
      .forShare()
      .execute()
    if (!activeProfiles.some((profile) => profile.id === account.profile_id)) {
      throw new ServiceError('account_not_found')
    }
    if (activeProfiles.length < 2) throw new ServiceError('profile_not_found')
    if (account.status !== 'disconnected') {
      await enforceQuota(tx, profileQuota(target.id))
    }
    await tx
      .updateTable('account')
      .set({ profile_id: target.id, updated_at: now })
      .where('owner_id', '=', scope.ownerId)
      .where('id', '=', id)
      .execute()
    for (const move of moveRelated) await move(tx, id, target.id)
    noteChange(tx, 'accounts', { ownerId: scope.ownerId, profileId: account.profile_id })
    const [moved] = await findAccountsByIds(tx, [id])
    return showAccount(ctx.platforms, moved!)
  })
}
