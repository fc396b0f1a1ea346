import { html, raw } from 'hono/html'
import { panelStyle } from './style.ts'

export type Markup = ReturnType<typeof html>

/** The layout of the panel, feed and inbox pages. */
export function panelFrame(title: string, body: Markup): Markup {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Sandbox</title><style>${raw(panelStyle)}</style></head>
<body><header><a class="home" href="/">Sandbox</a>
<nav aria-label="Sandbox"><a href="/">Control panel</a> <a href="/feed">Feed</a> <a href="/inbox">Inboxes</a></nav></header>
<main>${body}</main></body></html>`
}
