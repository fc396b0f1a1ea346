import i18next from 'i18next'
import { defineMessages, messagesOf } from '../../messages/messages.ts'

const metricWords = defineMessages(
  'post-metrics',
  {
    views: 'Views',
    likes: 'Likes',
    replies: 'Replies',
    reposts: 'Reposts',
    quotes: 'Quotes',
    shares: 'Shares',
    reach: 'Reach',
    comments: 'Comments',
    saves: 'Saves',
    total_interactions: 'Interactions',
  },
  {
    views: 'Aufrufe',
    likes: 'Gefällt mir',
    replies: 'Antworten',
    reposts: 'Weitergaben',
    quotes: 'Zitate',
    shares: 'Geteilt',
    reach: 'Reichweite',
    comments: 'Kommentare',
    saves: 'Gemerkt',
    total_interactions: 'Interaktionen',
  },
)

/** A metric in words; one that is not known yet by its own name. */
export function metricName(name: string): string {
  if (!i18next.exists(name, { ns: metricWords.namespace })) return name
  return messagesOf(metricWords)(name as NonNullable<(typeof metricWords)['keys']>)
}
