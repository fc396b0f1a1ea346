import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { expect, test } from 'vitest'
import type { Context } from '../src/context.ts'
import { limits } from '../src/core/limits.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const packages = join(root, 'packages')
const source = join(packages, 'server', 'src')

/** Lowest first. A file imports from its own layer and from those before it. */
const layers: readonly (readonly string[])[] = [
  ['core', 'security', 'telemetry', 'outbound', 'storage'],
  ['schemas'],
  ['database'],
  ['platforms'],
  ['context.ts'],
  ['jobs'],
  ['access'],
  ['http'],
  ['resources/keys'],
  ['resources/members'],
  ['resources/owner'],
  ['resources/audit'],
  ['resources/webhooks'],
  ['resources/notices'],
  ['resources/profiles'],
  ['resources/sent-pages'],
  ['resources/accounts'],
  ['resources/media'],
  ['resources/posting-plans'],
  ['resources/posts'],
  ['resources/imports'],
  ['resources/comments'],
  ['resources/saved-texts'],
  ['resources/insights'],
  ['resources/connect'],
  ['resources/approvals'],
  ['resources/reports'],
  ['resources/overview'],
  ['resources/requests'],
  ['resources/system'],
  ['resources/live'],
  ['pages'],
  ['mcp'],
  ['operation'],
  ['app.ts'],
  ['setup.ts'],
  ['serve.ts'],
  ['start'],
  ['main.ts'],
  ['cli'],
]

const shortLinesMax = 10

/** Files that are as short as this, by the end of their path, and why each is a separate file. */
const shortFiles: Readonly<Record<string, string>> = {
  'src/.*messages\\.ts': 'the messages of one area: a page loads those of its areas only',
  'messages/[a-z]{2}/language\\.ts': 'one per language folder, loaded by that name',
  'parts/format-bytes\\.ts': 'pages that share nothing else import it',
  'parts/safe-url\\.ts': 'a security rule; tests cannot import from a file with markup',
  'accounts/access-expiry\\.ts': 'a rule; tests cannot import from a file with markup',
  'database/column-types\\.ts': 'imported by the files of table types, which import each other',
  'dashboard/src/limits\\.d\\.ts': 'the type of a constant that the build inserts',
  '(comments|insights|saved-texts)/erase\\.ts': 'one per resource with rows of a profile',
  'platforms/facebook/options\\.ts': 'one per network',
  'platforms/wire/upload-deadline\\.ts': 'a rule that the networks with uploads share',
  '(facebook|threads)/permalink\\.ts':
    'imported by posts, comments and events, which import each other',
  'dashboard/test/pages/.*\\.test\\.ts': 'the scenes of one area: files run at the same time',
  'test/hostile\\.ts': 'texts for tests of every area',
  'test/inspector-host\\.ts': 'runs in a separate process',
  'scripts/(build|write-openapi|start)\\.ts': 'started by a command of package.json',
}

const files = listFiles(source).filter((file) => !file.endsWith('.test.ts'))

test('a file imports only from its own layer and from lower ones', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => layerOf(target) > layerOf(file))
      .map((target) => `${relative(source, file)} imports ${relative(source, target)}`),
  )
  expect(wrong).toEqual([])
})

test('every folder of the server and of resources/ is named in one layer', () => {
  const folders = new Set(files.map(folderOf))
  expect([...folders].sort()).toEqual(layers.flat().sort())
})

test('layerOf returns the position of a layer', () => {
  expect(layerOf(join(source, 'core/ids.ts'))).toBe(0)
  expect(layerOf(join(source, 'cli/main.ts'))).toBe(layers.length - 1)
})

/** The programs that the image and `postern` (bin/postern.mjs) start. */
const entryPoints = ['main.ts', 'cli/main.ts'].map((name) => join(source, name))

test('every source file is used by an entry point; files only for tests are in test, outside the image', () => {
  const used = new Set<string>()
  const walk = (file: string): void => {
    if (used.has(file)) return
    used.add(file)
    for (const target of importsOf(file)) walk(target)
  }
  for (const entryPoint of entryPoints) walk(entryPoint)
  expect(files.filter((file) => !used.has(file)).map((file) => relative(source, file))).toEqual([])
})

/** The packages that each package may import. */
const allowedImports: Readonly<Record<string, readonly string[]>> = {
  server: [],
  sandbox: [],
  sdk: [],
  dashboard: ['@postern/sdk', '@postern/sdk/contract'],
}

test.each(Object.entries(allowedImports))(
  'the package %s imports no other packages than %j',
  (name, allowed) => {
    const folder = join(packages, name, 'src')
    const foreign = listFiles(folder)
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) =>
        specifiersOf(file)
          .filter((specifier) =>
            specifier.startsWith('.')
              ? relative(folder, resolve(dirname(file), specifier)).startsWith('..')
              : specifier.startsWith('@postern/') && !allowed.includes(specifier),
          )
          .map((specifier) => `${relative(folder, file)} imports ${specifier}`),
      )
    expect(foreign).toEqual([])
  },
)

test('platforms/ imports only the lowest layer: no row, no scope, no transaction', () => {
  const targets = files.filter((file) => folderOf(file) === 'platforms').flatMap(importsOf)
  const allowed = [...layers[0]!, 'platforms']
  expect(targets.map(folderOf).filter((folder) => !allowed.includes(folder))).toEqual([])
})

/** The shared folders in platforms/, and which other folders may import each. */
const metaNetworks = ['threads', 'instagram', 'facebook']
const importers: Readonly<Record<string, (part: string) => boolean>> = {
  contract: () => true,
  wire: (part) => part !== 'contract',
  meta: (part) => metaNetworks.includes(part),
}

