import { html } from 'hono/html'
import type { Markup } from '../markup.ts'
import type { Page } from '../page.ts'
import type { Area } from './areas.ts'
import { docsPage, inline, overviewEntry } from './frame.ts'
import { type IntroductionSection, introductionSections } from './introduction.ts'
import { renderMarkdown } from './markdown.ts'
import { operationLinks } from './reference-pages.ts'
import { sampleTabs } from './sample-tabs.ts'
import { type CodeSample, type DescribedOperation, samplesOf } from './samples.ts'

const starts = [
  ['/docs/guides/quick-start', 'Quick start', 'From a key to a published post in ten minutes'],
  ['/docs/guides', 'Guides', 'Connect clients, publish, receive events, self-host'],
  ['/docs/events', 'Events', 'Every webhook event with its fields and a sample'],
  ['/docs/errors', 'Errors', 'Every error code and what to do'],
] as const

// `npm run release` finds this sentence.
const install =
  'The TypeScript and Python clients are not on npm yet, nor on PyPI. In a clone of the repository, `npm ci && npm pack --workspace @postern/sdk` and `npm run sdk-python` build the files for `npm install` and `pip install`.'

/** `/docs`: the page to start from, with every area and operation. It is complete without scripts. */
export function overviewPage(
  areas: readonly Area[],
  description: string,
  publicUrl: string,
  me: DescribedOperation,
): Page {
  const sections = introductionSections(publicUrl)
  const samples = samplesOf({ publicUrl, method: 'get', path: '/v1/me', operation: me })
  const anchors = sections.map(({ id, title }) => ({ address: `#${id}`, name: title }))
  const operationCount = areas.reduce((sum, { operations }) => sum + operations.length, 0)
  return docsPage({
    title: 'Postern API reference',
    navLabel: 'API reference',
    menu: 'Operations',
    section: '/docs',
    nav: [
      { ...overviewEntry, isCurrent: true, entries: anchors },
      {
        address: '#operations',
        name: 'Operations',
        entries: areas.map(({ address, tag }) => ({ address, name: tag })),
      },
    ],
    main: html`<h1>API reference</h1>
<p>${description}</p>
<ul class="ways four">${starts.map(([address, name, text]) => card(address, name, text))}</ul>
<article class="pairs">${sections.map((section) => pair(section, section.id === 'your-first-request' ? samples : null))}</article>
<h2 id="operations">Operations</h2>
<ul class="ways">${areas.map(({ address, tag, description: text }) => card(address, tag, text))}</ul>
<details class="all"><summary>All ${operationCount} operations</summary>
${areas.map(operationList)}</details>`,
  })
}

function card(address: string, name: string, text: string): Markup {
  return html`<li><a href="${address}"><strong>${name}</strong><span>${text}</span></a></li>`
}

function pair({ id, title, text, code }: IntroductionSection, samples: CodeSample[] | null) {
  const { content } = renderMarkdown(text, (target) => target)
  return html`<section class="pair" aria-labelledby="${id}"><div><h2 id="${id}">${title}</h2>
${content}</div>
<div class="beside">${samples ? firstRequest(samples) : html`<pre tabindex="0"><code>${code}</code></pre>`}</div></section>`
}

function firstRequest(samples: readonly CodeSample[]): Markup {
  return html`<pre tabindex="0"><code>export POSTERN_KEY=pst_owner_…</code></pre>
${sampleTabs(samples, 'first-request')}
<p class="access">${inline(install)}</p>`
}

function operationList({ tag, address, operations }: Area): Markup {
  return html`<h3><a href="${address}">${tag}</a></h3>
${operationLinks(operations)}
`
}
