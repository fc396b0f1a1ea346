import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, matchesGlob, relative } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Checks on machines without Docker which files of the work tree the image build copies. A missing file
 * would otherwise fail only the image build.
 */
const root = join(import.meta.dirname, '..', '..', '..')

const linesOf = (name: string) =>
  readFileSync(join(root, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

type Stage = { base: string; sources: string[] }

const stages = new Map<string, Stage>()
let stage: Stage = { base: '', sources: [] }
for (const line of linesOf('Dockerfile')) {
  const [, base, name] = /^FROM (\S+)(?: AS (\S+))?$/.exec(line) ?? []
  if (base) {
    stage = { base, sources: [] }
    stages.set(name ?? 'image', stage)
  }
  const [, sources] = /^COPY (?!--from)(.+) \S+$/.exec(line) ?? []
  if (sources) stage.sources.push(...sources.split(' '))
}

/** The files and folders of the work tree in a stage. */
function sourcesOf(name: string): string[] {
  const found = stages.get(name)
  return found ? [...sourcesOf(found.base), ...found.sources] : []
}

/** Docker's rule: the last line of .dockerignore that matches a path or its parent folder decides. */
function isInBuildContext(path: string): boolean {
  // Docker's `*` matches names with a leading dot, Node's does not.
  const parts = path.split('/').map((part) => part.replace(/^\./, ''))
  const above = parts.map((_, last) => parts.slice(0, last + 1).join('/'))
  const last = linesOf('.dockerignore').findLast((rule) =>
    above.some((name) => matchesGlob(name, rule.replace('!', ''))),
  )
  return last === undefined || last.startsWith('!')
}

const copiedSources = [...stages].flatMap(([name, { sources }]) =>
  sources.map((each) => [name, each]),
)

test.each(copiedSources)(
  'the stage %s copies %s, which exists and is in the build context',
  (_name, source) => {
    expect([existsSync(join(root, source!)), isInBuildContext(source!)]).toEqual([true, true])
  },
)

test('the image writes no owner key and no sign-in link into its log', () => {
  expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).toContain('FIRST_CREDENTIALS=hide')
})

test('every workspace’s package.json is copied before npm installs packages', () => {
  const { workspaces: patterns } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const exclude = (patterns as string[])
    .filter((pattern) => pattern.startsWith('!'))
    .map((pattern) => `${pattern.slice(1)}/**`)
  const workspaces = globSync('packages/*/package.json', { cwd: root, exclude })
  expect(sourcesOf('manifests')).toEqual(
    expect.arrayContaining(['package.json', 'package-lock.json', ...workspaces]),
  )
})

test('the stage that builds the package has every tsconfig that those of the build extend', () => {
  const names = ['packages/dashboard/tsconfig.json', 'packages/server/tsconfig.build.json']
  for (const name of names) {
    const { extends: base } = JSON.parse(readFileSync(join(root, name), 'utf8'))
    if (base) names.push(relative(root, join(root, name, '..', base)))
    const isThere = sourcesOf('package').some(
      (source) => name === source || name.startsWith(`${source}/`),
    )
    expect({ name, isThere, isSent: isInBuildContext(name) }).toEqual({
      name,
      isThere: true,
      isSent: true,
    })
  }
  expect(names).toContain('tsconfig.json')
})

test('the entry point is a file of the package, where the image unpacks it', () => {
  const lines = linesOf('Dockerfile')
  const entry = /"([^"]+\.js)"\]$/.exec(lines.find((line) => line.startsWith('ENTRYPOINT'))!)?.[1]
  expect(entry).toBe('packages/server/dist/main.js')
  expect(lines.some((line) => line.endsWith('-C packages/server --strip-components=1'))).toBe(true)
  const { files } = JSON.parse(readFileSync(join(root, 'packages/server/package.json'), 'utf8'))
  expect(files).toContain('dist')
  expect(existsSync(join(root, 'packages/server/src/main.ts'))).toBe(true)
})

test('the build context has no secrets, data, tests or installed packages', () => {
  for (const path of ['secrets/encryption_keys', 'data/secrets.json', '.git/config', '.env']) {
    expect(isInBuildContext(path), path).toBe(false)
  }
  for (const path of ['node_modules/zod', 'dist/index.html', 'test/a.ts', 'src/a.test.ts']) {
    expect(isInBuildContext(`packages/dashboard/${path}`), path).toBe(false)
  }
  for (const path of ['packages/server/src/main.ts', 'docs/webhooks.md']) {
    expect(isInBuildContext(path), path).toBe(true)
  }
})
