import { sql } from 'kysely'
import { type Scope, unauthenticatedScope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { isId } from '../../core/ids.ts'
import type { ReportSection } from '../../schemas/report-link.ts'
import { readCommonView, unknownLinkView } from '../connect/flow/open.ts'
import type { Brand, ClosedView } from '../connect/flow/views.ts'
import { type ServedFile, servedFileOf } from '../media/serve/serve.ts'
import { thumbnailName } from '../media/show.ts'
import { statusOf } from '../sent-pages/kind.ts'
import { recordOpening } from '../sent-pages/openings.ts'
import { findPageByToken } from '../sent-pages/queries.ts'
import { type CommentsView, readComments } from './comments.ts'
import { type ReportLinkRow, reportKind } from './link.ts'
import { type MetricsView, readMetrics } from './metrics.ts'
import { addMonths, type Month, monthIn } from './month.ts'
import { findPublishedMedia, type PlanView, type PostsView, readPlan, readPosts } from './posts.ts'

/** What the client sees of a report. A section that was not chosen is `null`. */
export type ReportView = {
  state: 'report'
  brand: Brand
  language: string | null
  /** The name of the profile. */
  client: string
  timeZone: string
  token: string
  note: string | null
  month: string
  /** The month is not over yet. */
  isRunning: boolean
  metrics: MetricsView | null
  posts: PostsView | null
  comments: CommentsView | null
  /** `null` also if the next month is over. */
  plan: (PlanView & { month: string }) | null
  expiresAt: Date
}

type Found = { link: ReportLinkRow | null; view: ReportView | ClosedView }

/** The page of a report link. Records at most one opening a minute. */
export async function openReport(ctx: Context, token: string): Promise<ReportView | ClosedView> {
  const { link, view } = await viewReport(ctx, token)
  if (!link) return view
  await recordOpening(ctx, reportKind, link, {
    table: 'report_opening',
    isOpening: sql<boolean>`true`,
    topic: 'insights',
  })
  return view
}

/** The view of the page with this token. Changes nothing. */
export async function viewReport(ctx: Context, token: string): Promise<Found> {
  const link = await findPageByToken(ctx.db.query, reportKind, token)
  if (!link) return { link: null, view: unknownLinkView() }
  const common = await readCommonView(ctx, link)
  const now = ctx.clock.now()
  const status = statusOf(reportKind, link, now)
  if (status !== 'open') {
    const state = `report_${status}` as const
    return { link: null, view: { ...common, state, backUrl: null, isInvited: false } }
  }
  const scope = scopeOf(link)
  const { name, time_zone: timeZone } = await readProfile(ctx, link)
  const month = monthIn(timeZone, link.month)
  const previous = monthIn(timeZone, addMonths(link.month, -1))
  const has = (section: ReportSection) => link.sections.includes(section)
  return {
    link,
    view: {
      ...common,
      state: 'report',
      client: name,
      timeZone,
      token,
      note: link.note,
      month: link.month,
      isRunning: month.until > now,
      metrics: has('metrics') ? await readMetrics(ctx, scope, month, timeZone) : null,
      posts: has('posts') ? await readPosts(ctx, scope, month, previous) : null,
      comments: has('comments') ? await readComments(ctx, scope, month, previous) : null,
      plan: has('plan') ? await planAfter(ctx, scope, timeZone, link.month) : null,
      expiresAt: link.expires_at,
    },
  }
}

/** The thumbnail of a post of the month, while the page is open; its URL ends with the page. */
export async function findReportThumbnail(
  ctx: Context,
  token: string,
  mediaId: string,
): Promise<ServedFile | null> {
  if (!isId('media', mediaId)) return null
  const link = await findPageByToken(ctx.db.query, reportKind, token)
  if (!link || statusOf(reportKind, link, ctx.clock.now()) !== 'open') return null
  if (!link.sections.includes('posts')) return null
  const { time_zone: timeZone } = await readProfile(ctx, link)
  const month: Month = monthIn(timeZone, link.month)
  const row = await findPublishedMedia(ctx, scopeOf(link), month, mediaId)
  return row && servedFileOf(row, thumbnailName)
}

async function planAfter(ctx: Context, scope: Scope, timeZone: string, name: string) {
  const next = monthIn(timeZone, addMonths(name, 1))
  if (next.until <= ctx.clock.now()) return null
  return { ...(await readPlan(ctx, scope, next)), month: next.name }
}

/** The page sees the profile of its link and nothing else. */
function scopeOf(link: ReportLinkRow): Scope {
  return {
    ...unauthenticatedScope,
    ownerId: link.owner_id,
    profile: { id: link.profile_id, externalId: null },
    profileIds: [link.profile_id],
  }
}

async function readProfile(ctx: Context, link: ReportLinkRow) {
  return await ctx.db.query
    .selectFrom('profile')
    .select(['name', 'time_zone'])
    .where('owner_id', '=', link.owner_id)
    .where('id', '=', link.profile_id)
    .executeTakeFirstOrThrow()
}
