import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'

/** The unprivileged user that runs PostgreSQL when this process is root. */
export type Identity = { uid: number; gid: number }

const workingDirectory = '/proc/self/cwd'

/**
 * PostgreSQL refuses to run as root, so root runs it as the owner of its data folder, otherwise as
 * `postgres` or `nobody`. Other users run it directly (`null`).
 */
export function serverIdentity(data: string): Identity | null {
  if (userInfo().uid !== 0) return null
  const owner = existsSync(data) ? statSync(data) : null
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = ['-u', '-g'].map((flag) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' })),
      )
      return { uid: uid!, gid: gid! }
    } catch {}
  }
  throw new Error('Started as root, and there is no user postgres or nobody to run PostgreSQL as.')
}

/** Gives files of root to the server's user, as PostgreSQL accepts only its own (`cp -r` as root). */
export function chownToServer(data: string, identity: Identity): void {
  if (statSync(data).uid !== 0) return
  execFileSync('chown', ['-hR', `${identity.uid}:${identity.gid}`, data])
}

/**
 * The path by which the server addresses its data folder. An unprivileged user may not be able to
 * traverse the folders above it, but Linux exposes its working directory as `/proc/self/cwd`.
 */
export function pathForServer(data: string, identity: Identity | null): string {
  return identity && existsSync(workingDirectory) ? workingDirectory : data
}
