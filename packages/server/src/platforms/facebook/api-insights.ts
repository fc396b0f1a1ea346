import { z } from 'zod'
import type { PlatformSetup } from '../contract/platform.ts'
import { graphClient } from '../meta/graph-client.ts'
import { fetchMetrics, type GraphMetric, readInsights } from '../meta/graph-insights.ts'
import { facebookHost } from './api.ts'

const followers = z.object({ followers_count: z.int().nonnegative().nullish() })
const summary = z
  .object({ summary: z.object({ total_count: z.int().nonnegative().nullish() }).nullish() })
  .nullish()

/** facebook.md §5; `shares` is missing if Facebook knows of none. */
const counts = z.object({
  shares: z.object({ count: z.int().nonnegative().nullish() }).nullish(),
  comments: summary,
  reactions: summary,
})
const countFields = 'shares,comments.limit(0).summary(true),reactions.limit(0).summary(true)'

/** The calls to graph.facebook.com for metrics, with the page's token (facebook.md §5). */
export function facebookInsightsApi(setup: PlatformSetup, access: string) {
  const graph = graphClient(setup, facebookHost, access)
  return {
    /** Daily values for a page, totals for a post. */
    readMetrics: (
      id: string,
      metrics: readonly string[],
      params: Record<string, string>,
    ): Promise<GraphMetric[]> =>
      fetchMetrics(metrics, (batch) =>
        readInsights(graph, `/${id}/insights`, { metric: batch.join(), ...params }),
      ),

    countFollowers: async (page: string): Promise<number | null> => {
      const fields = { fields: 'followers_count' }
      return (await graph.read(`/${page}`, fields, followers)).followers_count ?? null
    },

    /** Counts that are fields of the post. */
    readCounts: async (post: string) => {
      const response = await graph.read(`/${post}`, { fields: countFields }, counts)
      return {
        likes: response.reactions?.summary?.total_count ?? null,
        comments: response.comments?.summary?.total_count ?? null,
        shares: response.shares?.count ?? null,
      }
    },
  }
}
