import { ServiceError } from '../../core/errors.ts'
import type { Tx } from '../../database/open.ts'
import { findOpenPosts } from './queries.ts'

/** Throws 409 `account_has_scheduled_posts` with the number of open posts and the next time. */
export async function requireNoOpenPosts(tx: Tx, accountId: string): Promise<void> {
  const { count, nextScheduledAt, postIds } = await findOpenPosts(tx, accountId)
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
