import { Hono } from 'hono'
import type { Context } from '../../context.ts'
import { serveDocument } from '../../http/document.ts'
import { countUnauthenticatedRequests } from '../../http/unauthenticated.ts'
import type { Vars } from '../../http/vars.ts'
import { failurePage, notFoundPage } from '../error.ts'
import { serveFixedPage } from '../page.ts'
import { assets } from './assets.ts'
import { errorListPage } from './error-list.ts'
import { referenceDocument, referencePage } from './reference.ts'

/** Allows only the files of Swagger UI, which sets inline styles, and requests to this service. */
const referencePolicy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `form-action 'none'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

/** The documentation at /docs: API reference and errors. */
export function docsPages(
  ctx: Context,
  document: Record<string, unknown>,
): Hono<{ Variables: Vars }> {
  const pages = new Hono<{ Variables: Vars }>()
  const counted = countUnauthenticatedRequests(ctx)
  pages.onError((err, call) => failurePage(ctx, call, err))
  pages.get('/docs', counted, serveFixedPage(ctx, referencePage(), referencePolicy))
  pages.get('/docs/errors', counted, serveFixedPage(ctx, errorListPage()))
  const serveDocumentJson = serveDocument('application/json', () =>
    JSON.stringify(referenceDocument(document, ctx.config.publicUrl, ctx.clock.now())),
  )
  pages.get('/docs/openapi.json', counted, serveDocumentJson)
  pages.get('/docs/assets/:name', (call, next) => {
    const asset = assets.get(call.req.param('name'))
    return asset ? asset.serve(call, next) : notFoundPage(ctx, call)
  })
  return pages
}
