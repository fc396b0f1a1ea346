import type { Post } from '@postern/sdk'
import { type ListResult, useList } from '../../api/use-data.ts'

const pageLimit = 20

/**
 * Drafts without a time, oldest first. In ascending order posts without a time come first, so a
 * page that ends with a time is the last one.
 */
export function useDrafts(isEnabled: boolean): ListResult<Post> & { hasMore: boolean } {
  const list = useList(
    'posts',
    'unscheduled drafts',
    (client, page, signal) =>
      client.posts.list({ status: 'draft', order: 'asc', ...page }, { signal }),
    { limit: pageLimit, enabled: isEnabled },
  )
  const items = list.items.filter(({ scheduled_at }) => scheduled_at === null)
  return {
    ...list,
    items,
    hasMore: list.query.hasNextPage && items.length === list.items.length,
  }
}
