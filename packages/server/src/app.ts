import { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Context } from './context.ts'
import { ServiceError } from './core/errors.ts'
import { callerOf } from './http/caller.ts'
import { allowOrigins } from './http/cors.ts'
import { serveDocument } from './http/document.ts'
import { errorResponse } from './http/errors.ts'
import { requestHeaders } from './http/headers.ts'
import { deleteOldResponses } from './http/idempotency.ts'
import { type MountOptions, mount } from './http/mount.ts'
import { openApiDocument } from './http/openapi.ts'
import { deleteOldWindows } from './http/rate-limit.ts'
import type { RequestLog } from './http/request-log.ts'
import type { Route } from './http/route.ts'
import { limitTraffic } from './http/traffic.ts'
import { countUnauthenticated, countUnauthenticatedRequests } from './http/unauthenticated.ts'
import type { Vars } from './http/vars.ts'
import { type Chore, choreWork } from './jobs/chores.ts'
import type { Work } from './jobs/loop.ts'
import { ensurePartitions } from './jobs/partitions.ts'
import { deleteDeadProcesses } from './jobs/processes.ts'
import { mcpEndpoint } from './mcp/endpoint.ts'
import { approvalPages } from './pages/approval.ts'
import { callbackPages } from './pages/callbacks.ts'
import { clientDocuments } from './pages/client-documents.ts'
import { connectPages } from './pages/connect.ts'
import { dashboardPages } from './pages/dashboard.ts'
import { docsPages } from './pages/docs/pages.ts'
import { notFoundPage } from './pages/error.ts'
import { healthPages } from './pages/health.ts'
import { invitationPages } from './pages/invitation.ts'
import { landingPage } from './pages/landing.ts'
import { logoFiles } from './pages/logo.ts'
import { mediaFiles } from './pages/media.ts'
import { platformWebhooks } from './pages/platform-webhooks.ts'
import { privacyPages } from './pages/privacy.ts'
import { reportPages } from './pages/report.ts'
import { signInPages } from './pages/sign-in.ts'
import { accessWork } from './resources/accounts/access.ts'
import { accountEraser } from './resources/accounts/erase.ts'
import { expiringChore } from './resources/accounts/expiring.ts'
import { disconnectPlatformUser } from './resources/accounts/platform-removal.ts'
import { accountRoutes } from './resources/accounts/routes.ts'
import { approvalEraser } from './resources/approvals/erase.ts'
import { deleteOldApprovalLinks } from './resources/approvals/link.ts'
import { approvalRoutes } from './resources/approvals/routes.ts'
import { deleteOldEntries } from './resources/audit/entries.ts'
import { auditRoutes } from './resources/audit/routes.ts'
import { commentChores } from './resources/comments/chores.ts'
import { commentEraser } from './resources/comments/erase.ts'
import { commentRoutes } from './resources/comments/routes.ts'
import type { InboundListener } from './resources/comments/sync/inbound.ts'
import { commentListener } from './resources/comments/sync/listener.ts'
import { moveComments } from './resources/comments/sync/move.ts'
import { commentPolling } from './resources/comments/sync/poll.ts'
import { unschedulePost } from './resources/comments/sync/schedule.ts'
import { connectEraser } from './resources/connect/erase.ts'
import { deleteOldLinks } from './resources/connect/links/link.ts'
import { connectRoutes } from './resources/connect/routes.ts'
import { deleteOldImports, importEraser } from './resources/imports/erase.ts'
import { importWork } from './resources/imports/job.ts'
import { importRoutes } from './resources/imports/routes.ts'
import { insightChores } from './resources/insights/chores.ts'
import { insightEraser } from './resources/insights/erase.ts'
import { insightRoutes } from './resources/insights/routes.ts'
import { insightWorks } from './resources/insights/works.ts'
import { keyRoutes } from './resources/keys/routes.ts'
import { liveRoutes } from './resources/live/routes.ts'
import { mediaChores } from './resources/media/chores.ts'
import { mediaEraser } from './resources/media/erase.ts'
import { mediaRoutes } from './resources/media/routes.ts'
import { memberEraser } from './resources/members/erase.ts'
import { memberRoutes } from './resources/members/routes.ts'
import { secondFactorRoutes } from './resources/members/second-factor/routes.ts'
import { sessionRoutes } from './resources/members/session-routes.ts'
import { deleteExpiredSessions } from './resources/members/sign-in/sessions.ts'
import { noticeWork } from './resources/notices/job.ts'
import { noticeRoutes } from './resources/notices/routes.ts'
import { overviewRoutes } from './resources/overview/routes.ts'
import { ownerRoutes } from './resources/owner/routes.ts'
import { movePlan, planEraser } from './resources/posting-plans/plans.ts'
import { postingPlanRoutes } from './resources/posting-plans/routes.ts'
import { cancelAccountTargets } from './resources/posts/cancel.ts'
import { postEraser } from './resources/posts/erase.ts'
import { linkPreviewRoute } from './resources/posts/link-preview-route.ts'
import { postRoutes } from './resources/posts/routes.ts'
import { type ProfileEraser, profileDeletion } from './resources/profiles/deletion.ts'
import { profileRoutes } from './resources/profiles/routes.ts'
import { reportEraser } from './resources/reports/erase.ts'
import { deleteOldReportLinks, reportKind } from './resources/reports/link.ts'
import { requestEraser } from './resources/requests/erase.ts'
import { requestRoutes } from './resources/requests/routes.ts'
import { savedTextEraser } from './resources/saved-texts/erase.ts'
import { savedTextRoutes } from './resources/saved-texts/routes.ts'
import { sentPageRoutes } from './resources/sent-pages/routes.ts'
import { platformRoutes } from './resources/system/platform-routes.ts'
import { systemRoutes } from './resources/system/routes.ts'
import { webhookEmails } from './resources/webhooks/emails.ts'
import { webhookEraser } from './resources/webhooks/erase.ts'
import { webhookRoutes } from './resources/webhooks/routes.ts'
import { events } from './schemas/event.ts'

