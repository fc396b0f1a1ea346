import { z } from 'zod'
import type { PlatformSetup } from '../contract/platform.ts'
import { graphClient } from '../meta/graph-client.ts'
import { fetchMetrics, type GraphMetric, readInsights } from '../meta/graph-insights.ts'
import { metaDayRange } from '../meta/meta-days.ts'
import { instagramHost, unwrapped } from './api.ts'

const followers = unwrapped(z.object({ followers_count: z.int().nonnegative().nullish() }))

/** The calls to graph.instagram.com for metrics (instagram.md §5). */
export function instagramInsightsApi(setup: PlatformSetup, access: string) {
  const graph = graphClient(setup, instagramHost, access)
  return {
    readAccountMetrics: (
      metrics: readonly string[],
      type: 'total_value' | 'time_series',
      days: readonly string[],
    ): Promise<GraphMetric[]> =>
      fetchMetrics(metrics, (batch) => {
        const query = { metric: batch.join(), period: 'day', metric_type: type }
        return readInsights(graph, '/me/insights', { ...query, ...metaDayRange(days) })
      }),

    readMediaMetrics: (media: string, params: Record<string, string>): Promise<GraphMetric[]> =>
      readInsights(graph, `/${media}/insights`, params),

    countFollowers: async (): Promise<number | null> =>
      (await graph.read('/me', { fields: 'followers_count' }, followers)).followers_count ?? null,
  }
}
