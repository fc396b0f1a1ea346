import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { Context } from '../context.ts'
import type { Vars } from '../http/vars.ts'
import { guardPage } from './answer.ts'

const built = join(import.meta.dirname, '..', '..', '..', 'dashboard', 'dist')

/**
 * The owner's dashboard: files built by `packages/dashboard`, the same for everybody, which ask the
 * API for everything. Every path under /dashboard that is no file is the page itself.
 */
export function dashboardPages(ctx: Context, folder = built): Hono<{ Variables: Vars }> {
  const pages = new Hono<{ Variables: Vars }>()
  const policy = contentPolicy(ctx)
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (!isBuilt) {
    pages.get('/dashboard/*', () => notBuilt())
    return pages
  }
  const asset = serveStatic<{ Variables: Vars }>({
    root: folder,
    rewriteRequestPath: (path) => path.slice('/dashboard'.length),
    precompressed: true,
    onFound: (_path, call) => {
      // Names hold a hash of their content.
      call.header('cache-control', 'public, max-age=31536000, immutable')
      call.header('x-content-type-options', 'nosniff')
    },
  })
  const page = serveStatic<{ Variables: Vars }>({
    path: join(folder, 'index.html'),
    precompressed: true,
  })
  pages.get('/dashboard', (call) => call.redirect('/dashboard/', 301))
  pages.get('/dashboard/*', async (call, next) => {
    // What an older build named is gone; the page itself would be no script.
    if (call.req.path.startsWith('/dashboard/assets/')) return await asset(call, next)
    guardPage(call)
    call.header('content-security-policy', policy)
    call.header('cross-origin-opener-policy', 'same-origin')
    return await page(call, next)
  })
  return pages
}

/**
 * Scripts and requests of our own only. Styles may stand in the page: the components place and
 * measure with them, and no text of a stranger is ever markup here. Pictures come from platforms.
 */
function contentPolicy(ctx: Context): string {
  const sandbox = ctx.config.sandboxUrl ? [new URL(ctx.config.sandboxUrl).origin] : []
  const pictures = [`'self'`, 'https:', 'data:', 'blob:', ...sandbox].join(' ')
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src ${pictures}`,
    `media-src ${pictures}`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `form-action 'self'`,
    // The live preview of the hosted page (its answer allows our own pages to frame it).
    `frame-src 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

function notBuilt(): Response {
  return new Response('The dashboard is not built: npm run build -w packages/dashboard\n', {
    status: 503,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
