import { Hono } from 'hono'
import { accessWork } from './accounts/access.ts'
import { accountEraser } from './accounts/erase.ts'
import { removeAccess } from './accounts/removed.ts'
import { accountRoutes } from './accounts/routes.ts'
import { forgetOldEntries } from './audit/entries.ts'
import { auditRoutes } from './audit/routes.ts'
import { ServiceError } from './base/errors.ts'
import { commentChores } from './comments/chores.ts'
import { commentEraser } from './comments/erase.ts'
import type { InboundListener } from './comments/inbound.ts'
import { commentListener } from './comments/listener.ts'
import { moveComments } from './comments/move.ts'
import { commentPolling } from './comments/poll.ts'
import { commentRoutes } from './comments/routes.ts'
import { forgetOldLinks } from './connect/chores.ts'
import { connectEraser } from './connect/erase.ts'
import { connectRoutes } from './connect/routes.ts'
import type { Context } from './context.ts'
import { callerOf } from './http/caller.ts'
import { forgetOldAnswers } from './http/chores.ts'
import { allowOrigins } from './http/cors.ts'
import { serveDocument } from './http/document.ts'
import { errorAnswer } from './http/errors.ts'
import { requestHeaders } from './http/headers.ts'
import { mount } from './http/mount.ts'
import { openApiDocument } from './http/openapi.ts'
import { forgetOldWindows } from './http/rate-limit.ts'
import type { Route } from './http/route.ts'
import { countStranger, countStrangers } from './http/strangers.ts'
import { boundTraffic } from './http/traffic.ts'
import type { Vars } from './http/vars.ts'
import { insightChores } from './insights/chores.ts'
import { insightEraser } from './insights/erase.ts'
import { insightRoutes } from './insights/routes.ts'
import { insightWorks } from './insights/works.ts'
import { keyRoutes } from './keys/routes.ts'
import { liveRoutes } from './live/routes.ts'
import { mediaChores } from './media/chores.ts'
import { mediaEraser } from './media/erase.ts'
import { mediaRoutes } from './media/routes.ts'
import { memberEraser } from './members/erase.ts'
import { memberRoutes } from './members/routes.ts'
import { sessionRoutes } from './members/session-routes.ts'
import { forgetOldSessions } from './members/sessions.ts'
import { ownerRoutes } from './owner/routes.ts'
import { callbackPages } from './pages/callbacks.ts'
import { connectPages } from './pages/connect.ts'
import { dashboardPages } from './pages/dashboard.ts'
import { notFoundPage } from './pages/error.ts'
import { healthPages } from './pages/health.ts'
import { landingPage } from './pages/landing.ts'
import { mediaFiles } from './pages/media.ts'
import { platformWebhooks } from './pages/platform-webhooks.ts'
import { docsPages } from './pages/reference.ts'
import { cancelWaiting } from './posts/cancel.ts'
import { postEraser } from './posts/erase.ts'
import { postRoutes } from './posts/routes.ts'
import { type ProfileEraser, profileDeletion } from './profiles/deletion.ts'
import { profileRoutes } from './profiles/routes.ts'
import { events } from './resources/event.ts'
import { platformRoutes } from './system/platform-routes.ts'
import { systemRoutes } from './system/routes.ts'
import { webhookEraser } from './webhooks/erase.ts'
import { webhookLetters } from './webhooks/letters.ts'
import { ensurePartitions } from './webhooks/partitions.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { type Chore, choreWork } from './work/chores.ts'
import type { Work } from './work/loop.ts'
import { forgetProcesses } from './work/processes.ts'

export const version = '0.1.0'

/** What takes part in a profile's deletion, in the order in which it is erased. */
const erasers: readonly ProfileEraser[] = [
  insightEraser,
  commentEraser,
  postEraser,
  mediaEraser,
  connectEraser,
  accountEraser,
  webhookEraser,
  memberEraser,
]

