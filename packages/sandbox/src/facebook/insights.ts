import { DAY_MS, unix } from '../core/clock.ts'
import type { Account } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { type GraphCall, linkTo } from '../graph/call.ts'
import { GraphError } from '../graph/errors.ts'
import { graphTime } from '../graph/fields.ts'
import { requirePermissions, type Session } from '../graph/session.ts'
import { daysEnding, endOfDay } from '../insights/days.ts'
import { accountMetric, postMetric } from '../insights/metrics.ts'
import { pageSession, requireTask } from './page-session.ts'
import { getOwnPost } from './posts.ts'
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
  const metrics = (call.params.metric ?? '').split(',').filter(Boolean)
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
  const data = metrics.map((name) => ({
    name,
    period: 'day',
    values: days.flatMap((day) => {
      const value = dayValue(call.sandbox, page, pageMetrics[name]!, day)
      return value === null ? [] : [{ value, end_time: graphTime(endOfDay(day)) }]
    }),
    title: name,
    description: name,
    id: `${page.id}/insights/${name}/day`,
  }))
  const span = until - since
  const link = (from: number, to: number) =>
    linkTo(call, { since: String(unix(from)), until: String(unix(to)) })
  const paging = { previous: link(since - span, since), next: link(until, until + span) }
  return { data, paging }
}

function dayValue(sandbox: Sandbox, page: Readonly<Account>, metric: string, day: string) {
  const value = accountMetric(sandbox, page, metric, day)
  if (value === null || !settingsOf(sandbox).facebook_object_values) return value
  return { paid: 0, organic: value }
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
  return {
    data: metrics.map((name) => ({
      name,
      period: 'lifetime',
      values: [{ value: value(name) }],
      title: name,
      description: name,
      id: `${post.id}/insights/${name}/lifetime`,
    })),
  }
}
