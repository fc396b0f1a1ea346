import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { html } from 'hono/html'
import type { Config } from '../../core/config.ts'
import { packedFolder } from '../../core/packed.ts'
import type { Page } from '../page.ts'
import { docsPage, type NavEntry } from './frame.ts'
import { type Guide, guideGroups, guides } from './guide-list.ts'
import { renderMarkdown, type Section } from './markdown.ts'

export type RenderedGuide = Guide & ReturnType<typeof renderMarkdown>

/** The URLs of this instance, which the guides show instead of those of a first start. */
export type InstanceUrls = Pick<Config, 'publicUrl' | 'sandboxUrl'>

const firstStart = { publicUrl: 'http://localhost:4000', sandboxUrl: 'http://127.0.0.1:4100' }

/** A guide of `docs/` as HTML; `undefined` for a name that is not served. */
export function readGuide(
  name: string,
  { publicUrl, sandboxUrl }: InstanceUrls = firstStart,
): RenderedGuide | undefined {
  const guide = guides.find((each) => each.name === name)
  if (!guide) return undefined
  const source = readFileSync(join(packedFolder('docs', 'docs'), `${name}.md`), 'utf8')
    .replaceAll(firstStart.publicUrl, publicUrl)
    .replaceAll(firstStart.sandboxUrl, sandboxUrl ?? firstStart.sandboxUrl)
  return { ...guide, ...renderMarkdown(source, linkOf) }
}

/** Guides link to guides, pages of this service and other sites. Other files are not served. */
function linkOf(target: string): string | null {
  if (/^(https:\/\/|#|\/(docs|dashboard)(\/|#|$))/.test(target)) return target
  const [, name, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(target) ?? []
  return guides.some((guide) => guide.name === name) ? `/docs/guides/${name}${anchor}` : null
}

export function guidePage({ name, title, content, sections }: RenderedGuide): Page {
  return docsPage({
    title: `${title} · Postern`,
    navLabel: 'Guides',
    section: '/docs/guides',
    nav: guideNav(name, sections),
    main: html`<article>${content}</article>`,
  })
}

/** `/docs/guides`: every guide with the sections that it has. */
export function guideIndexPage(): Page {
  return docsPage({
    title: 'Postern guides',
    navLabel: 'Guides',
    section: '/docs/guides',
    nav: guideNav(null, []),
    main: html`<h1>Guides</h1>
${guideGroups.map(
  (group) => html`<h2 id="${group.title}">${group.title}</h2>
<ul class="ways">${group.guides.map(({ name, title }) => html`<li><a href="/docs/guides/${name}"><strong>${title}</strong><span>${headingOf(name)}</span></a></li>`)}</ul>`,
)}`,
  })
}

function headingOf(name: string): string {
  return readGuide(name)?.sections[0]?.title ?? ''
}

function guideNav(current: string | null, sections: readonly Section[]): NavEntry[] {
  return guideGroups.map((group) => ({
    address: `/docs/guides#${group.title}`,
    name: group.title,
    entries: group.guides.map(({ name, title }) =>
      name === current
        ? { ...entryOf(name, title), isCurrent: true, entries: anchorsOf(sections) }
        : entryOf(name, title),
    ),
  }))
}

const entryOf = (name: string, title: string) => ({ address: `/docs/guides/${name}`, name: title })

function anchorsOf(sections: readonly Section[]): NavEntry[] {
  return sections
    .filter(({ depth }) => depth === 2)
    .map(({ id, title }) => ({ address: `#${id}`, name: title }))
}
