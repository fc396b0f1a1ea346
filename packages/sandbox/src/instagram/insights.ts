import { DAY_MS } from '../core/clock.ts'
import type { Post } from '../core/content.ts'
import type { Account } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import type { GraphCall } from '../graph/call.ts'
import { GraphError } from '../graph/errors.ts'
import {
  dayValues,
  metricEntry,
  type Range,
  rangeLinks,
  requireMetrics,
  seriesOf,
  sumOf,
} from '../graph/insights.ts'
import { getOwnPost } from '../graph/own.ts'
import { requireSelf, type Session, sessionWith } from '../graph/session.ts'
import { daysEnding, endOfDay } from '../insights/days.ts'
import { postMetric } from '../insights/metrics.ts'
import { igParameter } from './media-errors.ts'

const WINDOW_MAX_MS = 30 * DAY_MS
/** Account metrics are available for this long (instagram.md §5.1). */
const RETENTION_MS = 90 * DAY_MS
const FOLLOWERS_MIN = 100
const STORY_VIEWERS_MIN = 5
/** Reduces the sum of daily unique counts, because days overlap. */
const UNIQUE_SHARE = 0.6

type Metric = { series: boolean; breakdowns: string[]; unique?: boolean; followersMin?: boolean }
const plain: Metric = { series: false, breakdowns: [] }
const byProduct: Metric = { series: false, breakdowns: ['media_product_type'] }

/** Account metrics with their shapes and breakdowns (instagram.md §5.1). */
const accountMetrics: Record<string, Metric> = {
  reach: { series: true, breakdowns: ['media_product_type', 'follow_type'], unique: true },
  views: { series: false, breakdowns: ['follow_type', 'follower_type', 'media_product_type'] },
  accounts_engaged: { ...plain, unique: true },
  total_interactions: byProduct,
  likes: byProduct,
  comments: byProduct,
  saves: byProduct,
  shares: byProduct,
  replies: plain,
  reposts: plain,
  follows_and_unfollows: { series: false, breakdowns: ['follow_type'], followersMin: true },
  profile_links_taps: { series: false, breakdowns: ['contact_button_type'] },
  follower_count: { series: true, breakdowns: [], followersMin: true },
}

function insightsSession(call: GraphCall): Session {
  return sessionWith(call, 'instagram_business_basic', 'instagram_business_manage_insights')
}

/** `GET /{user}/insights` (instagram.md §5.1). */
export function instagramAccountInsights(call: GraphCall) {
  const session = insightsSession(call)
  requireSelf(call, session, call.pathParams.id!)
  const metrics = requireMetrics(call, Object.keys(accountMetrics), 'IGApiException')
  if ((call.params.period ?? 'day') !== 'day')
    throw igParameter('(#100) Incompatible period for the metrics')
  const range = readRange(call)
  const type = call.params.metric_type
  if (type !== 'total_value') {
    const wrong = metrics.filter((name) => !accountMetrics[name]!.series)
    if (wrong.length > 0) {
      throw igParameter(
        `(#100) The following metrics (${wrong.join(', ')}) should be specified with parameter metric_type=total_value`,
      )
    }
  }
  const data = metrics.flatMap<object>((name) => accountEntry(call, session.account, name, range))
  return { data, paging: rangeLinks(call, range) }
}

/** The requested range of at most 30 days; the default is the last 24 hours (instagram.md §5.1). */
function readRange(call: GraphCall): Range {
  const { since, until } = call.params
  const now = call.sandbox.clock.ms()
  const end = until ? Number(until) * 1000 : now
  const range = { since: since ? Number(since) * 1000 : end - DAY_MS, until: end }
  if (Number.isNaN(range.since) || Number.isNaN(range.until))
    throw igParameter('(#100) since and until must be unix timestamps')
  if (range.until - range.since > WINDOW_MAX_MS) {
    throw igParameter(
      '(#100) There cannot be more than 30 days (2592000 s) between since and until',
    )
  }
  return range
}

