import { z } from 'zod'
import { platformUrl } from '../call.ts'
import { askGraph } from '../meta/graph.ts'
import { askMetrics, type GraphFigure, graphInsights } from '../meta/graph-insights.ts'
import type { PlatformSetup } from '../platform.ts'
import { version } from './api.ts'

const followers = z.object({ followers_count: z.int().nonnegative().nullish() })
const summary = z
  .object({ summary: z.object({ total_count: z.int().nonnegative().nullish() }).nullish() })
  .nullish()

/** facebook-pages.md §5; `shares` is missing when there are none known. */
const counts = z.object({
  shares: z.object({ count: z.int().nonnegative().nullish() }).nullish(),
  comments: summary,
  reactions: summary,
})
const countFields = 'shares,comments.limit(0).summary(true),reactions.limit(0).summary(true)'

/** The calls to graph.facebook.com for figures, with the page's token (facebook-pages.md §5). */
export function facebookInsightsApi({ app, call }: PlatformSetup, access: string) {
  const read = <T>(path: string, params: Record<string, string>, shape: z.ZodType<T>) => {
    const url = platformUrl(app.bases.api, version + path, { ...params, access_token: access })
    return askGraph(call, { method: 'GET', url }, shape)
  }
  return {
    /** Of a page by day or of a post in total. */
    readFigures: (
      id: string,
      metrics: readonly string[],
      params: Record<string, string>,
    ): Promise<GraphFigure[]> =>
      askMetrics(metrics, async (some) => {
        const all = { metric: some.join(), ...params }
        return (await read(`/${id}/insights`, all, graphInsights)).data
      }),

    countFollowers: async (page: string): Promise<number | null> => {
      const fields = { fields: 'followers_count' }
      return (await read(`/${page}`, fields, followers)).followers_count ?? null
    },

    /** What is counted at the post itself. */
    readCounts: async (post: string) => {
      const found = await read(`/${post}`, { fields: countFields }, counts)
      return {
        likes: found.reactions?.summary?.total_count ?? null,
        comments: found.comments?.summary?.total_count ?? null,
        shares: found.shares?.count ?? null,
      }
    },
  }
}
