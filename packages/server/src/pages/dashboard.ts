import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { Context } from '../context.ts'
import { packedFolder } from '../core/packed.ts'
import type { Vars } from '../http/vars.ts'
import { guardPage, privateOrigins } from './page.ts'

const built = packedFolder('dashboard', 'packages/dashboard/dist')

/**
 * Serves the dashboard: static files built by `packages/dashboard`, which load all data from the API.
 * Every path under /dashboard that is not a file returns the page.
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
      // File names contain a hash of their content.
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
    // An asset of an older build is gone; the page must not be returned in its place.
    if (call.req.path.startsWith('/dashboard/assets/')) return await asset(call, next)
    guardPage(call)
    call.header('content-security-policy', policy)
    call.header('cross-origin-opener-policy', 'same-origin')
    return await page(call, next)
  })
  return pages
}

/**
 * Allows only our own scripts and requests. Inline styles are allowed because components use them for
 * layout, and untrusted text is never rendered as markup. Images come from platforms.
 */
function contentPolicy(ctx: Context): string {
  const pictures = [`'self'`, 'https:', 'data:', 'blob:', ...privateOrigins(ctx.config)].join(' ')
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src ${pictures}`,
    `media-src ${pictures}`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `form-action 'self'`,
    // The preview of the hosted page, which allows framing by our own pages.
    `frame-src 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

function notBuilt(): Response {
  return new Response('The dashboard is not built. Run npm run build -w packages/dashboard\n', {
    status: 503,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
