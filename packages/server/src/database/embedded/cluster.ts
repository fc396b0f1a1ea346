import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Binaries } from './engine.ts'
import { type Identity, pathForServer } from './identity.ts'

const draftName = /^\.initdb-/

/**
 * Creates the cluster under a temporary name and renames it when complete, so that a start killed
 * halfway leaves nothing that looks like a database.
 */
export function createCluster(
  directory: string,
  binaries: Binaries,
  identity: Identity | null,
  password: string,
): void {
  const home = dirname(directory)
  for (const stale of readdirSync(home).filter((name) => draftName.test(name))) {
    rmSync(join(home, stale), { recursive: true, force: true })
  }
  const data = join(home, `.initdb-${randomBytes(6).toString('hex')}`)
  mkdirSync(data, { mode: 0o700 })
  if (identity) chownSync(data, identity.uid, identity.gid)
  const passwordFile = openPassword(`${data}-password`, password, identity)
  try {
    execFileSync(
      binaries.initdb,
      [
        ...['-D', pathForServer(data, identity), '-U', 'postern', '--auth=scram-sha-256'],
        ...['--pwfile=/dev/stdin', '--encoding=UTF8', '--locale-provider=builtin'],
        ...['--locale=C.UTF-8', '--no-sync'],
      ],
      {
        stdio: [passwordFile, 'pipe', 'pipe'],
        cwd: data,
        env: { LC_ALL: 'C', PATH: process.execPath },
        ...identity,
      },
    )
  } catch (cause) {
    rmSync(data, { recursive: true, force: true })
    throw new Error(`initdb failed: ${String((cause as { stderr?: Buffer }).stderr)}`, { cause })
  } finally {
    closeSync(passwordFile)
  }
  rmSync(directory, { recursive: true, force: true })
  renameSync(data, directory)
}

/** Returns a descriptor of an unlinked file, because the server's user may not reach the folder. */
function openPassword(file: string, password: string, identity: Identity | null): number {
  writeFileSync(file, password, { mode: 0o600, flag: 'wx' })
  if (identity) chownSync(file, identity.uid, identity.gid)
  const opened = openSync(file, 'r')
  rmSync(file)
  return opened
}