export const version = '0.1.0'

/** The erasers of a profile's data, in the order in which they run. */
const erasers: readonly ProfileEraser[] = [
  insightEraser,
  commentEraser,
  approvalEraser,
  reportEraser,
  importEraser,
  postEraser,
  planEraser,
  savedTextEraser,
  mediaEraser,
  connectEraser,
  accountEraser,
  webhookEraser,
  memberEraser,
  requestEraser,
]

/** The one list of the API's endpoints. */
export const routes: readonly Route[] = [
  ...keyRoutes,
  ...profileRoutes(erasers),
  ...accountRoutes(cancelAccountTargets, [moveComments, movePlan]),
  ...mediaRoutes,
  ...postingPlanRoutes,
  ...postRoutes(unschedulePost),
  ...importRoutes,
  ...approvalRoutes,
  linkPreviewRoute,
  ...commentRoutes,
  ...savedTextRoutes,
  ...insightRoutes,
  ...sentPageRoutes(reportKind),
  ...connectRoutes,
  ...webhookRoutes,
  ...overviewRoutes,
  ...sessionRoutes,
  ...noticeRoutes,
  ...secondFactorRoutes,
  ...memberRoutes,
  ...ownerRoutes,
  ...auditRoutes,
  ...requestRoutes,
  ...platformRoutes,
  ...systemRoutes(version),
  ...liveRoutes,
]

const hourMs = 3_600_000

export const chores: readonly Chore[] = [
  { name: 'partitions', everyMs: hourMs, run: ensurePartitions },
  { name: 'old_links', everyMs: hourMs, run: deleteOldLinks },
  { name: 'old_approval_links', everyMs: hourMs, run: deleteOldApprovalLinks },
  { name: 'old_report_links', everyMs: hourMs, run: deleteOldReportLinks },
  { name: 'old_imports', everyMs: hourMs, run: deleteOldImports },
  { name: 'old_responses', everyMs: hourMs, run: deleteOldResponses },
  { name: 'dead_processes', everyMs: hourMs, run: deleteDeadProcesses },
  { name: 'old_sessions', everyMs: hourMs, run: deleteExpiredSessions },
  { name: 'old_audit_entries', everyMs: hourMs, run: deleteOldEntries },
  { name: 'old_rate_windows', everyMs: hourMs, run: deleteOldWindows },
  expiringChore,
  ...mediaChores,
  ...commentChores,
  ...insightChores,
]

