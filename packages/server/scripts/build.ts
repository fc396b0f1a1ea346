import { spawnSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Builds dist/ for the npm package: the server as JavaScript, and the files that it reads. */
const folder = join(import.meta.dirname, '..')
const root = join(folder, '..', '..')
const source = join(folder, 'src')
const dist = join(folder, 'dist')

rmSync(dist, { recursive: true, force: true })
run(join(root, 'node_modules', '.bin', 'tsc'), '-p', join(folder, 'tsconfig.build.json'))
for (const name of globSync('**/*.js', { cwd: dist })) nameBuiltModules(join(dist, name))
copy(source, '.', (name) => !name.endsWith('.ts'))
run(process.execPath, join(root, 'packages/dashboard/scripts/build.ts'))
copy(join(root, 'docs'), 'docs', (name) => /^[\w-]+\.md$/.test(name))
copy(join(root, 'packages/dashboard/dist'), 'dashboard', (name) => name !== '.built')

/** The compiler renames imported modules to .js, but not the URLs of processes and workers. */
function nameBuiltModules(path: string): void {
  const text = readFileSync(path, 'utf8')
  const built = text.replace(/(new URL\('\.[^']+)\.ts(', import\.meta\.url\))/g, '$1.js$2')
  if (built !== text) writeFileSync(path, built)
}

/** Copies files into a folder of dist/, where `packedFolder` finds them. */
function copy(from: string, to: string, isWanted: (name: string) => boolean): void {
  for (const name of globSync('**', { cwd: from })) {
    if (!statSync(join(from, name)).isFile() || !isWanted(name)) continue
    cpSync(join(from, name), join(dist, to, name))
  }
}

function run(program: string, ...args: string[]): void {
  const { status } = spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) process.exit(1)
}
