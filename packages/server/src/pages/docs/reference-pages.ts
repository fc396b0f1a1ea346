import { html } from 'hono/html'
import type { Markup } from '../markup.ts'
import type { Page } from '../page.ts'
import type { Area, AreaOperation } from './areas.ts'
import { addressOf, referenceScript, swaggerScript, swaggerStyle } from './assets.ts'
import { docsPage, type NavEntry } from './frame.ts'
import { renderMarkdown } from './markdown.ts'
import { referenceStyle } from './reference-style.ts'

/** `/docs`: the introduction, and every operation by area. It is complete without scripts. */
export function referenceOverviewPage(areas: readonly Area[], introduction: string): Page {
  const { content, sections } = renderMarkdown(introduction, (target) => target)
  const anchors = sections.map(({ id, title }) => ({ address: `#${id}`, name: title }))
  return docsPage({
    title: 'Postern API reference',
    navLabel: 'API reference',
    nav: [
      { ...overview, isCurrent: true, entries: anchors },
      { address: '#operations', name: 'Operations', entries: areas.map(entryOf) },
    ],
    main: html`<article><h1>API reference</h1>
${content}
<h2 id="operations">Operations</h2>
${areas.map(areaSection)}</article>`,
  })
}

/** `/docs/reference/<area>`: the operations of an area, shown by Swagger UI (decision 061). */
export function areaPage(areas: readonly Area[], area: Area): Page {
  const operations = area.operations.map(({ address, summary }) => ({ address, name: summary }))
  return docsPage({
    title: `${area.tag} · Postern API reference`,
    navLabel: 'API reference',
    nav: [
      overview,
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
<div id="reference" data-document="${area.documentAddress}"></div>`,
  })
}

const overview = { address: '/docs', name: 'Introduction' }

const entryOf = ({ address, tag }: Area): NavEntry => ({ address, name: tag })

function areaSection({ name, tag, address, description, operations }: Area): Markup {
  return html`<h3 id="${name}"><a href="${address}">${tag}</a></h3>
<p>${description}</p>
<ul class="operations">${operations.map(operationLink)}</ul>
`
}

function operationLink({ address, method, path, summary }: AreaOperation): Markup {
  return html`<li><a href="${address}"><span class="method">${method}</span> ${summary}</a> <code>${path}</code></li>`
}
