import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'

/** The unprivileged user that runs PostgreSQL when this process is root. */
export type Identity = { uid: number; gid: number }

const workingDirectory = '/proc/self/cwd'

/**
 * PostgreSQL refuses to run as root: started as root it runs as the owner of its data folder, else as
 * `postgres` or `nobody`. Any other user runs it directly.
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

/** `cp -r` by root makes root the owner, and PostgreSQL accepts only files of its own user. */
export function chownToServer(data: string, identity: Identity): void {
  if (statSync(data).uid !== 0) return
  execFileSync('chown', ['-hR', `${identity.uid}:${identity.gid}`, data])
}

/**
 * How the server names the folder that it is started in. The unprivileged user may not be able to
 * pass through the folders above it; Linux gives every process its working directory under this name.
 */
export function pathForServer(data: string, identity: Identity | null): string {
  return identity && existsSync(workingDirectory) ? workingDirectory : data
}