test('contract/ and wire/ know no network, and only the registry imports the folder of one', () => {
  const wrong = importsOfPlatforms('platforms').filter(({ file, target }) => {
    const [from, to] = [partOfPlatforms(file), partOfPlatforms(target)]
    return from !== to && from !== 'registry.ts' && !importers[to]?.(from)
  })
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
})

test('outside of platforms/ only contract/ and the registry are imported', () => {
  const open = ['contract', 'registry.ts']
  const others = layers.flat().filter((folder) => folder !== 'platforms')
  const found = others.flatMap(importsOfPlatforms)
  const wrong = found.filter(({ target }) => !open.includes(partOfPlatforms(target)))
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
  expect(found).not.toEqual([])
})

test('no file or folder is named utils, helpers, common, shared, manager or service', () => {
  const banned = /(^|[-./])(utils?|helpers?|common|shared|managers?|services?)([-./]|$)/
  const names = allSources().map((file) => relative(packages, file))
  expect(names.filter((name) => banned.test(name))).toEqual([])
})

test('no file has ten lines or fewer, except those listed with a reason', () => {
  const short = listAllFiles().filter(
    (file) => /\.tsx?$/.test(file) && linesOf(file) <= shortLinesMax,
  )
  const names = short.map((file) => relative(root, file).replaceAll(sep, '/'))
  const excepted = Object.keys(shortFiles).map((pattern) => new RegExp(`(^|/)${pattern}$`))
  expect(names.filter((name) => !excepted.some((pattern) => pattern.test(name)))).toEqual([])
  const unused = excepted.filter((pattern) => !names.some((name) => pattern.test(name)))
  expect(unused, 'exceptions without a file').toEqual([])
})

test('every limit is used', () => {
  const code = files
    .filter((file) => !file.endsWith('limits.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const names = Object.values(limits).flatMap((group) => Object.keys(group))
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([])
})

test('the context has exactly seven fields', () => {
  const context = readFileSync(join(source, 'context.ts'), 'utf8')
  const fields = [...context.matchAll(/^ {2}readonly (\w+):/gm)].map((match) => match[1])
  const expected: (keyof Context)[] = [
    'config',
    'clock',
    'db',
    'log',
    'mail',
    'outbound',
    'platforms',
  ]
  expect(fields).toEqual(expected)
})

test('no query selects all columns, and no route or page uses the database', () => {
  const wrong = files.filter((file) => {
    const text = readFileSync(file, 'utf8')
    const isEntryPoint = file.endsWith('routes.ts') || folderOf(file) === 'pages'
    return /selectAll|returningAll|select \*/.test(text) || (isEntryPoint && /ctx\.db/.test(text))
  })
  expect(wrong.map((file) => relative(source, file))).toEqual([])
})

/** Files that need the time of the machine. */
const machineTime = new Set([
  'core/clock.ts',
  // Time limits for starting and stopping PostgreSQL.
  'database/embedded/launch.ts',
  'database/embedded/process.ts',
  // Detecting that the machine slept, or that its clock is wrong.
  'jobs/leases.ts',
  'operation/doctor/address.ts',
])

test('all other files read the time from ctx.clock', () => {
  const read = files
    .filter((file) => /new Date\(\)|Date\.now\(\)/.test(readFileSync(file, 'utf8')))
    .map((file) => relative(source, file))
  expect(new Set(read)).toEqual(machineTime)
})

/** The position in `layers`, or -1, which the test of the folders refuses. */
function layerOf(file: string): number {
  return layers.findIndex((layer) => layer.includes(folderOf(file)))
}

/** The first folder below `src` (two in `resources/`), or the name of a file directly in `src`. */
function folderOf(file: string): string {
  const parts = relative(source, file).split(sep)
  return parts[0] === 'resources' ? `resources/${parts[1]}` : parts[0]!
}

/** The imports of files in `platforms/` by those of a folder. */
function importsOfPlatforms(folder: string): { file: string; target: string }[] {
  return files
    .filter((file) => folderOf(file) === folder)
    .flatMap((file) => importsOf(file).map((target) => ({ file, target })))
    .filter(({ target }) => folderOf(target) === 'platforms')
    .map(({ file, target }) => ({ file: relative(source, file), target: relative(source, target) }))
}

/** The folder in `platforms/`, or the name of a file directly in it. */
function partOfPlatforms(file: string): string {
  return file.split(sep)[1]!
}

/** Sources, tests, benchmarks and scripts. */
function listAllFiles(): string[] {
  return ['packages', 'bench', 'scripts'].flatMap((name) => listFiles(join(root, name)))
}

function linesOf(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1
}

/** The files in `src` of every package. */
function allSources(): string[] {
  return Object.keys(allowedImports).flatMap((name) => listFiles(join(packages, name, 'src')))
}

/** The specifiers of all static and dynamic imports, and of threads and processes a file starts. */
function specifiersOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const shape =
    /^import '([^']+)'|\bfrom '([^']+)'|\bimport\('([^']+)'\)|new URL\('(\.[^']+\.ts)', import\.meta/gm
  return [...text.matchAll(shape)].flatMap((match) => match.slice(1).find(Boolean) ?? [])
}

function importsOf(file: string): string[] {
  return specifiersOf(file)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => resolve(dirname(file), specifier))
}

/** Handwritten files only: neither installed nor built. */
function listFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (name === 'node_modules' || name === 'dist') return []
    if (statSync(path).isDirectory()) return listFiles(path)
    return /\.(tsx?|mjs|css)$/.test(path) ? [path] : []
  })
}
