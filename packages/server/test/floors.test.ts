import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { expect, test } from 'vitest'
import { limits } from '../src/base/limits.ts'
import type { Context } from '../src/context.ts'

const packages = join(import.meta.dirname, '..', '..')
const source = join(packages, 'server', 'src')

/** The house from the ground up; imports go down or stay in the folder. */
const floors: readonly (readonly string[])[] = [
  ['base'],
  ['database', 'resources'],
  ['work', 'platforms'],
  ['context.ts', 'access', 'http'],
  [
    'keys',
    'members',
    'owner',
    'audit',
    'webhooks',
    'profiles',
    'accounts',
    'media',
    'posts',
    'comments',
    'insights',
    'connect',
    'system',
    'live',
  ],
  ['pages'],
  ['operation'],
  ['app.ts', 'setup.ts', 'serve.ts', 'main.ts'],
  ['cli'],
]

/** Nouns may import those to their left. */
const nouns = floors[4]!

/** Imports within one floor that the house allows, beside nouns to the left. */
const doorways = new Set([
  'context.ts → platforms',
  'access → context.ts',
  'http → context.ts',
  'http → access',
  'work → context.ts',
  'setup.ts → keys',
  'setup.ts → members',
  'serve.ts → app.ts',
  'serve.ts → setup.ts',
  'main.ts → serve.ts',
])

const linesMax = 300

const files = listFiles(source).filter((file) => !file.endsWith('.test.ts'))

test('imports only go down the stairs', () => {
  const wrong: string[] = []
  for (const file of files) {
    for (const target of importsOf(file)) {
      const from = roomOf(file)
      const to = roomOf(target)
      if (!isAllowed(from, to)) wrong.push(`${relative(source, file)} imports ${to}`)
    }
  }
  expect(wrong).toEqual([])
})

test('every doorway is walked through', () => {
  const walked = files.flatMap((file) =>
    importsOf(file).map((target) => `${roomOf(file)} → ${roomOf(target)}`),
  )
  expect([...doorways].filter((doorway) => !walked.includes(doorway))).toEqual([])
})

test('every folder of the house has its floor', () => {
  const rooms = readdirSync(source)
  const known = floors.flat()
  expect(rooms.filter((room) => !known.includes(room))).toEqual([])
})

/** What the image starts and what `npx postern` does (bin/postern.mjs). */
const doors = ['main.ts', 'cli/main.ts'].map((name) => join(source, name))

test('every source is used by what runs; what only tests need lies in test, outside of the image', () => {
  const used = new Set<string>()
  const walk = (file: string): void => {
    if (used.has(file)) return
    used.add(file)
    for (const target of importsOf(file)) walk(target)
  }
  for (const door of doors) walk(door)
  expect(files.filter((file) => !used.has(file)).map((file) => relative(source, file))).toEqual([])
})

/** What the packages may import of one another. */
const neighbours: Readonly<Record<string, readonly string[]>> = {
  server: [],
  sandbox: [],
  sdk: [],
  dashboard: ['@postern/sdk'],
}

test.each(Object.entries(neighbours))(
  'the package %s imports of the others only %j',
  (name, may) => {
    const folder = join(packages, name, 'src')
    const foreign = listFiles(folder)
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) =>
        specifiersOf(file)
          .filter((specifier) =>
            specifier.startsWith('.')
              ? relative(folder, resolve(dirname(file), specifier)).startsWith('..')
              : specifier.startsWith('@postern/') && !may.includes(specifier),
          )
          .map((specifier) => `${relative(folder, file)} imports ${specifier}`),
      )
    expect(foreign).toEqual([])
  },
)

test('a platform imports nothing but base', () => {
  const platformFiles = files.filter((file) => roomOf(file) === 'platforms')
  const rooms = platformFiles.flatMap((file) => importsOf(file).map(roomOf))
  expect(rooms.filter((room) => room !== 'base' && room !== 'platforms')).toEqual([])
})

test('no name says utils, helpers, common, shared, manager or service', () => {
  const banned = /(^|[-./])(utils?|helpers?|common|shared|managers?|services?)([-./]|$)/
  const names = allSources().map((file) => relative(packages, file))
  expect(names.filter((name) => banned.test(name))).toEqual([])
})

test('no file has more than 300 lines, a test as little as a source', () => {
  const root = join(packages, '..')
  const written = ['packages', 'bench', 'scripts'].flatMap((name) => listFiles(join(root, name)))
  expect(written.length).toBeGreaterThan(allSources().length)
  const long = written
    .filter((file) => !file.endsWith('.gen.ts'))
    .filter((file) => readFileSync(file, 'utf8').split('\n').length > linesMax + 1)
  expect(long.map((file) => relative(root, file))).toEqual([])
})

test('every limit is held where it is named', () => {
  const code = files
    .filter((file) => !file.endsWith('limits.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const names = Object.values(limits).flatMap((group) => Object.keys(group))
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([])
})

test('the context has seven fields and no more', () => {
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

test('nothing selects all columns and no rest route or page touches the database', () => {
  const wrong = files.filter((file) => {
    const text = readFileSync(file, 'utf8')
    const isDoor = file.endsWith('routes.ts') || roomOf(file) === 'pages'
    return /selectAll|returningAll|select \*/.test(text) || (isDoor && /ctx\.db/.test(text))
  })
  expect(wrong.map((file) => relative(source, file))).toEqual([])
})

/** Where the machine's own time is meant. */
const machineTime = new Set([
  'base/clock.ts',
  // Waiting for a process of the machine.
  'database/embedded-launch.ts',
  'database/embedded-process.ts',
  // Whether the machine slept, and how far its clock is off.
  'work/leases.ts',
  'operation/doctor/address.ts',
])

test('business time comes from the clock alone', () => {
  const read = files
    .filter((file) => /new Date\(\)|Date\.now\(\)/.test(readFileSync(file, 'utf8')))
    .map((file) => relative(source, file))
  expect(new Set(read)).toEqual(machineTime)
})

function isAllowed(from: string, to: string): boolean {
  if (from === to || doorways.has(`${from} → ${to}`)) return true
  const fromFloor = floors.findIndex((floor) => floor.includes(from))
  const toFloor = floors.findIndex((floor) => floor.includes(to))
  if (fromFloor === -1 || toFloor === -1) return false
  if (toFloor < fromFloor) return true
  return fromFloor === toFloor && nouns.includes(from) && nouns.indexOf(to) < nouns.indexOf(from)
}

/** Of every package. */
function allSources(): string[] {
  return Object.keys(neighbours).flatMap((name) => listFiles(join(packages, name, 'src')))
}

function roomOf(file: string): string {
  return relative(source, file).split(sep)[0]!
}

/** What a file imports, by `from`, for its effect, or while it runs, and the threads and processes it starts. */
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

/** What people wrote: neither what was installed nor what a build has made. */
function listFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (name === 'node_modules' || name === 'dist') return []
    if (statSync(path).isDirectory()) return listFiles(path)
    return /\.(tsx?|mjs|css)$/.test(path) ? [path] : []
  })
}
