import { createHash } from 'node:crypto'
import type { Context as Call, Handler } from 'hono'
import { html, raw } from 'hono/html'
import type { Context } from '../context.ts'
import type { Config } from '../core/config.ts'
import { readBytes } from '../http/body.ts'
import { serveDocument } from '../http/document.ts'
import type { Vars } from '../http/vars.ts'
import type { Markup } from './markup.ts'

/** Enough for the IDs of all accounts of one login (`limits.connect.pagesMax`). */
const formBytesMax = 65_536

const localAddresses = ['http://localhost:*', 'http://127.0.0.1:*']

export type PageCall = Call<{ Variables: Vars }>
export type PageStatus = 200 | 400 | 403 | 404 | 409 | 410 | 413 | 422 | 429 | 500 | 502 | 503

export type Page = {
  language: string
  /** Plain text, which is escaped. */
  title: string
  style: string
  body: Markup
  /** Whether it plays videos of this service. */
  hasVideos?: boolean
  /** The icon in the browser's tab; none on the pages for clients. */
  icon?: string
}

/** The HTML document with its inline style, which the content policy allows by hash. */
export async function documentOf(page: Page): Promise<string> {
  const text = await html`<!doctype html>
<html lang="${page.language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title}</title>
<link rel="icon" href="${page.icon ?? 'data:,'}">
<style>${raw(page.style)}</style>
</head>
${page.body}
</html>
`
  return text.toString()
}

/**
 * Responds with a page and the strict security headers. A `preview` can be framed by pages of this
 * service; its forms are disabled.
 */
export async function sendPage(
  ctx: Context,
  call: PageCall,
  status: PageStatus,
  page: Page,
  use: 'page' | 'preview' = 'page',
): Promise<Response> {
  guardPage(call)
  if (use === 'preview') call.header('x-frame-options', 'SAMEORIGIN')
  call.header('content-security-policy', contentPolicy(ctx, page, use))
  return call.html(await documentOf(page), status)
}

/** Serves a page that is the same for every caller, with the security headers. */
export function serveFixedPage(
  ctx: Context,
  page: Page,
  policy = contentPolicy(ctx, page),
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
 * Keeps the URL, which may contain a token, out of caches, indexes and referrers. Same-origin referrers
 * stay: without them, browsers send our own forms with `Origin: null` (Fetch, "append a request Origin
 * header"), which any other site can also send.
 */
export function guardPage(call: PageCall): void {
  call.header('cache-control', 'no-store')
  call.header('referrer-policy', 'same-origin')
  call.header('x-robots-tag', 'noindex, nofollow')
  call.header('x-content-type-options', 'nosniff')
  call.header('x-frame-options', 'DENY')
}

/** What avatars come from and logins lead to besides https: the sandbox, its servers, and private servers. */
export function privateOrigins({
  sandboxUrl,
  trustedServers,
}: Pick<Config, 'sandboxUrl' | 'trustedServers'>): string[] {
  return [...(sandboxUrl ? [new URL(sandboxUrl).origin] : []), ...trustedServers]
}

/**
 * Allows only the inline style, images and our own forms. Chromium applies `form-action` to every
 * redirect after a form (https://github.com/w3c/webappsec-csp/issues/8), through the platform back to
 * the owner's application, so it allows all https URLs, and http on this machine.
 */
function contentPolicy(
  ctx: Context,
  { style, hasVideos = false }: Pick<Page, 'style' | 'hasVideos'>,
  use: 'page' | 'preview' = 'page',
): string {
  const hash = createHash('sha256').update(style).digest('base64')
  return [
    `default-src 'none'`,
    `style-src 'sha256-${hash}'`,
    ['img-src', `'self'`, 'https:', 'data:', ...privateOrigins(ctx.config)].join(' '),
    ...(hasVideos ? [`media-src 'self'`] : []),
    ...(use === 'preview'
      ? [`form-action 'none'`]
      : [
          [
            'form-action',
            `'self'`,
            'https:',
            ...localAddresses,
            ...privateOrigins(ctx.config),
          ].join(' '),
        ]),
    `base-uri 'none'`,
    `frame-ancestors ${use === 'preview' ? `'self'` : `'none'`}`,
  ].join('; ')
}

export async function readForm(call: PageCall): Promise<URLSearchParams> {
  return new URLSearchParams((await readBytes(call.req.raw, formBytesMax)).toString('utf8'))
}
