import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const manifestOf = (name: Program) => join(import.meta.dirname, name, 'package.json')

/** What is installed apart: a folder here with a `package.json` each. */
export type Program = 'n8n' | 'linter'

/** The folder of an installed program: outside the clone, one per manifest, shared by all clones. */
export function homeFolder(name: Program): string {
  const hash = createHash('sha256')
    .update(readFileSync(manifestOf(name)))
    .digest('hex')
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  return join(cache, 'postern', name === 'n8n' ? 'n8n' : 'n8n-linter', hash.slice(0, 16))
}

/**
 * Installs a program into `homeFolder()`; does nothing if it is there. Without install scripts: n8n's
 * database is PostgreSQL, so nothing has to be compiled.
 */
export function install(name: Program): void {
  const home = homeFolder(name)
  if (existsSync(home)) return
  process.stdout.write(`Installing ${name} into ${dirname(home)} (once per version) …\n`)
  const draft = `${home}.${process.pid}`
  try {
    mkdirSync(draft, { recursive: true })
    copyFileSync(manifestOf(name), join(draft, 'package.json'))
    // Packages check the Node version, and n8n needs a newer one than npm may run on.
    const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` }
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    const result = spawnSync('npm', ['install', ...flags], { cwd: draft, env, stdio: 'inherit' })
    if (result.status !== 0) throw new Error('npm could not install it. See its message above.')
    // Two processes may install at once. The first wins, and the other uses its folder.
    if (!existsSync(home)) renameSync(draft, home)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}
