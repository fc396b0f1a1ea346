import { createHash } from 'node:crypto'
import { type Handler, Hono } from 'hono'
import { readSessionCookie } from '../../access/session-cookie.ts'
import type { Context } from '../../context.ts'
import { serveDocument } from '../../http/document.ts'
import { countUnauthenticatedRequests } from '../../http/unauthenticated.ts'
import type { Vars } from '../../http/vars.ts'
import { failurePage, notFoundPage } from '../error.ts'
import { type Page, sendPage, serveFixedPage } from '../page.ts'
import { areasOf, type OperationDocument } from './areas.ts'
import { assets } from './assets.ts'
import { errorListPage } from './error-list.ts'
import { eventIndexPage, eventPage } from './events.ts'
import type { SchemaDocument } from './fields.ts'
import { guideIndexPage, guidePage, readGuide } from './guides.ts'
import { overviewPage } from './overview-page.ts'
import { referenceDocument } from './reference-document.ts'
import { areaPage } from './reference-pages.ts'
import { createSearch, type Search } from './search.ts'
import { searchPage, suggestionsOf } from './search-page.ts'
import { docsStyle } from './style.ts'

type DescribedDocument = OperationDocument & { info: { description: string } }

type PageHandler = Handler<{ Variables: Vars }>

/** Allows scripts, requests and forms of this service only. */
const docsPolicy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'sha256-${createHash('sha256').update(docsStyle).digest('base64')}'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `form-action 'self'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

/**
 * The documentation at /docs: API reference, guides, events, errors and search. `describe` returns the
 * OpenAPI document; the first page that needs it calls it.
 */
export function docsPages(
  ctx: Context,
  describe: () => Record<string, unknown>,
): Hono<{ Variables: Vars }> {
  const pages = new Hono<{ Variables: Vars }>()
  const counted = countUnauthenticatedRequests(ctx)
  const serve = fixedPages(ctx)
  const { publicUrl } = ctx.config
  let document: OperationDocument | undefined
  const documentWithSamples = () => {
    document ??= referenceDocument(describe(), publicUrl, ctx.clock.now())
    return document
  }
  pages.onError((err, call) => failurePage(ctx, call, err))
  pages.get(
    '/docs',
    counted,
    serve(() => {
      const { info, ...described } = describe() as DescribedDocument
      const example = described.paths['/v1/me']!.get!
      return overviewPage(areasOf(described), info.description, publicUrl, example)
    }),
  )
  pages.get(
    '/docs/reference/:name',
    counted,
    serve((name, hasSession) => {
      const { components, ...described } = documentWithSamples()
      const areas = areasOf({ components, ...described })
      const area = areas.find((each) => each.name === name)
      return area && areaPage({ areas, area, schemas: components.schemas, publicUrl, hasSession })
    }),
  )
  pages.get('/docs/errors', counted, serve(errorListPage))
  pages.get('/docs/guides', counted, serve(guideIndexPage))
  pages.get(
    '/docs/guides/:name',
    counted,
    serve((name) => {
      const guide = readGuide(name, ctx.config)
      return guide && guidePage(guide)
    }),
  )
  pages.get('/docs/events', counted, serve(eventIndexPage))
  pages.get(
    '/docs/events/:name',
    counted,
    serve((name, hasSession) =>
      eventPage(name, describe() as SchemaDocument, publicUrl, hasSession),
    ),
  )
  const search = searchPages(ctx, describe)
  pages.get('/docs/search', counted, search.page)
  pages.get('/docs/search.json', counted, search.suggestions)
  const serveJson = serveDocument('application/json', () => JSON.stringify(documentWithSamples()))
  pages.get('/docs/openapi.json', counted, serveJson)
  pages.get('/docs/assets/:name', (call, next) => {
    const asset = assets.get(call.req.param('name'))
    return asset ? asset.serve(call, next) : notFoundPage(ctx, call)
  })
  return pages
}

/** Builds the index at the first search. */
function searchPages(
  ctx: Context,
  describe: () => Record<string, unknown>,
): { page: PageHandler; suggestions: PageHandler } {
  let index: Search | undefined
  const search: Search = (query) => {
    index ??= createSearch(describe() as OperationDocument)
    return index(query)
  }
  return {
    page: async (call) => {
      const areas = areasOf(describe() as OperationDocument)
      const page = searchPage(search, call.req.query('q') ?? '', areas)
      const response = await sendPage(ctx, call, 200, page)
      response.headers.set('content-security-policy', docsPolicy)
      return response
    },
    suggestions: (call) => call.json(suggestionsOf(search, call.req.query('q') ?? '')),
  }
}

/**
 * Handlers of pages that are built at their first request; 404 for a name without a page. Some differ
 * for a browser with a session, which may be over, so that others send no request that is refused.
 */
function fixedPages(ctx: Context) {
  const handlers = new Map<string, PageHandler>()
  return (build: (name: string, hasSession: boolean) => Page | undefined): PageHandler =>
    (call, next) => {
      const hasSession = readSessionCookie(ctx.config, call.req.header('cookie')) !== null
      const path = `${call.req.path} ${hasSession}`
      const known = handlers.get(path)
      if (known) return known(call, next)
      const page = build(call.req.param('name') ?? '', hasSession)
      if (!page) return notFoundPage(ctx, call)
      const handler = serveFixedPage(ctx, page, docsPolicy)
      handlers.set(path, handler)
      return handler(call, next)
    }
}
