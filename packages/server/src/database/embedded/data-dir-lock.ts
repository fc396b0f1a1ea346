import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Locks the data folder for this process, which runs the embedded PostgreSQL in it, and returns the
 * function that unlocks it. Throws when another live process has the lock: it would adopt that
 * PostgreSQL and stop it under the first process. The lock of a killed process is taken over.
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'server.pid')
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${process.pid} ${startTimeOf(process.pid)}\n`)
  try {
    while (!tryLink(draft, file)) {
      const holder = lockHolder(file)
      if (holder === process.pid) break
      if (holder !== null) {
        throw new Error(
          `Postern already runs on ${dataDir} (process ${holder}). Stop it first, or give this one ` +
            'another DATA_DIR; several processes share one PostgreSQL with DATABASE_URL.',
        )
      }
      rmSync(file, { force: true })
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (lockHolder(file) === process.pid) rmSync(file, { force: true })
  }
}

function tryLink(draft: string, file: string): boolean {
  try {
    linkSync(draft, file)
    return true
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw err
  }
}

/** The live process that has the lock. The start time distinguishes it from a later process with the same pid. */
function lockHolder(file: string): number | null {
  let fields: string[]
  try {
    fields = readFileSync(file, 'utf8').trim().split(' ')
  } catch {
    return null
  }
  const pid = Number(fields[0])
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return null
  return startTimeOf(pid) === (fields[1] ?? '') ? pid : null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (err) {
    return (err as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The start time of a process on Linux (proc(5), field 22 of stat); empty on other systems. */
function startTimeOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie no longer has the lock.
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '')
  } catch {
    return ''
  }
}
