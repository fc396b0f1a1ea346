import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

/**
 * `npm run structure [-- <folder>]`: prints the sub-folders of a folder, by default those of the server, with
 * their files, lines and imports of each other, as a Mermaid diagram for any Markdown viewer.
 */
const root = process.argv[2] ?? 'packages/server/src'

type Folder = { files: number; lines: number; imports: Map<string, number> }
const folders = new Map<string, Folder>()

for (const file of globSync(`${root}/**/*.{ts,tsx}`)) {
  if (/\.test\.tsx?$|\.gen\.ts$/.test(file)) continue
  const text = readFileSync(file, 'utf8')
  const name = folderOf(file)
  const folder = folders.get(name) ?? { files: 0, lines: 0, imports: new Map() }
  folders.set(name, folder)
  folder.files += 1
  folder.lines += text.split('\n').length - 1
  for (const [, specifier] of text.matchAll(/\bfrom '(\.[^']+)'/g)) {
    const target = join(dirname(file), specifier!)
    const other = relative(root, target).startsWith('..') ? null : folderOf(target)
    if (other === null || other === name) continue
    folder.imports.set(other, (folder.imports.get(other) ?? 0) + 1)
  }
}

const ids = new Map([...folders.keys()].sort().map((name, index) => [name, `f${index}`]))
const lines = ['```mermaid', 'flowchart TD']
for (const [name, id] of ids) {
  const { files, lines: count } = folders.get(name)!
  lines.push(`  ${id}["${name}<br>${files} files, ${count} lines"]`)
}
for (const [name, id] of ids) {
  for (const [other, count] of folders.get(name)!.imports) {
    lines.push(`  ${id} -->|${count}| ${ids.get(other) ?? other}`)
  }
}
process.stdout.write(`${[...lines, '```'].join('\n')}\n`)

/** The first folder below the root, or the name of a file in the root itself. */
function folderOf(file: string): string {
  return relative(root, file).split(sep)[0]!
}
