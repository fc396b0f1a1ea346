import { html } from 'hono/html'
import type { Page } from '../page.ts'
import type { Area } from './areas.ts'
import { addressOf, referenceScript, swaggerScript, swaggerStyle } from './assets.ts'
import { docsPage, type NavEntry, overviewEntry } from './frame.ts'
import { referenceStyle } from './reference-style.ts'

/** `/docs/reference/<area>`: the operations of an area, shown by Swagger UI (decision 061). */
export function areaPage(areas: readonly Area[], area: Area, hasSession: boolean): Page {
  const operations = area.operations.map(({ address, summary }) => ({ address, name: summary }))
  return docsPage({
    title: `${area.tag} · Postern API reference`,
    navLabel: 'API reference',
    menu: 'Operations',
    section: '/docs',
    nav: [
      overviewEntry,
      {
        address: '/docs#operations',
        name: 'Operations',
        entries: areas.map((each) =>
          each === area
            ? { ...entryOf(each), isCurrent: true, entries: operations }
            : entryOf(each),
        ),
      },
    ],
    style: referenceStyle,
    scripts: [swaggerScript, referenceScript],
    main: html`<h1>${area.tag}</h1>
<p>${area.description}</p>
<link rel="preload" href="${area.documentAddress}" as="fetch" crossorigin>
<link rel="stylesheet" href="${addressOf(swaggerStyle)}">
<noscript><p>This page requires JavaScript. Its <a href="${area.documentAddress}">OpenAPI document</a> does not.</p></noscript>
<div id="reference" data-document="${area.documentAddress}" data-session="${hasSession}"></div>`,
  })
}

const entryOf = ({ address, tag }: Area): NavEntry => ({ address, name: tag })
