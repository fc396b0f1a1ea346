import type en from '../../messages/en/insights.json'
import metricNames from '../../messages/en/insights-metrics.json' with { type: 'json' }
import { defineMessages, useMessages } from '../../messages/messages.ts'

export const insightsMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/insights.json', { eager: true, import: 'default' }),
)

const metricWords = defineMessages<typeof metricNames>(
  import.meta.glob('../../messages/*/insights-metrics.json', { eager: true, import: 'default' }),
)

/** The label of a metric; an unlisted metric shows its API name. */
export function useMetricName(): (name: string) => string {
  const t = useMessages(metricWords)
  return (name) =>
    name in metricNames ? t(name as keyof typeof metricNames) : name.replaceAll('_', ' ')
}
