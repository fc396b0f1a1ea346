import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Context } from '../context.ts'
import { serveDocument } from '../http/document.ts'
import { countUnauthenticatedRequests } from '../http/unauthenticated.ts'
import type { Vars } from '../http/vars.ts'
import { docsHeader } from './docs-frame.ts'
import { failurePage, notFoundPage } from './error.ts'
import { errorListPage } from './error-list.ts'
import { type Page, serveFixedPage } from './page.ts'
import { introduction } from './reference-intro.ts'
import { referenceStyle } from './reference-style.ts'

type Operation = { responses: Record<string, { description: string; 'x-codes'?: string[] }> }
type Document = {
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
}

const start = `document.documentElement.classList.toggle(
  'dark-mode', matchMedia('(prefers-color-scheme: dark)').matches)
SwaggerUIBundle({
  url: '/docs/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
})
`
const style = assetOf('swagger-ui', 'css', read('swagger-ui.css'))
const library = assetOf('swagger-ui', 'js', read('swagger-ui-bundle.js'))
const starter = assetOf('start', 'js', start)

/** Allows only the files of Swagger UI, which sets inline styles, and requests to this service. */
const policy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `form-action 'none'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

/** The API reference at /docs, rendered by Swagger UI, and the list of errors (decision 033). */
export function docsPages(
  ctx: Context,
  document: Record<string, unknown>,
): Hono<{ Variables: Vars }> {
  const pages = new Hono<{ Variables: Vars }>()
  pages.onError((err, call) => failurePage(ctx, call, err))
  pages.get(
    '/docs',
    countUnauthenticatedRequests(ctx),
    serveFixedPage(ctx, referencePage(), policy),
  )
  pages.get('/docs/errors', countUnauthenticatedRequests(ctx), serveFixedPage(ctx, errorListPage()))
  const pageDocument = referenceDocument(document, ctx.config.publicUrl)
  const serveDocumentJson = serveDocument('application/json', () => JSON.stringify(pageDocument))
  pages.get('/docs/openapi.json', countUnauthenticatedRequests(ctx), serveDocumentJson)
  const files = new Map([style, library, starter].map(({ name, serve }) => [name, serve]))
  pages.get('/docs/assets/:name', (call, next) => {
    const serve = files.get(call.req.param('name'))
    return serve ? serve(call, next) : notFoundPage(ctx, call)
  })
  return pages
}

export function referencePage(): Page {
  return {
    language: 'en',
    title: 'Postern API reference',
    style: referenceStyle,
    body: html`<body>
${docsHeader()}
<section id="main" tabindex="-1" aria-label="API reference"><div id="reference"></div></section>
<noscript><p>This page requires JavaScript. The document is also available at <a href="/v1/openapi.json">/v1/openapi.json</a>.</p></noscript>
<link rel="stylesheet" href="/docs/assets/${style.name}">
<script src="/docs/assets/${library.name}"></script>
<script src="/docs/assets/${starter.name}"></script>
</body>`,
  }
}

/** The OpenAPI document for the page: with an introduction, linked error codes and this server. */
export function referenceDocument(
  source: Record<string, unknown>,
  publicUrl: string,
): Record<string, unknown> {
  const document = structuredClone(source) as Document
  document.info.description = introduction(document.info.description, publicUrl)
  for (const operation of Object.values(document.paths).flatMap(Object.values<Operation>)) {
    for (const response of Object.values(operation.responses)) {
      for (const code of response['x-codes'] ?? []) {
        const link = `[\`${code}\`](/docs/errors#${code}):`
        response.description = response.description.replace(`\`${code}\`:`, link)
      }
    }
  }
  return { ...document, servers: [{ url: '/' }] }
}

function read(name: string): string {
  return readFileSync(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`)), 'utf8')
}

/** A file with the hash of its content in its name, so that browsers can cache it. */
function assetOf(title: string, extension: 'css' | 'js', text: string) {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
  const type = extension === 'css' ? 'text/css' : 'text/javascript'
  const cacheControl = 'public, max-age=31536000, immutable'
  return {
    name: `${title}-${hash}.${extension}`,
    serve: serveDocument(`${type}; charset=utf-8`, () => text, cacheControl),
  }
}
