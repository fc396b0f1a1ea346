import { html, raw } from 'hono/html'
import type { Markup } from './frame.ts'

/**
 * Reads the page again every three seconds while it is visible, and replaces the elements that have
 * `data-live` and an ID. Rows stay open or closed, and choices and the focus as they are. A selection
 * of text postpones it, as do a pressed button and a choice with the focus. With `data-live="hold"` new rows wait while
 * one is open, and a button with `data-shows` shows them. What is open or closed also stays after the
 * forms of a page, until the browser tab is closed. Without JavaScript the button remains.
 */
const script = `
const states = JSON.parse(sessionStorage.getItem('open') ?? '{}')
for (const row of document.querySelectorAll('details[id]')) row.open = states[row.id] ?? row.open
document.addEventListener('toggle', ({ target }) => {
  if (!target.id) return
  states[target.id] = target.open
  sessionStorage.setItem('open', JSON.stringify(states))
}, true)
const controls = (root) => [...root.querySelectorAll('summary,a,button,select')]
const replace = (before, after) => {
  const wasEmpty = !before.querySelector('details')
  for (const row of after.querySelectorAll('details[id]')) {
    const known = document.getElementById(row.id)
    row.open = known ? known.open : wasEmpty && row.open
  }
  for (const { name, value, parentNode } of before.querySelectorAll('details[open] select')) {
    const field = after.querySelector('#' + parentNode.closest('[id]').id + ' select[name="' + name + '"]')
    if (field) field.value = value
  }
  const active = document.activeElement
  const place = before.contains(active) && active.closest('[id]')
  before.replaceWith(after)
  const same = place && document.getElementById(place.id)
  if (same) controls(same)[controls(place).indexOf(active)]?.focus()
  const button = document.querySelector('[data-shows="' + after.id + '"]')
  if (button) button.hidden = true
}
const hasNew = (before, after) =>
  [...after.querySelectorAll('details[id]')].some(({ id }) => !before.querySelector('#' + id))
const refresh = async () => {
  if (document.hidden || !getSelection().isCollapsed) return
  const response = await fetch(source)
  if (!response.ok) return
  // Otherwise a button that is pressed would be replaced before its click.
  if (document.querySelector(':active')) return
  const next = new DOMParser().parseFromString(await response.text(), 'text/html')
  for (const before of document.querySelectorAll('[data-live]')) {
    const after = next.getElementById(before.id)
    const field = before.querySelector('select:focus')
    if (!after || field) continue
    const button = before.dataset.live === 'hold' && before.querySelector('details[open]')
      && document.querySelector('[data-shows="' + before.id + '"]')
    if (button && hasNew(before, after)) {
      button.hidden = false
      button.onclick = () => replace(document.getElementById(before.id), after)
    } else replace(before, after)
  }
}
const link = document.getElementById('refresh')
// The page that a rejected form shows has another path than the page that is read.
const source = link.pathname === location.pathname ? location.href : link.href
link.outerHTML = '<small>Updates automatically</small>'
setInterval(() => refresh().catch(() => {}), 3000)
`

/** Keeps what has `data-live` on the page current. */
export const liveScript: Markup = html`<script>${raw(script)}</script>`

/** Shows the rows that wait in a list with `data-live="hold"`. */
export function showNewButton(listId: string, label: string): Markup {
  return html`<button type="button" data-shows="${listId}" hidden>${label}</button>`
}

/** For browsers without JavaScript: the address of the page. */
export function refreshButton(path: string): Markup {
  return html`<a class="button" id="refresh" href="${path}">Refresh</a>`
}
