import { html } from 'hono/html'
import type { Markup } from '../markup.ts'
import type { Page } from '../page.ts'
import type { Area, AreaOperation } from './areas.ts'
import { referenceScript } from './assets.ts'
import type { Schemas } from './fields.ts'
import { docsPage, type NavEntry, overviewEntry } from './frame.ts'
import { operationSection } from './operation.ts'
import { keyDialog } from './try-it-out.ts'

/** `/docs/reference/<area>`: the operations of an area with their fields and samples. */
export function areaPage(shown: {
  areas: readonly Area[]
  area: Area
  schemas: Schemas
  publicUrl: string
  hasSession: boolean
}): Page {
  const { areas, area, schemas, publicUrl, hasSession } = shown
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
    scripts: [referenceScript],
    main: html`<h1>${area.tag}</h1>
<p>${area.description}</p>
${keyDialog(area, hasSession)}
${operationLinks(area.operations)}
${area.operations.map((operation) => operationSection(operation, schemas, publicUrl))}`,
  })
}

const entryOf = ({ address, tag }: Area): NavEntry => ({ address, name: tag })

export function operationLinks(operations: readonly AreaOperation[]): Markup {
  return html`<ul class="operations">${operations.map(
    ({ address, method, path, summary }) =>
      html`<li><a href="${address}"><span class="method">${method}</span> ${summary}</a> <code>${path}</code></li>`,
  )}</ul>`
}
