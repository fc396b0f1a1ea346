import { html, raw } from 'hono/html'
import { sandboxIcon, sandboxMark } from './mark.ts'
import { panelStyle } from './style.ts'

export type Markup = ReturnType<typeof html>

const pages = [
  ['/', 'Control panel'],
  ['/feed', 'Feed'],
  ['/inbox', 'Inboxes'],
] as const

type Place = (typeof pages)[number][0]

/** The layout of the panel, feed and inbox pages; `place` is the page's entry in the navigation. */
export function panelFrame(title: string, place: Place, body: Markup): Markup {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Sandbox</title><link rel="icon" href="${sandboxIcon}"><style>${raw(panelStyle)}</style></head>
<body><header><a class="home" href="/">${sandboxMark}Sandbox</a>
<nav aria-label="Sandbox">${pages.map(
    ([path, name]) =>
      html`<a href="${path}"${path === place ? raw(' aria-current="page"') : ''}>${name}</a>`,
  )}</nav>
<p class="honest">Test mode<span>: nothing here reaches a real network.</span></p></header>
<main${place === '/feed' ? raw(' class="feed"') : ''}>${body}</main></body></html>`
}
