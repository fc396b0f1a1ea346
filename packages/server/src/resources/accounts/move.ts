import { resolveProfile } from '../../access/reference.ts'
import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { noteChange, type Tx } from '../../database/open.ts'
import type { Account } from '../../schemas/account.ts'
import { findAccountsByIds, lockAccount } from './queries.ts'
import { showAccount } from './show.ts'
import { refuseWhileWaiting } from './waiting.ts'

/** Has what belongs to an account follow it into a profile, in the caller's transaction. */
export type FollowMove = (tx: Tx, accountId: string, profileId: string) => Promise<void>

/**
 * Moves an account to another profile of the owner. Comments and insights follow it; posts already
 * created stay. Moving it to the profile it is in changes nothing. 409
 * `account_has_scheduled_posts` while posts wait for it.
 */
export async function moveAccount(
  ctx: Context,
  scope: Scope,
  id: string,
  reference: string,
  followers: readonly FollowMove[],
): Promise<Account> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const account = await lockAccount(tx, scope, id)
    if (!account) throw new ServiceError('account_not_found')
    const target = await resolveProfile(tx, scope, reference)
    if (target.id === account.profile_id) return showAccount(ctx.platforms, account)
    await refuseWhileWaiting(tx, id)
    // Against a deletion of either profile that commits between the look-up and this write.
    const living = await tx
      .selectFrom('profile')
      .select('id')
      .where('id', 'in', [account.profile_id, target.id])
      .where('deleting_at', 'is', null)
      .orderBy('id')
      .forShare()
      .execute()
    if (!living.some((profile) => profile.id === account.profile_id)) {
      throw new ServiceError('account_not_found')
    }
    if (living.length < 2) throw new ServiceError('profile_not_found')
    await tx
      .updateTable('account')
      .set({ profile_id: target.id, updated_at: now })
      .where('owner_id', '=', scope.ownerId)
      .where('id', '=', id)
      .execute()
    for (const follow of followers) await follow(tx, id, target.id)
    noteChange(tx, 'accounts', { ownerId: scope.ownerId, profileId: account.profile_id })
    const [moved] = await findAccountsByIds(tx, [id])
    return showAccount(ctx.platforms, moved!)
  })
}
