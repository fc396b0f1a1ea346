import type { Post } from '@postern/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { useData } from '../../api/use-data.ts'
import { usePostFilters } from '../posts/parts/post-filters.tsx'
import { type Span, utcDays } from './span.ts'

export type SpanPosts = { posts: Post[]; hasMore: boolean }

const pageLimit = 100
export const postsMax = 1_000

/** The filters of the calendar. The view sets the dates. */
export const calendarFilters = ['status', 'account', 'platform', 'tag'] as const

/** All pages of posts in this range, up to 1,000 posts, with the filters from the URL. */
export function useSpanPosts(span: Span): UseQueryResult<SpanPosts, Error> {
  const query = { ...usePostFilters(calendarFilters), ...utcDays(span) }
  return useData('posts', ['calendar', query, span], async (client, signal) => {
    const posts: Post[] = []
    const asked = client.posts.list({ ...query, limit: pageLimit }, { signal })
    let page: Awaited<typeof asked> | null = await asked
    while (page) {
      posts.push(...page.data.filter(({ scheduled_at }) => isWithin(span, scheduled_at)))
      if (posts.length >= postsMax) return { posts: inOrder(posts), hasMore: page.has_more }
      page = await page.nextPage()
    }
    return { posts: inOrder(posts), hasMore: false }
  })
}

function inOrder(posts: readonly Post[]): Post[] {
  return posts.toSorted((left, right) => left.scheduled_at!.localeCompare(right.scheduled_at!))
}

function isWithin({ start, end }: Span, at: string | null): boolean {
  if (at === null) return false
  const time = Date.parse(at)
  return time >= start.getTime() && time < end.getTime()
}
