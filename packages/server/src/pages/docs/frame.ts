import { html } from 'hono/html'
import type { Markup } from '../markup.ts'
import { nothing } from '../markup.ts'
import type { Page } from '../page.ts'
import { docsStyle } from './style.ts'

export type NavEntry = { address: string; name: string; entries?: NavEntry[] }

/** A documentation page: header, table of contents and content. */
export function docsPage(page: { title: string; nav: NavEntry[]; main: Markup }): Page {
  return {
    language: 'en',
    title: page.title,
    style: docsStyle,
    body: html`<body>
${docsHeader()}
<div class="frame">
<nav class="side" aria-label="On this page">${navList(page.nav)}</nav>
<main id="main">${page.main}</main>
</div>
</body>`,
  }
}

export function docsHeader(): Markup {
  return html`<a class="skip" href="#main">Skip to content</a>
<header class="top"><a class="home" href="/">Postern</a>
<nav aria-label="Documents"><ul><li><a href="/docs">API reference</a></li><li><a href="/docs/errors">Errors</a></li><li><a href="/v1/openapi.json">OpenAPI</a></li></ul></nav>
</header>`
}

function navList(entries: NavEntry[]): Markup {
  return html`<ul>${entries.map(
    ({ address, name, entries: inner }) =>
      html`<li><a href="${address}">${name}</a>${inner ? navList(inner) : nothing}</li>`,
  )}</ul>`
}

/** A sentence in which backticks mark code, the only markup that our texts use. */
export function inline(text: string): Markup {
  const parts = text.split('`')
  return html`${parts.map((part, index) => (index % 2 ? html`<code>${part}</code>` : part))}`
}
