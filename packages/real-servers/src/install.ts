import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { installDebianPackages } from './debian.ts'
import { CannotInstall, homeFolder, manifests, nodeFolder } from './home.ts'
import { unpackSnac } from './mastodon/unpack.ts'
import { unpackSeaweedfs } from './seaweedfs/unpack.ts'
import { unpackWordpress } from './wordpress/unpack.ts'

/** Commands that compile better-sqlite3, and the Debian packages that contain them. */
const compilers = { 'g++': 'g++', make: 'make', python3: 'python3' }

export type Installation = { home: string; seconds: number }

/**
 * Installs the servers into `homeFolder()`; does nothing if they are there. Prints a line per step. Throws
 * `CannotInstall` if something is missing on this machine. As root on Debian it installs compilers itself.
 */
export function install(): Installation {
  const began = performance.now()
  const home = homeFolder()
  if (!existsSync(home)) {
    const draft = `${home}.${process.pid}`
    try {
      build(draft)
      // Two processes may build at once. The first wins, and the other uses its folder.
      if (!existsSync(home)) renameSync(draft, home)
    } finally {
      rmSync(draft, { recursive: true, force: true })
    }
  }
  return { home, seconds: (performance.now() - began) / 1_000 }
}

function build(home: string): void {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) {
    throw new CannotInstall('The real servers run on Linux only (x64 or arm64).')
  }
  process.stdout.write(`Installing the real servers into ${dirname(home)} (once per version) …\n`)
  mkdirSync(home, { recursive: true })
  step('Debian packages', () => {
    const missing = Object.entries(compilers).filter(([command]) => !isCommand(command))
    installDebianPackages(missing.map(([, name]) => name))
  })
  step('snac', () => unpackSnac(home))
  step('WordPress', () => unpackWordpress(home))
  step('SeaweedFS', () => unpackSeaweedfs(home))
  step('npm packages', () => {
    for (const path of manifests) copyFileSync(path, join(home, basename(path)))
    // `npm ci` fails on mirrors that lack the optional packages of other systems.
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    if (!npm(home, 'ci', ...flags) && !npm(home, 'install', '--no-save', ...flags)) {
      throw new CannotInstall('npm could not install the servers. See its message above.')
    }
  })
  step('compiling better-sqlite3', () => {
    if (!npm(home, 'rebuild', 'better-sqlite3', '--loglevel=error')) {
      throw new CannotInstall('better-sqlite3 could not be compiled. See the message above.')
    }
  })
  writeFileSync(join(home, 'installed'), new Date().toISOString())
}

function npm(home: string, ...words: string[]): boolean {
  const node = nodeFolder(home)
  const env = {
    ...process.env,
    PATH: `${join(node, 'bin')}:${process.env.PATH}`,
    // The headers come with the npm package, so the compiler downloads nothing.
    npm_config_nodedir: node,
    npm_config_build_from_source: 'true',
  }
  const stdio = ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit']
  return spawnSync('npm', words, { cwd: home, env, stdio }).status === 0
}

export function isCommand(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' }).status === 0
}

function step(name: string, run: () => void): void {
  const began = performance.now()
  run()
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  process.stdout.write(`  ${name.padEnd(26)}${seconds.padStart(6)} s\n`)
}
