import { html, raw } from 'hono/html'
import type { Markup } from './markup.ts'

/** The shapes of `packages/dashboard/src/mark.svg`. */
const shapes =
  '<rect width="32" height="32" rx="8" fill="#3566ad" stroke="none"/><path d="M8.5 25V15.5a7.5 7.5 0 0 1 15 0V25" stroke="#fff" stroke-width="2.8" stroke-linecap="round"/><path d="M13 26.4v-9.9a3 3 0 0 1 6 0v9.9z" fill="#fff" stroke="none"/>'

/** The product's mark. Only for our own pages: the pages for clients show the agency's logo. */
export function posternMark(size: number): Markup {
  return html`<svg width="${size}" height="${size}" viewBox="0 0 32 32" fill="none" aria-hidden="true" focusable="false">${raw(shapes)}</svg>`
}

/** The icon of our own pages in the browser's tab. */
export const posternIcon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none">${shapes}</svg>`,
)}`