/** The one list of background work. */
export const works: readonly Work[] = [
  profileDeletion(erasers),
  webhookEmails,
  noticeWork,
  accessWork,
  importWork,
  commentPolling,
  ...insightWorks,
  choreWork(chores),
]

/** Handlers of the platforms' own webhooks. */
const inboundListeners: readonly InboundListener[] = [
  commentListener,
  async (ctx, platform, event) => {
    if (event.type !== 'deauthorized') return
    await disconnectPlatformUser(ctx, platform, event.platformUserId, event.at)
  },
]

const info = {
  version,
  description: 'Social publishing as an API: profiles, connect links and signed webhooks.',
}

const documents = new Map<string, Record<string, unknown>>()

/**
 * The OpenAPI document for a public URL, built at its first request: that takes 100 ms and 180 MB of short-lived
 * objects, after which the idle process would keep 30 MB more.
 */
export function describeApi(publicUrl = 'http://localhost:4000'): Record<string, unknown> {
  const document = documents.get(publicUrl) ?? openApiDocument(routes, events, info, publicUrl)
  documents.set(publicUrl, document)
  return document
}

/** The route that shows what this one updates; `undefined` for routes that are no update. */
function shownBy({ method, path }: Route): Route | undefined {
  if (method !== 'patch') return undefined
  return routes.find((other) => other.method === 'get' && other.path === path)
}

type AppOptions = Omit<MountOptions, 'shownBy'> & { requestLog: RequestLog | null }

/** The HTTP application: API, documents and pages. */
export function createApp(
  ctx: Context,
  options: AppOptions = { verifyResponses: false, requestLog: null },
): Hono<{ Variables: Vars }> {
  const app = new Hono<{ Variables: Vars }>({ strict: true })
  app.use(requestHeaders(ctx, options.requestLog))
  app.use(limitTraffic(ctx))
  if (ctx.config.corsOrigins.length > 0) app.use('/v1/*', allowOrigins(ctx.config))
  app.onError((err, call) => errorResponse(ctx, call, err, options))
  app.route('/', healthPages(ctx, version))
  const describe = () => describeApi(ctx.config.publicUrl)
  app.get(
    '/v1/openapi.json',
    countUnauthenticatedRequests(ctx),
    serveDocument('application/json', () => JSON.stringify(describe())),
  )
  // 35 kB that the dashboard needs before it shows anything.
  app.get('/v1/platforms', compress({ encoding: 'gzip' }))
  for (const route of routes) mount(app, ctx, route, { ...options, shownBy: shownBy(route) })
  if (ctx.config.isMcpEnabled) app.route('/', mcpEndpoint(ctx, app, routes, version))
  app.route('/', connectPages(ctx))
  app.route('/', invitationPages(ctx))
  app.route('/', approvalPages(ctx))
  app.route('/', reportPages(ctx))
  app.route('/', signInPages(ctx))
  app.route('/', mediaFiles(ctx))
  app.route('/', logoFiles(ctx))
  app.route('/', callbackPages(ctx))
  app.route('/', privacyPages(ctx))
  app.route('/', clientDocuments(ctx))
  app.route('/', platformWebhooks(ctx, inboundListeners))
  app.route('/', dashboardPages(ctx))
  app.route('/', docsPages(ctx, describe))
  app.route('/', landingPage(ctx, version))
  app.notFound((call) => {
    countUnauthenticated(ctx, callerOf(ctx.config, call).ip)
    if (!/^\/v\d+(\/|$)/.test(call.req.path)) return notFoundPage(ctx, call)
    return errorResponse(ctx, call, routeError(call.req.path, call), options)
  })
  return app
}

/** 405 when the path exists with another method, otherwise 404. */
function routeError(
  path: string,
  call: { header(name: string, value: string): void },
): ServiceError {
  const methods = routes
    .filter((route) => pathPattern(route.path).test(path))
    .map((route) => route.method.toUpperCase())
  if (methods.length === 0) return new ServiceError('route_not_found')
  call.header('allow', [...new Set(methods)].join(', '))
  return new ServiceError('method_not_allowed')
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}
