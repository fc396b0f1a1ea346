import { z } from 'zod'
import type { PlatformSetup } from '../contract/platform.ts'
import { callGraph } from '../meta/graph.ts'
import { fetchMetrics, type GraphMetric, graphInsights } from '../meta/graph-insights.ts'
import { metaDayRange } from '../meta/meta-days.ts'
import { platformUrl } from '../wire/call.ts'
import { unwrapped } from './api.ts'

const followers = unwrapped(z.object({ followers_count: z.int().nonnegative().nullish() }))

/** The calls to graph.instagram.com for metrics (instagram.md §5). */
export function instagramInsightsApi({ app, call }: PlatformSetup) {
  const read = <T>(
    access: string,
    path: string,
    params: Record<string, string>,
    shape: z.ZodType<T>,
  ): Promise<T> => {
    const url = platformUrl(app.bases.api, `/v25.0${path}`, params)
    const headers = { authorization: `Bearer ${access}` }
    return callGraph(call, { method: 'GET', url, headers }, shape)
  }
  return {
    readAccountMetrics: (
      access: string,
      metrics: readonly string[],
      type: 'total_value' | 'time_series',
      days: readonly string[],
    ): Promise<GraphMetric[]> =>
      fetchMetrics(metrics, async (batch) => {
        const query = { metric: batch.join(), period: 'day', metric_type: type }
        const params = { ...query, ...metaDayRange(days) }
        return (await read(access, '/me/insights', params, graphInsights)).data
      }),

    readMediaMetrics: async (
      access: string,
      media: string,
      params: Record<string, string>,
    ): Promise<GraphMetric[]> =>
      (await read(access, `/${media}/insights`, params, graphInsights)).data,

    countFollowers: async (access: string): Promise<number | null> =>
      (await read(access, '/me', { fields: 'followers_count' }, followers)).followers_count ?? null,
  }
}
