/** Topics of the live stream (`GET /v1/live`); the first element of every query key. */
export type Topic =
  | 'session'
  | 'owner'
  | 'members'
  | 'sessions'
  | 'profiles'
  | 'accounts'
  | 'connect_links'
  | 'connect_settings'
  | 'posts'
  | 'media'
  | 'comments'
  | 'insights'
  | 'webhooks'
  | 'deliveries'
  | 'api_keys'
  | 'audit_log'
  | 'requests'
  | 'system'
  /** Not of the stream: changes with posts, comments, accounts, insights and profiles. */
  | 'statistics'
  /** Not of the stream either: the overview. */
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
