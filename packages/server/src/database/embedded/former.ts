import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { endServer, runningServer } from './process.ts'

const formerRoot = '/var/lib/postern'

/** Where earlier versions stored the database when the unprivileged user could not reach the folder. */
export function formerHomeOf(home: string): string {
  return join(formerRoot, createHash('sha256').update(home).digest('hex').slice(0, 12))
}

/** Moves an earlier version's database into the data folder. Returns whether there was one. */
export async function moveFormerDatabase(home: string, to: string): Promise<boolean> {
  const former = formerHomeOf(home)
  const from = join(former, 'postgres')
  if (!existsSync(join(from, 'PG_VERSION'))) return false
  const server = runningServer(from)
  if (server) await endServer(server.pid)
  moveFolder(from, to)
  rmSync(former, { recursive: true })
  if (readdirSync(formerRoot).length === 0) rmdirSync(formerRoot)
  return true
}

function moveFolder(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code !== 'EXDEV') throw err
    // Another file system: copy under a temporary name first, so that a kill loses nothing.
    const draft = `${to}.moving`
    rmSync(draft, { recursive: true, force: true })
    execFileSync('cp', ['-a', from, draft])
    renameSync(draft, to)
  }
}

/** Removes folders that only earlier versions used. */
export function removeFormerFolders(home: string): void {
  for (const name of ['socket', 'engine']) {
    rmSync(join(home, name), { recursive: true, force: true })
  }
}
