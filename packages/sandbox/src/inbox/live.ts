import { html, raw } from 'hono/html'
import type { Markup } from '../panel/frame.ts'

/**
 * Reads the page again every three seconds while it is visible, and replaces its list. Rows stay
 * open or closed, the focus stays, and a selection of text postpones it. Without JavaScript the
 * button remains.
 */
const script = `
const refresh = async () => {
  if (document.hidden || !getSelection().isCollapsed) return
  const response = await fetch(location.href)
  if (!response.ok) return
  const next = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('live')
  const list = document.getElementById('live')
  const wasEmpty = !list.querySelector('details')
  for (const after of next.querySelectorAll('details[id]')) {
    const before = document.getElementById(after.id)
    after.open = before ? before.open : wasEmpty && after.open
  }
  const focused = document.activeElement.closest('#live [id]')?.id
  list.replaceWith(next)
  if (focused) (document.querySelector('#' + focused + ' > summary') ?? document.getElementById(focused))?.focus()
}
document.getElementById('refresh').outerHTML = '<small>Updates automatically</small>'
setInterval(() => refresh().catch(() => {}), 3000)
`

/** A list that stays current, with the address of its page for those without JavaScript. */
export function liveList(content: Markup | Markup[]): Markup {
  return html`<div id="live">${content}</div><script>${raw(script)}</script>`
}

export function refreshButton(path: string): Markup {
  return html`<a class="button" id="refresh" href="${path}">Refresh</a>`
}
