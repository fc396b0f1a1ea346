import { html, raw } from 'hono/html'
import type { Markup } from './frame.ts'

/**
 * Reads the page again every three seconds while it is visible, and replaces the elements that have
 * `data-live` and an ID. Rows stay open or closed, lists scrolled and the focus where it is; a
 * selection of text postpones it. Without JavaScript the button remains.
 */
const script = `
const replace = (before, after) => {
  const wasEmpty = !before.querySelector('details')
  for (const row of after.querySelectorAll('details[id]')) {
    const known = document.getElementById(row.id)
    row.open = known ? known.open : wasEmpty && row.open
  }
  const { scrollTop } = before
  const focused = before.contains(document.activeElement) && document.activeElement.closest('[id]').id
  before.replaceWith(after)
  after.scrollTop = scrollTop
  if (focused) (document.querySelector('#' + focused + ' > summary') ?? document.getElementById(focused))?.focus()
}
const refresh = async () => {
  if (document.hidden || !getSelection().isCollapsed) return
  const response = await fetch(location.href)
  if (!response.ok) return
  const next = new DOMParser().parseFromString(await response.text(), 'text/html')
  for (const before of document.querySelectorAll('[data-live]')) {
    const after = next.getElementById(before.id)
    if (after) replace(before, after)
  }
}
document.getElementById('refresh').outerHTML = '<small>Updates automatically</small>'
setInterval(() => refresh().catch(() => {}), 3000)
`

/** Keeps what has `data-live` on the page current. */
export const liveScript: Markup = html`<script>${raw(script)}</script>`

/** For browsers without JavaScript: the address of the page. */
export function refreshButton(path: string): Markup {
  return html`<a class="button" id="refresh" href="${path}">Refresh</a>`
}
