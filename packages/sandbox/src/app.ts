import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { getPath } from 'hono/utils/url'
import { controlRoutes } from './control/routes.ts'
import { serverLabel, serverLabels, serverPrefix } from './core/hosts.ts'
import type { Env, Sandbox } from './core/sandbox.ts'
import { logCallsAndApplyFaults } from './faults/middleware.ts'
import { mountFeed } from './feed/routes.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { mountDialog } from './oauth/routes.ts'
import { mountPanel } from './panel/routes.ts'
import { pictureSvg } from './people/picture.ts'

/** Mounts every route of the sandbox. */
export function createApp(sandbox: Sandbox): Hono<Env> {
  const { networks } = sandbox
  const app = new Hono<Env>({
    strict: true,
    getPath: (request) => serverPrefix(networks, new URL(request.url)) + getPath(request),
  })
  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse()
    return context.text(`The sandbox could not handle this request: ${error.message}`, 500)
  })
  app.use(async (context, next) => {
    const label = serverLabel(new URL(context.req.url))
    const labels = serverLabels(networks)
    if (label === null || labels.includes(label)) return next()
    const names = labels.map((name) => `${name}.localhost`).join(', ') || 'none'
    return context.text(`There is no server "${label}.localhost". There are: ${names}.`, 404)
  })
  app.get('/health', (context) => context.json({ status: 'ok' }))
  app.route('/control', controlRoutes(sandbox))
  app.route('/inbox', inboxRoutes(sandbox))
  for (const network of networks) {
    for (const api of network.apis) {
      app.use(`${api.prefix}/*`, logCallsAndApplyFaults(sandbox, network, api))
      api.mount(app, sandbox)
    }
    mountDialog(app, sandbox, network)
  }
  app.get('/pictures/:id', (context) => {
    const svg = pictureSvg(sandbox.state.accounts.get(context.req.param('id')))
    return context.body(svg, 200, { 'content-type': 'image/svg+xml' })
  })
  mountFeed(app, sandbox)
  mountPanel(app, sandbox)
  return app
}
