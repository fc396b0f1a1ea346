import type { Context, Hono } from 'hono'
import type { Api, Env, Sandbox } from '../core/sandbox.ts'
import { readAccount, verifyCredentials } from './account-json.ts'
import { registerApp, verifyApp } from './apps.ts'
import { type Call, readInput } from './call.ts'
import { deleteStatus, editStatus } from './change-status.ts'
import { oauthMetadata, webfinger } from './discovery.ts'
import { errorResponse, htmlPage, MastodonError } from './errors.ts'
import { instanceV1, instanceV2 } from './instance.ts'
import { inTheirLanguage } from './languages.ts'
import { deleteMedia, readMedia, updateMedia, uploadMedia, uploadMediaV1 } from './media.ts'
import { listNotifications } from './notifications.ts'
import { publish } from './publish.ts'
import { countRequest, type RateKind } from './rate-limit.ts'
import { listStatuses, readContext, readStatus, readStatuses } from './read-statuses.ts'
import { limitsOf, type Server, servers } from './servers.ts'
import { findStatus } from './statuses.ts'
import { revoke, token } from './tokens.ts'

type Run = (call: Call) => object | Promise<object>
type Route = { name: string; method: string; path: string; run: Run; rate?: RateKind }

/** A multipart body has some bytes besides the file. */
const FORM_BYTES_MAX = 1_048_576

const routes: Route[] = [
  route('discovery', 'GET /.well-known/oauth-authorization-server', oauthMetadata),
  route('webfinger', 'GET /.well-known/webfinger', webfinger),
  route('instance', 'GET /api/v2/instance', instanceV2),
  route('instance', 'GET /api/v1/instance', instanceV1),
  route('register', 'POST /api/v1/apps', registerApp),
  route('verify_app', 'GET /api/v1/apps/verify_credentials', verifyApp),
  route('token', 'POST /oauth/token', token),
  route('revoke', 'POST /oauth/revoke', revoke),
  route('verify', 'GET /api/v1/accounts/verify_credentials', verifyCredentials),
  route('account', 'GET /api/v1/accounts/:id', readAccount),
  route('account_statuses', 'GET /api/v1/accounts/:id/statuses', listStatuses),
  route('media', 'POST /api/v2/media', uploadMedia, 'media'),
  route('media', 'POST /api/v1/media', uploadMediaV1, 'media'),
  route('media_status', 'GET /api/v1/media/:id', readMedia),
  route('media_update', 'PUT /api/v1/media/:id', updateMedia),
  route('media_delete', 'DELETE /api/v1/media/:id', deleteMedia),
  route('publish', 'POST /api/v1/statuses', publish),
  route('statuses', 'GET /api/v1/statuses', readStatuses),
  route('status', 'GET /api/v1/statuses/:id', readStatus),
  route('edit', 'PUT /api/v1/statuses/:id', editStatus),
  route('delete', 'DELETE /api/v1/statuses/:id', deleteStatus, 'delete'),
  route('context', 'GET /api/v1/statuses/:id/context', readContext),
  route('notifications', 'GET /api/v1/notifications', listNotifications),
]

function route(name: string, where: string, run: Run, rate?: RateKind): Route {
  const [method = '', path = ''] = where.split(' ')
  return { name, method, path, run, ...(rate ? { rate } : {}) }
}

function matches({ method, path }: Route, wanted: string, pathname: string): boolean {
  const pattern = path.replaceAll('.', '\\.').replace(':id', '[^/]+')
  return method === wanted && new RegExp(`^${pattern}$`).test(pathname)
}

export const mastodonApis: Api[] = servers.map((server) => ({
  prefix: server.prefix,
  nameOf(method, pathname) {
    const path = pathname.slice(server.prefix.length)
    const name = routes.find((route) => matches(route, method, path))?.name
    return name ?? (path.startsWith('/api/') ? 'unknown' : null)
  },
  endpoints: routes.map(({ name }) => name),
  mount(app, sandbox) {
    for (const route of routes) {
      const path = server.prefix + route.path
      app.on(route.method, path, (context) => respond(sandbox, server, context, route))
    }
    app.all(`${server.prefix}/api/*`, () => htmlPage(404, 'Not found'))
    mountPages(app, sandbox, server)
  },
}))

async function respond(
  sandbox: Sandbox,
  server: Server,
  context: Context<Env>,
  { run, rate }: Route,
): Promise<Response> {
  const limit = countRequest({ sandbox, server, context }, rate)
  const response = limit.isExceeded
    ? errorResponse(new MastodonError(429, 'Too many requests'))
    : await answer(sandbox, server, context, run)
  for (const [name, value] of Object.entries(limit.headers)) response.headers.set(name, value)
  return response
}

async function answer(
  sandbox: Sandbox,
  server: Server,
  context: Context<Env>,
  run: Run,
): Promise<Response> {
  const length = Number(context.req.header('content-length') ?? 0)
  const bytesMax = limitsOf(sandbox, server).video_size_limit + FORM_BYTES_MAX
  // The proxy in front of a server refuses larger bodies, in HTML (mastodon.md §3.1).
  if (length > bytesMax) return htmlPage(413, 'Request Entity Too Large')
  const id = context.req.param('id') ?? ''
  const call = { sandbox, server, context, id, input: await readInput(context) }
  try {
    const result = await run(call)
    return result instanceof Response ? result : context.json(result)
  } catch (error) {
    if (!(error instanceof MastodonError)) throw error
    return errorResponse(inTheirLanguage(call, error))
  }
}

/** `/@user` and `/@user/:id` in a browser lead to the feed of the sandbox. */
function mountPages(app: Hono<Env>, sandbox: Sandbox, server: Server): void {
  app.get(`${server.prefix}/:user{@[^/]+}`, (context) => {
    const username = context.req.param('user').slice(1).toLowerCase()
    const account = sandbox.state.accounts
      .by('username', `mastodon:${username}`)
      .find((candidate) => candidate.server === server.label)
    if (!account) return context.notFound()
    return context.redirect(`${sandbox.origin()}/feed/${account.id}`, 302)
  })
  app.get(`${server.prefix}/:user{@[^/]+}/:id`, (context) => {
    const root = findStatus(sandbox, server, context.req.param('id'))?.root
    if (!root) return context.notFound()
    return context.redirect(`${sandbox.origin()}/feed/${root.account_id}#post-${root.id}`, 302)
  })
}
