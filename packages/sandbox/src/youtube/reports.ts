import { DAY_MS } from '../core/clock.ts'
import { dayOf } from '../insights/days.ts'
import { accountMetric, postMetric } from '../insights/metrics.ts'
import type { YoutubeCall } from './call.ts'
import { badRequest, forbidden } from './errors.ts'
import { authenticate, requireScope } from './session.ts'
import { settingsOf } from './settings.ts'

/** The metrics of a report, and under which name the control API sets their values. */
const metricNames: Record<string, string> = {
  views: 'views',
  engagedViews: 'engaged_views',
  likes: 'likes',
  dislikes: 'dislikes',
  comments: 'comments',
  shares: 'shares',
  estimatedMinutesWatched: 'watch_minutes',
  averageViewDuration: 'avg_view_seconds',
  averageViewPercentage: 'avg_view_percent',
  subscribersGained: 'followers_gained',
  subscribersLost: 'followers_lost',
  videosAddedToPlaylists: 'saves',
  videosRemovedFromPlaylists: 'unsaves',
}
const dayShape = /^\d{4}-\d{2}-\d{2}$/

/**
 * `GET /v2/reports` of the channel by day, or of its videos. Without data `rows` is absent, and the most
 * recent days have no row (youtube.md §6.2).
 */
export function readReport(call: YoutubeCall): object {
  const { query } = call
  const session = authenticate(call)
  requireScope(session, 'yt-analytics.readonly')
  // Since a change of the page, reports need this one, too.
  requireScope(session, 'youtube.readonly', 'youtube')
  const ids = query.get('ids') ?? ''
  if (!['channel==MINE', `channel==${session.account.id}`].includes(ids)) throw forbidden()
  const metrics = (query.get('metrics') ?? '').split(',').filter(Boolean)
  const [from, to] = [query.get('startDate') ?? '', query.get('endDate') ?? '']
  const isValid = dayShape.test(from) && dayShape.test(to) && from <= to
  const areKnown = metrics.length > 0 && metrics.every((name) => Object.hasOwn(metricNames, name))
  if (!isValid || !areKnown) throw badRequest('badRequest', 'The query is not supported.')
  const dimension = query.get('dimensions') ?? ''
  const videos = /^video==([\w,-]+)$/.exec(query.get('filters') ?? '')?.[1]?.split(',')
  const rows =
    dimension === 'day' && !videos
      ? dayRows(call, session.account.id, metrics, { from, to })
      : dimension === 'video' && videos
        ? videoRows(call, session.account.id, metrics, videos)
        : null
  if (!rows) throw badRequest('badRequest', 'The query is not supported.')
  const header = (name: string, columnType: string, dataType: string) => ({
    name,
    columnType,
    dataType,
  })
  const columnHeaders = [
    header(dimension, 'DIMENSION', 'STRING'),
    ...metrics.map((name) => header(name, 'METRIC', 'INTEGER')),
  ]
  const kind = 'youtubeAnalytics#resultTable'
  return { kind, columnHeaders, ...(rows.length > 0 ? { rows } : {}) }
}

function dayRows(
  { sandbox }: YoutubeCall,
  accountId: string,
  metrics: readonly string[],
  { from, to }: { from: string; to: string },
): unknown[][] {
  const account = sandbox.state.accounts.get(accountId)!
  const lag = settingsOf(sandbox).youtube_report_lag_days
  const last = dayOf(sandbox.clock.ms() - lag * DAY_MS)
  const rows: unknown[][] = []
  for (let day = from; day <= to && day <= last; day = nextDay(day)) {
    const values = metrics.map((name) => accountMetric(sandbox, account, metricNames[name]!, day))
    if (values.some((value) => value !== null)) rows.push([day, ...values.map((each) => each ?? 0)])
  }
  return rows
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
}

/** A video without activity has no row; a deleted one is not in any (youtube.md §6.2). */
function videoRows(
  { sandbox }: YoutubeCall,
  accountId: string,
  metrics: readonly string[],
  ids: readonly string[],
): unknown[][] {
  return ids.flatMap((id) => {
    const post = sandbox.state.posts.get(id)
    if (post?.account_id !== accountId) return []
    const values = metrics.map((name) => postMetric(sandbox, post, metricNames[name]!))
    return values.some((value) => value > 0) ? [[id, ...values]] : []
  })
}
