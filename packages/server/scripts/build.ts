import { spawnSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Builds dist/: the server as JavaScript and the files that it reads, for the npm package. */
const folder = join(import.meta.dirname, '..')
const root = join(folder, '..', '..')
const dist = join(folder, 'dist')

rmSync(dist, { recursive: true, force: true })
run(join(root, 'node_modules', '.bin', 'tsc'), '-p', join(folder, 'tsconfig.build.json'))
for (const name of globSync('**/*.js', { cwd: dist })) nameBuiltModules(join(dist, name))
cpSync(join(folder, 'src/database/migrations'), join(dist, 'database/migrations'), {
  recursive: true,
})
run(process.execPath, join(root, 'packages/dashboard/scripts/build.ts'))
cpSync(join(root, 'packages/dashboard/dist'), join(dist, 'dashboard'), { recursive: true })

/** The compiler renames imported modules to .js, but not the URLs of processes and workers. */
function nameBuiltModules(path: string): void {
  const text = readFileSync(path, 'utf8')
  const built = text.replace(/(new URL\('\.[^']+)\.ts(', import\.meta\.url\))/g, '$1.js$2')
  if (built !== text) writeFileSync(path, built)
}

function run(program: string, ...args: string[]): void {
  const { status } = spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) process.exit(1)
}
