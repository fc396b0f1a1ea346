import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, matchesGlob, relative } from 'node:path'
import { expect, test } from 'vitest'

/**
 * What the build of the image takes from the work tree, for machines without Docker: a file that it
 * needs and is not handed fails it, and nobody else.
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

/** The files and folders of the work tree that a stage has. */
function sourcesOf(name: string): string[] {
  const found = stages.get(name)
  return found ? [...sourcesOf(found.base), ...found.sources] : []
}

/** Docker's rule: the last line that names a path, or a folder above it, says whether it is sent. */
function isSent(path: string): boolean {
  // Docker's * takes names that begin with a dot too, that of Node does not.
  const parts = path.split('/').map((part) => part.replace(/^\./, ''))
  const above = parts.map((_, last) => parts.slice(0, last + 1).join('/'))
  const last = linesOf('.dockerignore').findLast((rule) =>
    above.some((name) => matchesGlob(name, rule.replace('!', ''))),
  )
  return last === undefined || last.startsWith('!')
}

const handed = [...stages].flatMap(([name, { sources }]) => sources.map((each) => [name, each]))

test.each(handed)('the stage %s is handed %s, which is there', (_name, source) => {
  expect([existsSync(join(root, source!)), isSent(source!)]).toEqual([true, true])
})

test('every workspace is known before packages are installed, or npm finds the lock file broken', () => {
  const workspaces = globSync('packages/*/package.json', { cwd: root })
  expect(sourcesOf('packages')).toEqual(
    expect.arrayContaining(['package.json', 'package-lock.json', ...workspaces]),
  )
})

test('the dashboard is built with each tsconfig that its own builds upon', () => {
  const names = ['packages/dashboard/tsconfig.json']
  for (const name of names) {
    const { extends: base } = JSON.parse(readFileSync(join(root, name), 'utf8'))
    if (base) names.push(relative(root, join(root, name, '..', base)))
    const isThere = sourcesOf('dashboard').some(
      (source) => name === source || name.startsWith(`${source}/`),
    )
    expect({ name, isThere, isSent: isSent(name) }).toEqual({ name, isThere: true, isSent: true })
  }
  expect(names).toContain('tsconfig.json')
})

test('no secret, data, test or installed package is sent to be built', () => {
  for (const path of ['secrets/encryption_keys', 'data/secrets.json', '.git/config', '.env']) {
    expect(isSent(path), path).toBe(false)
  }
  for (const path of ['node_modules/zod', 'dist/index.html', 'test/a.ts', 'src/a.test.ts']) {
    expect(isSent(`packages/dashboard/${path}`), path).toBe(false)
  }
  expect(isSent('packages/server/src/main.ts')).toBe(true)
})
