import { Hono } from 'hono'
import { dialogs } from './control/authorize.ts'
import { controlRoutes } from './control/routes.ts'
import type { Env, World } from './core/world.ts'
import { facebookGraph, facebookUpload } from './facebook/routes.ts'
import { callsAndFaults } from './faults/middleware.ts'
import { mountFeed } from './feed/routes.ts'
import { type GraphHost, graphHandler, matchRoute, splitVersion } from './graph/router.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { instagramApi, instagramGraph } from './instagram/routes.ts'
import type { ConsentDialog } from './oauth/consent.ts'
import { mountDialog } from './oauth/routes.ts'
import { mountPanel } from './panel/routes.ts'
import { pictureSvg } from './people/picture.ts'
import { threadsGraph } from './threads/routes.ts'
import { mountTiktok, tiktokEndpoint, tiktokPrefix, uploadPrefix } from './tiktok/routes.ts'

const dialogPaths: Record<ConsentDialog['platform'], string[]> = {
  threads: ['/threads/www/oauth/authorize'],
  instagram: ['/instagram/www/oauth/authorize'],
  facebook: ['/facebook/www/dialog/oauth', '/facebook/www/:version/dialog/oauth'],
  tiktok: ['/tiktok/www/v2/auth/authorize', '/tiktok/www/v2/auth/authorize/'],
}

/** The one list of everything that the sandbox answers. */
export function createApp(world: World): Hono<Env> {
  const app = new Hono<Env>({ strict: true })
  app.onError((error, context) =>
    context.text(`The sandbox could not handle this request: ${error.message}`, 500),
  )
  app.get('/health', (context) => context.json({ status: 'ok' }))
  app.route('/control', controlRoutes(world))
  app.route('/inbox', inboxRoutes(world))
  for (const host of [threadsGraph, instagramGraph, instagramApi, facebookGraph, facebookUpload]) {
    mountGraph(app, world, host)
  }
  app.use(
    `${tiktokPrefix}/*`,
    callsAndFaults(world, { platform: 'tiktok', prefix: tiktokPrefix, nameOf: tiktokEndpoint }),
  )
  app.use(
    `${uploadPrefix}/*`,
    callsAndFaults(world, { platform: 'tiktok', prefix: uploadPrefix, nameOf: () => 'upload' }),
  )
  mountTiktok(app, world)
  for (const dialog of dialogs) {
    for (const path of dialogPaths[dialog.platform]) mountDialog(app, world, dialog, path)
  }
  app.get('/pictures/:id', (context) => {
    const svg = pictureSvg(world.state.accounts.get(context.req.param('id')))
    return context.body(svg, 200, { 'content-type': 'image/svg+xml' })
  })
  mountFeed(app, world)
  mountPanel(app, world)
  return app
}

function mountGraph(app: Hono<Env>, world: World, host: GraphHost): void {
  const nameOf = (method: string, pathname: string) =>
    matchRoute(host, method, splitVersion(host, pathname).path)?.route.name ?? 'unknown'
  const area = { platform: host.platform, prefix: host.prefix, nameOf }
  app.use(`${host.prefix}/*`, callsAndFaults(world, area))
  app.all(`${host.prefix}/*`, graphHandler(world, host))
}
