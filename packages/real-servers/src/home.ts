import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const packageFolder = join(import.meta.dirname, '..')

/** The files of this package that decide what is installed. */
export const manifests = [
  'package.json',
  'package-lock.json',
  'requirements.txt',
  'src/wordpress/unpack.ts',
].map((name) => join(packageFolder, name))

/** The folder of the installed servers: outside the clone, one per lock, shared by all clones. */
export function homeFolder(): string {
  const hash = createHash('sha256')
  for (const path of manifests) hash.update(readFileSync(path))
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  return join(cache, 'postern', 'real-servers', hash.digest('hex').slice(0, 16))
}

/** The folder of the npm package that contains Node 22, with its headers. */
export function nodeFolder(home: string): string {
  return join(home, 'node_modules', `node-${process.platform}-${process.arch}`)
}

export function snacProgram(home: string): string {
  return join(home, 'snac', 'usr', 'bin', 'snac')
}

export function seaweedfsProgram(home: string): string {
  return join(home, 'seaweedfs', 'weed')
}

/** The folder below which Debian's packages of WordPress, PHP and MariaDB are unpacked. */
export function wordpressFolder(home: string): string {
  return join(home, 'wordpress')
}

/** Something is missing on this machine. The message says what, and the command that helps. */
export class CannotInstall extends Error {}
