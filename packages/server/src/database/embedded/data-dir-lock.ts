import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Takes the data folder for this process, as the one that runs its embedded PostgreSQL; answers how
 * to give it back. A second process would adopt that PostgreSQL and stop it under the first one, so
 * it is refused, in words. What a killed process left is taken over.
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

/** The process that holds the folder, if it lives: a pid alone may be another program's by now. */
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

/** When the process began, as Linux tells it (proc(5), field 22 of stat); empty elsewhere. */
function startTimeOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A process that ended and waits for its parent holds nothing.
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '')
  } catch {
    return ''
  }
}
