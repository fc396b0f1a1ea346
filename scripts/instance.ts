import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** What a running instance leaves in its data folder, for the next start and for the demo. */
export type Instance = {
  pid: number
  url: string
  sandboxUrl: string | null
  privateWebhooks: boolean
}

const file = (dataDir: string) => join(dataDir, 'instance.json')

/** The folder as a person can open it: relative to `from` only if it is in there. */
export function shownFolder(folder: string, from: string): string {
  const path = relative(from, folder)
  return `${path.split('/')[0] === '..' ? folder : path || '.'}/`
}

/** The instance that runs on this data folder, or nothing (a file of a dead process is nothing). */
export function readInstance(dataDir: string): Instance | null {
  if (!existsSync(file(dataDir))) return null
  try {
    const instance = JSON.parse(readFileSync(file(dataDir), 'utf8')) as Instance
    return isOurs(instance.pid) ? instance : null
  } catch {
    return null
  }
}

export function writeInstance(dataDir: string, instance: Instance): void {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file(dataDir), `${JSON.stringify(instance)}\n`)
}

export function removeInstance(dataDir: string): void {
  rmSync(file(dataDir), { force: true })
}

/**
 * Waits until no other process runs on the data folder. One whose npm was killed stops by itself
 * within a second or two; one that lives on is an error that says where it runs.
 */
export async function requireAlone(dataDir: string): Promise<void> {
  const until = Date.now() + 12_000
  for (;;) {
    const other = readInstance(dataDir)
    if (!other || other.pid === process.pid) return
    if (!isOrphan(other.pid) || Date.now() > until) {
      throw new Error(`Postern already runs on this folder: ${other.url} (process ${other.pid}).`)
    }
    await new Promise((resume) => setTimeout(resume, 100))
  }
}

/** Alive, and not another program that got the pid since. */
function isOurs(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const command = `/proc/${pid}/cmdline`
  if (!existsSync('/proc/self/cmdline')) return true
  return existsSync(command) && readFileSync(command, 'utf8').includes('start.ts')
}

function isOrphan(pid: number): boolean {
  const status = `/proc/${pid}/status`
  if (!existsSync(status)) return true
  const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1])
  const command = `/proc/${parent}/cmdline`
  return parent <= 1 || !existsSync(command) || !/npm|sh|node/.test(readFileSync(command, 'utf8'))
}
