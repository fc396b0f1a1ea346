import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

const manifest = join(import.meta.dirname, 'package.json')
const root = join(import.meta.dirname, '..', '..', '..', '..')

/** The folder of the installed n8n: outside the clone, one per version, shared by all clones. */
export function homeFolder(): string {
  const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8'))
  const hash = createHash('sha256').update(JSON.stringify(dependencies)).digest('hex')
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  return join(cache, 'postern', 'n8n', hash.slice(0, 16))
}

/**
 * Installs n8n into `homeFolder()`; does nothing if it is there. Without install scripts: the database is
 * PostgreSQL, so nothing has to be compiled.
 */
export function install(): void {
  const home = homeFolder()
  if (existsSync(home)) return
  process.stdout.write(`Installing n8n into ${dirname(home)} (3 GB, once per version) …\n`)
  const draft = `${home}.${process.pid}`
  try {
    mkdirSync(draft, { recursive: true })
    copyFileSync(manifest, join(draft, 'package.json'))
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    // Packages check the Node version, and n8n needs a newer one than npm may run on.
    const env = {
      ...process.env,
      PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
    }
    const options = { cwd: draft, env, stdio: ['ignore', 'inherit', 'inherit'] } as const
    const result = spawnSync('npm', ['install', ...flags], {
      ...options,
      stdio: [...options.stdio],
    })
    if (result.status !== 0) throw new Error('npm could not install n8n. See its message above.')
    // Two processes may install at once. The first wins, and the other uses its folder.
    if (!existsSync(home)) renameSync(draft, home)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}
