import type { LiveChange } from '@postern/sdk'

/** The topics of the live stream (`GET /v1/live`), and those that it does not report. */
export type Topic =
  | LiveChange['topics'][number]
  | 'session'
  | 'audit_log'
  | 'requests'
  | 'system'
  /** Changes with posts, comments, accounts, insights and profiles. */
  | 'statistics'
  | 'overview'

/** The topics that statistics are counted from. */
const statisticsSources: readonly Topic[] = [
  'posts',
  'comments',
  'accounts',
  'insights',
  'profiles',
]

/** The topics that the overview is made from. */
const overviewSources: readonly Topic[] = [
  ...statisticsSources,
  'media',
  'webhooks',
  'connect_settings',
]

/** `topics`, with `statistics` and `overview` if one of their sources is among them. */
export function topicsToRefetch(topics: Iterable<Topic>): ReadonlySet<Topic> {
  const all = new Set(topics)
  if (statisticsSources.some((topic) => all.has(topic))) all.add('statistics')
  if (overviewSources.some((topic) => all.has(topic))) all.add('overview')
  return all
}
