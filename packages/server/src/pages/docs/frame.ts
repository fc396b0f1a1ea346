import { html } from 'hono/html'
import type { Markup } from '../markup.ts'
import { nothing } from '../markup.ts'
import type { Page } from '../page.ts'
import { posternIcon, posternMark } from '../postern-mark.ts'
import { type Asset, addressOf, docsScript } from './assets.ts'
import { docsStyle } from './style.ts'

export type NavEntry = {
  address: string
  name: string
  isCurrent?: boolean
  entries?: NavEntry[]
}

export const overviewEntry: NavEntry = { address: '/docs', name: 'Introduction' }

type DocsPage = {
  title: string
  navLabel?: string
  /** The button that opens the navigation on narrow screens. */
  menu?: string
  /** The entry of the header that the page belongs to. */
  section?: (typeof documents)[number][0]
  nav: NavEntry[]
  main: Markup
  scripts?: Asset[]
  /** What the search field contains. */
  query?: string
}

/** A documentation page: header, navigation at the side and content. It also works without scripts. */
export function docsPage(page: DocsPage): Page {
  return {
    language: 'en',
    icon: posternIcon,
    title: page.title,
    style: docsStyle,
    body: html`<body>
${docsHeader(page)}
<div class="frame">
<nav class="side" id="side" popover aria-label="${page.navLabel ?? 'On this page'}"><button type="button" class="close" popovertarget="side" popovertargetaction="hide" aria-label="Close">✕</button>${navList(page.nav)}</nav>
<main id="main">${page.main}</main>
</div>
${docsScripts(page.scripts)}
</body>`,
  }
}

const documents = [
  ['/docs', 'Reference'],
  ['/docs/guides', 'Guides'],
  ['/docs/events', 'Events'],
  ['/docs/errors', 'Errors'],
  ['/v1/openapi.json', 'OpenAPI'],
] as const

/**
 * The navigation and search of every documentation page. The script makes `/` focus the field. On narrow screens
 * the search and the button of the side navigation stay at the top.
 */
function docsHeader({ section, query = '', menu, navLabel }: DocsPage): Markup {
  return html`<a class="skip" href="#main">Skip to content</a>
<header class="top"><a class="home" href="/">${posternMark(28)}Postern</a>
<nav aria-label="Documents"><ul>${documents.map(([address, name]) => html`<li><a href="${address}"${address === section ? html` aria-current="true"` : nothing}>${name}</a></li>`)}</ul></nav>
<div class="bar"><button type="button" class="menu" popovertarget="side">${menu ?? navLabel ?? 'On this page'}</button><form class="find" role="search" action="/docs/search"><input type="search" name="q" value="${query}" maxlength="100" placeholder="Search" aria-label="Search the documentation" aria-keyshortcuts="/"></form></div>
</header>`
}

/** Modules, so that names of one do not collide with those of another. */
function docsScripts(others: readonly Asset[] = []): Markup {
  return html`${[docsScript, ...others].map(
    (asset) => html`<script src="${addressOf(asset)}" type="module"></script>`,
  )}`
}

function navList(entries: NavEntry[]): Markup {
  return html`<ul>${entries.map(
    ({ address, name, isCurrent, entries: inner }) =>
      html`<li><a href="${address}"${isCurrent ? html` aria-current="page"` : nothing}>${name}</a>${inner?.length ? navList(inner) : nothing}</li>`,
  )}</ul>`
}

/** A sentence in which backticks mark code, the only markup that our texts use. */
export function inline(text: string): Markup {
  const parts = text.split('`')
  return html`${parts.map((part, index) => (index % 2 ? html`<code>${part}</code>` : part))}`
}
