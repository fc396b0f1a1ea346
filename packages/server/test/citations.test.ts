import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { platformValues } from '../src/core/networks.ts'
import { renderMarkdown } from '../src/pages/docs/markdown.ts'

const root = join(import.meta.dirname, '..', '..', '..')
/** Every text that people write, by its path from the root. */
const texts = readTexts()
const documents = [...texts].filter(([path]) => path.endsWith('.md'))

/** The documents that are cited by section, such as `threads.md §6.1`: name → sections. */
const citedDocuments = new Map(
  documents
    .filter(([path]) => /^docs\/(?:contract|networks\/[a-z]+)\.md$/.test(path))
    .map(([path, text]) => {
      const headings = [...text.matchAll(/^#{2,4} (\d+(?:\.\d+)*) /gm)]
      return [basename(path), new Set(headings.map(([, section]) => section))]
    }),
)

/** What precedes a section: a document or a standard, and perhaps other sections of it. */
const sourcePattern =
  /(?:(?<name>[\w-]+\.md)|RFC \w+|WCAG [\d.]+) (?:§[\d.]*\d(?:,| and| to| or)?[\s*/]+)*$/

test('every cited section exists in its document', () => {
  const counts = new Map<string, number>()
  const wrong: string[] = []
  for (const [path, text] of texts) {
    for (const { 1: section, index } of text.matchAll(/§(\d+(?:\.\d+)*)/g)) {
      const source = sourcePattern.exec(text.slice(Math.max(0, index - 160), index))
      if (source && !source.groups?.name) continue
      // Within a document, a section without a name is its own.
      const name = source?.groups?.name ?? basename(path)
      counts.set(name, (counts.get(name) ?? 0) + 1)
      if (citedDocuments.get(name)?.has(section!)) continue
      wrong.push(`${path}:${text.slice(0, index).split('\n').length} cites ${name} §${section}`)
    }
  }
  expect(wrong).toEqual([])
  for (const name of citedDocuments.keys()) expect(counts.get(name)).toBeGreaterThan(20)
})

test.each(platformValues)(
  'every section of the document of %s names a page or a recorded answer',
  (network) => {
    const text = texts.get(`docs/networks/${network}.md`) ?? ''
    expect(text).toMatch(/\b(?:read|observed)\b.*\b20\d\d\b/s)
    const sections = text.split(/^## /m).slice(1)
    expect(sections.length).toBeGreaterThan(5)
    const unsourced = sections.filter((section) => !/\(https:\/\/|recorded answer/i.test(section))
    expect(unsourced.map((section) => section.split('\n')[0])).toEqual([])
  },
)

test('every link of a document leads to a file and a heading that exist', () => {
  const anchors = new Map<string, readonly string[]>()
  const anchorsOf = (path: string) => {
    if (!anchors.has(path)) anchors.set(path, findAnchors(path))
    return anchors.get(path)!
  }
  const wrong = documents.flatMap(([path, text]) =>
    [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/\]\(([^)\s]+)\)/g)].flatMap(
      ([, target]) => {
        if (/^(?:[a-z]+:|\/)/.test(target!)) return []
        const [file = '', anchor] = target!.split('#')
        const linked = file ? join(dirname(path), file) : path
        const isRight = anchor ? anchorsOf(linked).includes(anchor) : existsSync(join(root, linked))
        return isRight ? [] : [`${path} links ${target}`]
      },
    ),
  )
  expect(wrong).toEqual([])
})

function findAnchors(path: string): string[] {
  return renderMarkdown(texts.get(path) ?? '', () => null).sections.map(({ id }) => id)
}

function readTexts(): Map<string, string> {
  const folders = ['packages', 'bench', 'scripts', 'docs'].flatMap((name) => findFiles(name))
  const paths = [...readdirSync(root).filter((name) => name.endsWith('.md')), ...folders]
  return new Map(paths.map((path) => [path, readFileSync(resolve(root, path), 'utf8')]))
}

/** Without what is installed, built or generated. */
function findFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return /\.(?:tsx?|mjs|py|md|sql)$/.test(entry.name) ? [path] : []
    return /^(?:node_modules|dist|\..*)$/.test(entry.name) ? [] : findFiles(path)
  })
}
