import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { problemsOf, type Versioned } from './release/checks.ts'

/**
 * `npm run release`: checks that the repository can be released, runs the tests of the packages, packs
 * them and prints what would be published. `-- --publish` publishes to npm, in the workflow of the forge.
 */
const root = join(import.meta.dirname, '..')
const isPublishing = process.argv.includes('--publish')
/** In the order of publication: `postern` needs the sandbox. */
const packages = ['packages/sdk', 'packages/sandbox', 'packages/server', 'packages/n8n']
const python = 'packages/sdk-python'
/** The page that says how to install the clients. */
const installHint = 'packages/server/src/pages/docs/overview-page.ts'

const { version } = JSON.parse(read('package.json')) as { version: string }
const problems = problemsOf(version, {
  changes: run('git', ['status', '--porcelain'], root, 'pipe'),
  tags: run('git', ['tag', '--no-contains', 'HEAD'], root, 'pipe').split('\n'),
  versions: versions(),
  withoutRepository: packages
    .map((folder) => `${folder}/package.json`)
    .filter((file) => !JSON.parse(read(file)).repository),
  changelog: read('CHANGELOG.md'),
  readmes: Object.fromEntries(
    globSync(['README.md', 'docs/operations.md', 'packages/*/README.md', installHint], {
      cwd: root,
    }).map((path) => [path, read(path)]),
  ),
})
if (problems.length > 0) {
  process.stderr.write(`${version} cannot be released:\n  ${problems.join('\n  ')}\n`)
  process.exit(1)
}

run('npm', ['run', 'test:full', '--', 'test/npm', 'test/sdk', 'clients/python'], root)
const folder = mkdtempSync(join(tmpdir(), 'postern-release-'))
for (const name of packages) run('npm', ['pack', '--pack-destination', folder], join(root, name))
const tarballs = globSync('*.tgz', { cwd: folder }).map((name) => join(folder, name))
run('npm', ['run', 'third-party', '--', folder], root)
run('npm', ['run', 'sdk-python'], root)
process.stdout.write(`\n${version}, ready to be published:\n`)
const lists = ['sbom.cdx.json', 'THIRD-PARTY-NOTICES.txt'].map((name) => join(folder, name))
for (const path of [...tarballs, ...lists, ...globSync(join(root, python, 'dist', '*'))]) {
  process.stdout.write(`  ${path}\n`)
}
// Attested by the identity of the workflow; npm accepts it as a trusted publisher, without a token.
if (isPublishing) {
  for (const name of packages) {
    run('npm', ['publish', '--provenance', '--access', 'public'], join(root, name))
  }
}

function versions(): Versioned[] {
  const manifests = globSync('packages/*/package.json', { cwd: root })
  const ofManifests = manifests.flatMap((file): Versioned[] => {
    const { version, ...manifest } = JSON.parse(read(file)) as Record<string, string | object>
    const wanted = {
      ...(manifest.optionalDependencies as object),
      ...(manifest.devDependencies as object),
    }
    return [
      { file, version: String(version) },
      ...Object.entries<string>(wanted)
        .filter(([name]) => name.startsWith('@postern/'))
        .map(([name, required]) => ({ file: `${file} (${name})`, version: required })),
    ]
  })
  const find = (file: string, pattern: RegExp): Versioned[] =>
    existsSync(join(root, file)) ? [{ file, version: pattern.exec(read(file))?.[1] ?? null }] : []
  return [
    ...ofManifests,
    ...find('packages/server/src/app.ts', /export const version = '(.+)'/),
    ...find(`${python}/pyproject.toml`, /^version = "(.+)"$/m),
  ]
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** Runs a program and exits if it fails. Returns its output with `pipe`. */
function run(
  program: string,
  args: string[],
  cwd: string,
  output: 'inherit' | 'pipe' = 'inherit',
): string {
  const result = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', output, 'inherit'],
  })
  if (result.status !== 0) process.exit(result.status ?? 1)
  return result.stdout ?? ''
}
