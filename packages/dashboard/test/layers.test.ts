import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..', 'src')

/** Lowest first. A file imports from its own layer and from those before it. */
const layers: readonly string[] = [
  'messages',
  'api',
  'parts',
  'session',
  'navigation',
  'connect',
  'post',
  'report',
  'pages',
  'palette',
  'shell',
  'theme.ts',
  'router.tsx',
  'app.tsx',
  'main.tsx',
  'start.ts',
]

/** The page folders that import another one, and why. */
const pageImports: Readonly<Record<string, string>> = {
  'profiles → api-keys': 'a key of a profile is created on the page of the profile, too',
  'system → overview': 'both pages show the warnings of the server',
}

const files = globSync('**/*.{ts,tsx}', { cwd: source }).filter((file) => !file.endsWith('.d.ts'))

test('a file imports only from its own layer and from lower ones', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => layerOf(target) > layerOf(file))
      .map((target) => `${file} imports ${target}`),
  )
  expect(wrong).toEqual([])
})

test('every folder is a layer', () => {
  const folders = new Set(files.map(folderOf))
  expect([...folders].sort()).toEqual([...layers].sort())
})

test('the folder of a page imports no other page, except where a reason is given', () => {
  const found = files.flatMap((file) =>
    importsOf(file)
      .map((target) => [pageOf(file), pageOf(target)] as const)
      .filter(([page, other]) => page && other && page !== other)
      .map(([page, other]) => `${page} → ${other}`),
  )
  expect([...new Set(found)].sort()).toEqual(Object.keys(pageImports).sort())
})

function layerOf(file: string): number {
  return layers.indexOf(folderOf(file))
}

/** The first folder, or the name of a file that is in none. */
function folderOf(file: string): string {
  return file.split('/')[0]!
}

/** The folder in `pages/`, or `null` for a file of another layer. */
function pageOf(file: string): string | null {
  const [layer, page] = file.split('/')
  return layer === 'pages' ? page! : null
}

/** The sources that a file imports, statically, on demand or for types. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8')
  const shape = /^import '([^']+)'|\bfrom '([^']+)'|\bimport\('([^']+)'\)/gm
  return [...text.matchAll(shape)]
    .flatMap((match) => match.slice(1).find(Boolean) ?? [])
    .filter((specifier) => /^\..*\.tsx?$/.test(specifier))
    .map((specifier) => normalize(join(dirname(file), specifier)))
}
