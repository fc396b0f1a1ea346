import type { Post } from '@postern/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { useData } from '../../api/use-data.ts'
import { usePostFilters } from '../../post/post-filters.tsx'
import { type DateRange, utcDays } from './date-range.ts'

export type PostsInRange = { posts: Post[]; hasMore: boolean }

const pageLimit = 100
export const postsMax = 1_000

/** The filters of the calendar. The view sets the dates. */
export const calendarFilters = ['status', 'account', 'platform', 'tag'] as const

/**
 * All pages of posts in this range, up to 1,000 posts, with the filters from the URL. Canceled posts are
 * included only if the status filter selects them.
 */
export function usePostsInRange(range: DateRange): UseQueryResult<PostsInRange, Error> {
  const query = { ...usePostFilters(calendarFilters), ...utcDays(range) }
  return useData('posts', ['calendar', query, range], async (client, signal) => {
    const posts: Post[] = []
    const request = client.posts.list({ ...query, limit: pageLimit }, { signal })
    let page: Awaited<typeof request> | null = await request
    while (page) {
      posts.push(
        ...page.data.filter(
          ({ scheduled_at, status }) =>
            isWithin(range, scheduled_at) && (status !== 'canceled' || query.status === 'canceled'),
        ),
      )
      if (posts.length >= postsMax) return { posts: sortedByTime(posts), hasMore: page.has_more }
      page = await page.nextPage()
    }
    return { posts: sortedByTime(posts), hasMore: false }
  })
}

function sortedByTime(posts: readonly Post[]): Post[] {
  return posts.toSorted((left, right) => left.scheduled_at!.localeCompare(right.scheduled_at!))
}

function isWithin({ start, end }: DateRange, at: string | null): boolean {
  if (at === null) return false
  const time = Date.parse(at)
  return time >= start.getTime() && time < end.getTime()
}
