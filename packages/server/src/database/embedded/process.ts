import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Log } from '../../telemetry/log.ts'
import type { Identity } from './identity.ts'

const endMsMax = 20_000
const watchMs = 500
const socketPathMax = 90
const socketPrefix = 'postern-socket-'

/** The PostgreSQL process that runs on this data folder, with the folder of its socket, or `null`. */
export function runningServer(data: string): { pid: number; socket: string } | null {
  const lines = lockFile(data)
  const pid = Number(lines[0])
  if (!(pid > 1) || !isAlive(pid)) return null
  const folder = workingDirectoryOf(pid) ?? lines[1]
  // The pid may belong to another program by now.
  return folder === data && isPostgres(pid) ? { pid, socket: socketOf(data) } : null
}

/** The socket folder of the server that runs, or last ran, on this data folder. */
export function socketOf(data: string): string {
  const folder = lockFile(data)[4]
  return !folder || folder === '/proc/self/cwd' ? data : folder
}

/**
 * Chooses the socket folder of a new server: its data folder, or, since socket paths are limited to
 * about 100 bytes, a new temporary folder, which is removed when the server stops.
 */
export function socketFolder(data: string, identity: Identity | null): string {
  if (Buffer.byteLength(data) <= socketPathMax) return data
  const folder = mkdtempSync(join(tmpdir(), socketPrefix))
  if (identity) chownSync(folder, identity.uid, identity.gid)
  return folder
}

export function removeSocketFolder(folder: string): void {
  if (!basename(folder).startsWith(socketPrefix)) return
  rmSync(folder, { recursive: true, force: true })
}

/** Stops a PostgreSQL and resolves when it has exited; throws after 20 seconds. */
export async function endServer(
  pid: number,
  signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT',
): Promise<void> {
  const until = Date.now() + endMsMax
  if (isAlive(pid)) process.kill(pid, signal)
  while (isAlive(pid)) {
    if (Date.now() > until) throw new Error(`PostgreSQL (pid ${pid}) does not stop.`)
    await new Promise((resume) => setTimeout(resume, 20))
  }
}

/**
 * Removes the lock files of a killed PostgreSQL. They prevent two servers on one folder, so this first
 * waits up to 20 seconds until no process works in the folder, not even orphaned backends.
 */
export async function removeStaleLocks(data: string, socket: string): Promise<void> {
  const until = Date.now() + endMsMax
  while (existsSync('/proc/self') && hasProcessIn(data)) {
    if (Date.now() > until) throw new Error(`Other processes still work in ${data}.`)
    await new Promise((resume) => setTimeout(resume, 50))
  }
  for (const file of [join(data, 'postmaster.pid'), join(socket, '.s.PGSQL.5432.lock')]) {
    rmSync(file, { force: true })
  }
}

/** Restarts the server when it dies. Returns a function that ends the supervision. */
export function superviseServer(
  running: { pid: number },
  start: () => Promise<number>,
  log: Log,
): () => Promise<void> {
  let starting: Promise<void> | null = null
  const check = () => {
    if (starting || isAlive(running.pid)) return
    log.error({ pid: running.pid }, 'postgres.ended')
    starting = start()
      .then((pid) => {
        running.pid = pid
        log.warn({ pid }, 'postgres.restarted')
      })
      .catch((err) => log.error({ err }, 'postgres.not_restarted'))
      .finally(() => {
        starting = null
      })
  }
  const timer = setInterval(check, watchMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await starting
  }
}

/** The lines of `postmaster.pid`: pid, data folder, start, port, folder of the socket. */
function lockFile(data: string): string[] {
  const file = join(data, 'postmaster.pid')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
}

function isPostgres(pid: number): boolean {
  const command = join('/proc', String(pid), 'cmdline')
  return !existsSync(command) || readFileSync(command, 'utf8').includes('postgres')
}

/** Linux only; `null` on other systems. */
function workingDirectoryOf(pid: number | string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

/** Whether the process exists and is not a zombie. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return stateOf(pid) !== 'Z'
}

function stateOf(pid: number | string): string | null {
  try {
    return /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? null
  } catch {
    return null
  }
}

/** Whether a process, such as a PostgreSQL backend, has the data folder as its working directory. */
function hasProcessIn(data: string): boolean {
  return readdirSync('/proc').some(
    (pid) => /^\d+$/.test(pid) && workingDirectoryOf(pid) === data && stateOf(pid) !== 'Z',
  )
}
