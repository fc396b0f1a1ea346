import { createHash } from 'node:crypto'
import type { Context as Call, Handler } from 'hono'
import { html, raw } from 'hono/html'
import type { Context } from '../context.ts'
import { serveDocument } from '../http/document.ts'
import type { Vars } from '../http/vars.ts'
import type { Markup } from './markup.ts'

const localAddresses = ['http://localhost:*', 'http://127.0.0.1:*']

export type PageCall = Call<{ Variables: Vars }>
export type PageStatus = 200 | 400 | 403 | 404 | 409 | 410 | 413 | 429 | 500 | 502 | 503

export type Page = {
  language: string
  /** Plain text; it is escaped. */
  title: string
  style: string
  body: Markup
}

/** A whole document as text. The style stands inside it, named by its hash in the policy. */
export async function documentOf(page: Page): Promise<string> {
  const text = await html`<!doctype html>
<html lang="${page.language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title}</title>
<link rel="icon" href="data:,">
<style>${raw(page.style)}</style>
</head>
${page.body}
</html>
`
  return text.toString()
}

/**
 * Answers with a page under the strict headers of every page. A `preview` may stand in a frame of
 * our own pages, and can do nothing there.
 */
export async function answerPage(
  ctx: Context,
  call: PageCall,
  status: PageStatus,
  page: Page,
  use: 'page' | 'preview' = 'page',
): Promise<Response> {
  guardPage(call)
  if (use === 'preview') call.header('x-frame-options', 'SAMEORIGIN')
  call.header('content-security-policy', contentPolicy(ctx, page.style, use))
  return call.html(await documentOf(page), status)
}

/** Serves a page that is the same for every caller, under the headers of every page. */
export function serveFixedPage(
  ctx: Context,
  page: Page,
  policy = contentPolicy(ctx, page.style),
): Handler<{ Variables: Vars }> {
  const serve = serveDocument('text/html; charset=UTF-8', () => documentOf(page))
  return async (call, next) => {
    await serve(call, next)
    guardPage(call)
    call.header('cache-control', 'no-cache')
    call.header('content-security-policy', policy)
    return call.res
  }
}

/**
 * A page may hold a token in its address: it is kept out of caches, indexes and referrers. Within the
 * service the referrer stays, because without one a browser sends our own forms with `Origin: null`,
 * as any page of another site can (Fetch, "append a request Origin header").
 */
export function guardPage(call: PageCall): void {
  call.header('cache-control', 'no-store')
  call.header('referrer-policy', 'same-origin')
  call.header('x-robots-tag', 'noindex, nofollow')
  call.header('x-content-type-options', 'nosniff')
  call.header('x-frame-options', 'DENY')
}

/**
 * Nothing but our one style sheet, pictures, and our own forms. Chromium applies `form-action` to
 * every redirect that follows a form (https://github.com/w3c/webappsec-csp/issues/8): to the
 * platform, wherever it leads from there, and back to the owner's application, so it can name only
 * what an address may look like: https, or http on this machine.
 */
function contentPolicy(ctx: Context, style: string, use: 'page' | 'preview' = 'page'): string {
  const hash = createHash('sha256').update(style).digest('base64')
  const sandbox = ctx.config.sandboxUrl ? [new URL(ctx.config.sandboxUrl).origin] : []
  return [
    `default-src 'none'`,
    `style-src 'sha256-${hash}'`,
    ['img-src', `'self'`, 'https:', 'data:', ...sandbox].join(' '),
    ...(use === 'preview'
      ? [`form-action 'none'`]
      : [['form-action', `'self'`, 'https:', ...localAddresses, ...sandbox].join(' ')]),
    `base-uri 'none'`,
    `frame-ancestors ${use === 'preview' ? `'self'` : `'none'`}`,
  ].join('; ')
}
