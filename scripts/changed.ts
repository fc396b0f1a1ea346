import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Tests of a file that are in another folder. `$1` is the part of the path in brackets. */
const elsewhere: readonly [pattern: RegExp, tests: string][] = [
  [
    /^packages\/server\/src\/(?:schemas\/|.*\/routes\.ts$)/,
    'packages/server/test/openapi*.test.ts',
  ],
  [
    /^packages\/server\/src\/(?:schemas\/|.*\/routes\.ts$)/,
    'packages/server/test/contract*.test.ts',
  ],
  [
    /^packages\/server\/src\/schemas\/([\w-]+)\.ts$/,
    'packages/server/src/resources/$1s/**/*.test.ts',
  ],
  [
    /^packages\/server\/src\/resources\/(\w+)\/[\w-]+\.ts$/,
    'packages/server/src/resources/$1/**/*.test.ts',
  ],
  [/^packages\/server\/src\/database\/migrations\//, 'packages/server/src/database/*.test.ts'],
  [/^packages\/server\/src\/database\//, 'packages/server/test/tables.test.ts'],
  [
    /^packages\/server\/src\/.*\.ts$/,
    'packages/server/test/{layers,import-cycles,citations}.test.ts',
  ],
  [/^packages\/sandbox\/.*\.ts$/, 'packages/server/test/citations.test.ts'],
  [/^packages\/server\/openapi\.json$/, 'packages/{server/test/openapi*,sdk/src/schema}.test.ts'],
  [/^packages\/sdk\/src\/resources\//, 'packages/sdk/src/client.test.ts'],
  [/^packages\/sandbox\/src\/(\w+)\//, 'packages/sandbox/test/$1-*.test.ts'],
  [/^packages\/n8n\/nodes\//, 'packages/n8n/test/*.test.ts'],
  // The tests of a page have its name: `pages/calendar/` → `calendar-drafts.test.ts`.
  [/^packages\/dashboard\/src\/pages\/([\w-]+)\//, 'packages/dashboard/test/**/*$1*.test.{ts,tsx}'],
  [/^packages\/dashboard\/src\/post\//, 'packages/dashboard/test/**/*{post,finding}*.test.ts'],
  [/^packages\/dashboard\/src\/.*\.tsx?$/, 'packages/dashboard/test/layers.test.ts'],
  ...Object.entries({
    clients: 'accounts|brand|connect-links|overview|profiles',
    developers: 'api-keys|redirect-origins|requests',
    publishing: 'calendar|composer|posts',
    team: 'audit-log|members|settings|system',
  }).map(
    ([area, pages]) =>
      [
        new RegExp(`^packages/dashboard/src/pages/(?:${pages})/`),
        `packages/dashboard/test/pages/${area}.test.ts`,
      ] as [RegExp, string],
  ),
  [/^packages\/dashboard\/src\/messages\//, 'packages/dashboard/test/languages.test.ts'],
  [/^(?:docs\/.*|[A-Z]+)\.md$/, 'packages/server/test/{citations,guides}.test.ts'],
  [/^docs\/contract\.md$/, 'packages/server/test/contract*.test.ts'],
  [/^(?:package|package-lock|packages\/.*\/package)\.json$/, '**/security/packages.test.ts'],
]

/**
 * The tests of what has changed, for `npm test -- changed`: those in the folder of a changed file, those that import
 * it, and those of the table. The module graph would select every test of the server, because each loads the app.
 */
export function testsOf(
  changed: readonly string[],
  tests: readonly string[],
  importsOf: (test: string) => readonly string[],
): string[] {
  const folders = new Set(changed.map((file) => dirname(file)))
  const patterns = changed.flatMap((file) =>
    elsewhere.flatMap(([pattern, glob]) => {
      const match = pattern.exec(file)
      return match ? [glob.replace('$1', match[1] ?? '')] : []
    }),
  )
  /** A support file stands in a folder of tests that are not about it. */
  const isSupport = (folder: string) => /\/test(\/|$)|^(scripts|bench)/.test(folder)
  return tests.filter(
    (test) =>
      changed.includes(test) ||
      (folders.has(dirname(test)) && !isSupport(dirname(test))) ||
      patterns.some((pattern) => matchesGlob(test, pattern)) ||
      importsOf(test).some((file) => changed.includes(file)),
  )
}

/** The arguments for Vitest. Ends the process if nothing is to be tested. */
export function filtersOfChange(): string[] {
  const { base, files } = changedFiles()
  const all = globSync('{packages,bench,scripts}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  })
  const tests = testsOf(files, all, importsOf)
  process.stdout.write(`${files.length} files changed since ${base}: ${tests.length} test files.\n`)
  const untested = files.filter((file) => testsOf([file], all, importsOf).length === 0)
  if (untested.length > 0) {
    process.stdout.write(`Only \`npm test\` can test:\n  ${untested.join('\n  ')}\n`)
  }
  if (tests.length === 0) process.exit(0)
  return tests
}

/** Files that differ from the commit where this branch left main, including those not committed. */
function changedFiles(): { base: string; files: string[] } {
  const main = ['origin/main', 'main'].find((name) => git('rev-parse', '--verify', '-q', name))
  const base = (main && git('merge-base', 'HEAD', main)) || 'HEAD'
  const tracked = git('diff', '--name-only', base).split('\n')
  const untracked = git('ls-files', '--others', '--exclude-standard').split('\n')
  return { base: base.slice(0, 8), files: [...tracked, ...untracked].filter((file) => file !== '') }
}

/** The files of this repository that a test imports, as paths from its root. */
function importsOf(test: string): string[] {
  const source = readFileSync(join(root, test), 'utf8')
  const found = [...source.matchAll(/from '(\.[^']+)'/g)]
  return found.map(([, path]) => join(dirname(test), path!))
}

function git(...words: string[]): string {
  const { stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  return stdout.trim()
}
