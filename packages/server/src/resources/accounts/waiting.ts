import { ServiceError } from '../../core/errors.ts'
import type { Tx } from '../../database/open.ts'
import { findWaitingPosts } from './queries.ts'

/** 409 `account_has_scheduled_posts` while posts wait for the account, with how many and when. */
export async function refuseWhileWaiting(tx: Tx, accountId: string): Promise<void> {
  const { count, nextScheduledAt, postIds } = await findWaitingPosts(tx, accountId)
  if (count === 0) return
  throw new ServiceError('account_has_scheduled_posts', {
    details: [
      {
        path: 'id',
        code: 'account_has_scheduled_posts',
        message: `${count} posts are waiting to be published on this account. Cancel them or wait until they are published.`,
        count,
        next_scheduled_at: nextScheduledAt,
        post_ids: postIds,
      },
    ],
  })
}
