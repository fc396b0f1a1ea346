import { z } from 'zod'
import { platformUrl } from '../call.ts'
import { askGraph } from '../meta/graph.ts'
import { askMetrics, type GraphFigure, graphInsights } from '../meta/graph-insights.ts'
import { metaWindow } from '../meta/meta-days.ts'
import type { PlatformSetup } from '../platform.ts'
import { unwrapped } from './api.ts'

const followers = unwrapped(z.object({ followers_count: z.int().nonnegative().nullish() }))

/** The calls to graph.instagram.com for figures (instagram.md §5). */
export function instagramInsightsApi({ app, call }: PlatformSetup) {
  const read = <T>(
    access: string,
    path: string,
    params: Record<string, string>,
    shape: z.ZodType<T>,
  ): Promise<T> => {
    const url = platformUrl(app.bases.api, `/v25.0${path}`, params)
    const headers = { authorization: `Bearer ${access}` }
    return askGraph(call, { method: 'GET', url, headers }, shape)
  }
  return {
    accountFigures: (
      access: string,
      metrics: readonly string[],
      type: 'total_value' | 'time_series',
      days: readonly string[],
    ): Promise<GraphFigure[]> =>
      askMetrics(metrics, async (some) => {
        const how = { metric: some.join(), period: 'day', metric_type: type }
        const params = { ...how, ...metaWindow(days) }
        return (await read(access, '/me/insights', params, graphInsights)).data
      }),

    mediaFigures: async (
      access: string,
      media: string,
      params: Record<string, string>,
    ): Promise<GraphFigure[]> =>
      (await read(access, `/${media}/insights`, params, graphInsights)).data,

    countFollowers: async (access: string): Promise<number | null> =>
      (await read(access, '/me', { fields: 'followers_count' }, followers)).followers_count ?? null,
  }
}
