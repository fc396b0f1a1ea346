import { html, raw } from 'hono/html'

/** The product's mark, in amber: nothing here is real. */
const shapes =
  '<rect width="32" height="32" rx="8" fill="#b45309"/><path d="M8.5 25V15.5a7.5 7.5 0 0 1 15 0V25" stroke="#fff" stroke-width="2.8" stroke-linecap="round"/><path d="M13 26.4v-9.9a3 3 0 0 1 6 0v9.9z" fill="#fff"/>'

export const sandboxMark = html`<svg width="28" height="28" viewBox="0 0 32 32" fill="none" aria-hidden="true">${raw(shapes)}</svg>`

/** The icon in the browser's tab. */
export const sandboxIcon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none">${shapes}</svg>`,
)}`