/** Missing data is an empty list, never 0 (instagram.md §5.1). */
function accountEntry(call: GraphCall, account: Readonly<Account>, name: string, range: Range) {
  const { sandbox } = call
  const metric = accountMetrics[name]!
  if (metric.followersMin && account.followers < FOLLOWERS_MIN) return []
  const totals = call.params.metric_type === 'total_value'
  if (totals && name === 'follower_count') return []
  const breakdown = call.params.breakdown
  if (breakdown && !metric.breakdowns.includes(breakdown)) {
    throw new GraphError('An unknown error has occurred.', { code: 1, status: 500 })
  }
  const earliest = sandbox.clock.ms() - RETENTION_MS
  const days = daysEnding(Math.max(range.since, earliest), range.until)
  const values = dayValues(sandbox, account, name, days)
  if (values.length === 0) return []
  const entry = (result: object) => [metricEntry(account, name, 'day', result, textsOf(name))]
  if (!totals) return entry({ values: seriesOf(values, endOfDay) })
  const sum = sumOf(values)
  const value = metric.unique && values.length > 1 ? Math.round(sum * UNIQUE_SHARE) : sum
  const breakdowns = breakdown ? { breakdowns: [split(breakdown, value)] } : {}
  return entry({ total_value: { value, ...breakdowns } })
}

function split(breakdown: string, value: number) {
  const half = Math.floor(value / 2)
  const dimensions: Record<string, [string, string]> = {
    media_product_type: ['REEL', 'POST'],
    contact_button_type: ['CALL', 'EMAIL'],
  }
  const [first, second] = dimensions[breakdown] ?? ['FOLLOWER', 'NON_FOLLOWER']
  return {
    dimension_keys: [breakdown],
    results: [
      { dimension_values: [first], value: half },
      { dimension_values: [second], value: value - half },
    ],
  }
}

function textsOf(name: string) {
  const title = name[0]!.toUpperCase() + name.slice(1).replaceAll('_', ' ')
  return { title, description: title }
}

const feedMetrics = ['views', 'reach', 'likes', 'comments', 'saved', 'shares', 'total_interactions']
const storyMetrics = [
  'views',
  'reach',
  'replies',
  'shares',
  'total_interactions',
  'navigation',
  'follows',
  'profile_visits',
]
const mediaMetrics = [...new Set([...feedMetrics, ...storyMetrics])]

/** `GET /{media}/insights` (instagram.md §5.2). The metric is `saved` here, `saves` on accounts. */
export function instagramMediaInsights(call: GraphCall) {
  const session = insightsSession(call)
  const post = getOwnPost(call, session, call.pathParams.id!)
  const metrics = requireMetrics(call, mediaMetrics, 'IGApiException')
  refuseOldMedia(session, post)
  const allowed = post.product_type === 'STORY' ? storyMetrics : feedMetrics
  const wrong = metrics.find((name) => !allowed.includes(name))
  if (wrong || post.parent_id) {
    throw igParameter(
      `(#100) The Media Insights API does not support the ${wrong ?? metrics[0]} metric for this media product type.`,
    )
  }
  if (post.product_type === 'STORY') {
    if (call.sandbox.clock.ms() - post.created_at > DAY_MS) return { data: [] }
    if (viewers(call.sandbox, post) < STORY_VIEWERS_MIN) {
      throw new GraphError('(#10) Not enough viewers for the media to show insights', { code: 10 })
    }
  }
  const data = metrics.map((name) => {
    const values = [{ value: postMetric(call.sandbox, post, name) }]
    return metricEntry(post, name, 'lifetime', { values }, textsOf(name))
  })
  return { data }
}

function viewers(sandbox: Sandbox, post: Readonly<Post>): number {
  return postMetric(sandbox, post, 'reach')
}

/** Throws 100/2108006 for media older than the professional account (instagram.md §5.2). */
function refuseOldMedia(session: Session, post: Readonly<Post>): void {
  if (post.created_at >= session.account.created_at) return
  throw new GraphError('Invalid parameter', {
    code: 100,
    error_data: { blame_field_specs: [['']] },
    error_subcode: 2108006,
    is_transient: false,
    error_user_title: 'Media posted before business account conversion',
    error_user_msg:
      'The media was posted before the most recent time that the user’s account was converted to a business account from a personal account.',
  })
}