/** The one list of the API's endpoints. */
export const routes: readonly Route[] = [
  ...keyRoutes,
  ...profileRoutes(erasers),
  ...accountRoutes(cancelWaiting, [moveComments]),
  ...mediaRoutes,
  ...postRoutes,
  ...commentRoutes,
  ...insightRoutes,
  ...connectRoutes,
  ...webhookRoutes,
  ...sessionRoutes,
  ...memberRoutes,
  ...ownerRoutes,
  ...auditRoutes,
  ...platformRoutes,
  ...systemRoutes(version),
  ...liveRoutes,
]

const hourMs = 3_600_000

export const chores: readonly Chore[] = [
  { name: 'partitions', everyMs: hourMs, run: ensurePartitions },
  { name: 'old_links', everyMs: hourMs, run: forgetOldLinks },
  { name: 'old_answers', everyMs: hourMs, run: forgetOldAnswers },
  { name: 'silent_processes', everyMs: hourMs, run: forgetProcesses },
  { name: 'old_sessions', everyMs: hourMs, run: forgetOldSessions },
  { name: 'old_audit_entries', everyMs: hourMs, run: forgetOldEntries },
  { name: 'old_rate_windows', everyMs: hourMs, run: forgetOldWindows },
  ...mediaChores,
  ...commentChores,
  ...insightChores,
]

/** The one list of due work. */
export const works: readonly Work[] = [
  profileDeletion(erasers),
  webhookLetters,
  accessWork,
  commentPolling,
  ...insightWorks,
  choreWork(chores),
]

/** What follows from the platforms' own webhooks. */
const inboundListeners: readonly InboundListener[] = [
  commentListener,
  async (ctx, platform, event) => {
    if (event.type !== 'deauthorized') return
    await removeAccess(ctx, platform, event.platformUserId, event.at)
  },
]

const info = {
  version,
  description: 'Social publishing as an API: profiles, connect links and signed webhooks.',
}

const documents = new Map<string, Record<string, unknown>>()

/** The OpenAPI document of an address, made once in a process: it takes a tenth of a second. */
export function describeApi(publicUrl = 'http://localhost:4000'): Record<string, unknown> {
  const document = documents.get(publicUrl) ?? openApiDocument(routes, events, info, publicUrl)
  documents.set(publicUrl, document)
  return document
}

/** The HTTP face of the service: API, documents and pages. */
export function createApp(
  ctx: Context,
  options: { verifyAnswers: boolean } = { verifyAnswers: false },
): Hono<{ Variables: Vars }> {
  const app = new Hono<{ Variables: Vars }>({ strict: true })
  app.use(requestHeaders(ctx))
  app.use(boundTraffic(ctx))
  if (ctx.config.corsOrigins.length > 0) app.use('/v1/*', allowOrigins(ctx.config))
  app.onError((err, call) => errorAnswer(ctx, call, err, options))
  app.route('/', healthPages(ctx, version))
  const document = describeApi(ctx.config.publicUrl)
  app.get(
    '/v1/openapi.json',
    countStrangers(ctx),
    serveDocument('application/json', () => JSON.stringify(document)),
  )
  for (const route of routes) mount(app, ctx, route, options)
  app.route('/', connectPages(ctx))
  app.route('/', mediaFiles(ctx))
  app.route('/', callbackPages(ctx))
  app.route('/', platformWebhooks(ctx, inboundListeners))
  app.route('/', dashboardPages(ctx))
  app.route('/', docsPages(ctx, document))
  app.route('/', landingPage(ctx, version))
  app.notFound((call) => {
    countStranger(ctx, callerOf(ctx.config, call).ip)
    if (!/^\/v\d+(\/|$)/.test(call.req.path)) return notFoundPage(ctx, call)
    return errorAnswer(ctx, call, refusal(call.req.path, call), options)
  })
  return app
}

/** 405 for a path that exists with another method, else 404. */
function refusal(path: string, call: { header(name: string, value: string): void }): ServiceError {
  const methods = routes
    .filter((route) => pattern(route.path).test(path))
    .map((route) => route.method.toUpperCase())
  if (methods.length === 0) return new ServiceError('route_not_found')
  call.header('allow', [...new Set(methods)].join(', '))
  return new ServiceError('method_not_allowed')
}

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}
