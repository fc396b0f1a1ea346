import i18next from 'i18next'
import type en from '../../../messages/en/post-metrics.json'
import { defineMessages, translatorFor } from '../../../messages/messages.ts'

const metricWords = defineMessages<typeof en>(
  import.meta.glob('../../../messages/*/post-metrics.json', { eager: true, import: 'default' }),
)

/** The label of a metric; its API name if it has no label. */
export function metricName(name: string): string {
  if (!i18next.exists(name, { ns: metricWords.namespace })) return name
  return translatorFor(metricWords)(name as NonNullable<(typeof metricWords)['keys']>)
}
