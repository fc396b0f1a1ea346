import { Hono } from 'hono'
import { controlRoutes } from './control/routes.ts'
import type { Env, World } from './core/world.ts'
import { callsAndFaults } from './faults/middleware.ts'
import { mountFeed } from './feed/routes.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { mountDialog } from './oauth/routes.ts'
import { mountPanel } from './panel/routes.ts'
import { pictureSvg } from './people/picture.ts'

/** The one list of everything that the sandbox answers. */
export function createApp(world: World): Hono<Env> {
  const app = new Hono<Env>({ strict: true })
  app.onError((error, context) =>
    context.text(`The sandbox could not handle this request: ${error.message}`, 500),
  )
  app.get('/health', (context) => context.json({ status: 'ok' }))
  app.route('/control', controlRoutes(world))
  app.route('/inbox', inboxRoutes(world))
  for (const network of world.networks) {
    for (const api of network.apis) {
      app.use(`${api.prefix}/*`, callsAndFaults(world, network, api))
      api.mount(app, world)
    }
    mountDialog(app, world, network)
  }
  app.get('/pictures/:id', (context) => {
    const svg = pictureSvg(world.state.accounts.get(context.req.param('id')))
    return context.body(svg, 200, { 'content-type': 'image/svg+xml' })
  })
  mountFeed(app, world)
  mountPanel(app, world)
  return app
}
