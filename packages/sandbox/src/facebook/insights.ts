import { DAY_MS } from '../core/clock.ts'
import type { GraphCall } from '../graph/call.ts'
import { GraphError } from '../graph/errors.ts'
import { dayValues, metricEntry, metricNames, rangeLinks, seriesOf } from '../graph/insights.ts'
import { getOwnPost } from '../graph/own.ts'
import { requirePermissions, type Session } from '../graph/session.ts'
import { daysEnding, endOfDay } from '../insights/days.ts'
import { postMetric } from '../insights/metrics.ts'
import { pageSession, requireTask } from './page-session.ts'
import { settingsOf } from './settings.ts'

const WINDOW_MAX_MS = 93 * DAY_MS
const LIKES_MIN = 100

/** The metrics since v23.0, each with the sandbox's metric (facebook.md §5). */
const pageMetrics: Record<string, string> = {
  page_media_view: 'views',
  page_total_media_view_unique: 'reach',
  page_post_engagements: 'total_interactions',
  page_daily_follows: 'follower_count',
  page_daily_follows_unique: 'follower_count',
  page_follows: 'followers',
}
const postMetrics: Record<string, string> = {
  post_media_view: 'views',
  post_total_media_view_unique: 'reach',
  post_clicks: 'clicks',
  post_reactions_by_type_total: 'likes',
}

function insightsSession(call: GraphCall): Session {
  const session = pageSession(call)
  requirePermissions(session, 'read_insights', 'pages_read_engagement')
  requireTask(session, 'ANALYZE')
  return session
}

function readMetrics(call: GraphCall, allowed: Record<string, string>): string[] {
  const metrics = metricNames(call)
  if (metrics.length === 0) {
    const text =
      '(#3001) No metric was specified to be fetched. Please specify one or more metrics.'
    throw new GraphError(text, { code: 3001, error_subcode: 1504028 })
  }
  // These metrics exist since v23.0 (facebook.md §5).
  const isTooOld = Number(call.version.slice(1)) < 23
  if (isTooOld || metrics.some((name) => !Object.hasOwn(allowed, name))) {
    throw new GraphError('(#100) The value must be a valid insights metric', { code: 100 })
  }
  return metrics
}

/** `GET /{page}/insights`: daily values, at most 93 days (facebook.md §5 says 90). */
export function facebookPageInsights(call: GraphCall) {
  const session = insightsSession(call)
  const page = session.account
  const metrics = readMetrics(call, pageMetrics)
  const now = call.sandbox.clock.ms()
  const until = call.params.until ? Number(call.params.until) * 1000 : now
  const since = call.params.since ? Number(call.params.since) * 1000 : until - 2 * DAY_MS
  if (until - since > WINDOW_MAX_MS) {
    throw new GraphError(
      '(#100) There cannot be more than 93 days (8035200 s) between since and until',
      { code: 100 },
    )
  }
  if (page.followers < LIKES_MIN) return { data: [] }
  const days = daysEnding(since, until)
  const isObject = settingsOf(call.sandbox).facebook_object_values
  const data = metrics.map((name) => {
    const values = dayValues(call.sandbox, page, pageMetrics[name]!, days).map(
      ({ day, value }) => ({
        day,
        value: isObject ? { paid: 0, organic: value } : value,
      }),
    )
    return metricEntry(page, name, 'day', { values: seriesOf(values, endOfDay) }, textsOf(name))
  })
  return { data, paging: rangeLinks(call, { since, until }) }
}

/** The sandbox shows the metric's name. */
function textsOf(name: string) {
  return { title: name, description: name }
}

/** `GET /{post}/insights`: lifetime values (facebook.md §5). */
export function facebookPostInsights(call: GraphCall) {
  const session = insightsSession(call)
  const post = getOwnPost(call, session, call.pathParams.id!)
  const metrics = readMetrics(call, postMetrics)
  const value = (name: string) => {
    const count = postMetric(call.sandbox, post, postMetrics[name]!)
    return name === 'post_reactions_by_type_total' ? { like: count } : count
  }
  const data = metrics.map((name) =>
    metricEntry(post, name, 'lifetime', { values: [{ value: value(name) }] }, textsOf(name)),
  )
  return { data }
}
