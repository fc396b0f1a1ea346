import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../base/log.ts'

const endMsMax = 20_000
const watchMs = 500

/** The pid of a PostgreSQL that runs on exactly this data folder, if one does. */
export function runningServer(data: string): number | null {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return null
  const [pidLine, folder] = readFileSync(file, 'utf8').split('\n')
  const pid = Number(pidLine)
  if (!(pid > 1) || folder !== data || !isAlive(pid)) return null
  // The pid may have gone to another program since.
  const command = join('/proc', String(pid), 'cmdline')
  if (existsSync(command) && !readFileSync(command, 'utf8').includes('postgres')) return null
  return pid
}

/** Stops a PostgreSQL and resolves when it is gone; throws when it does not go. */
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
 * Removes what a killed PostgreSQL left in the way of a start. Its own lock files guard against two
 * servers on one folder, so they go only when no process works in that folder any more: orphaned
 * backends of a killed server are waited for.
 */
export async function clearAway(data: string, socket: string): Promise<void> {
  const until = Date.now() + endMsMax
  while (existsSync('/proc/self') && hasProcessIn(data)) {
    if (Date.now() > until) throw new Error(`Other processes still work in ${data}.`)
    await new Promise((resume) => setTimeout(resume, 50))
  }
  for (const file of [join(data, 'postmaster.pid'), join(socket, '.s.PGSQL.5432.lock')]) {
    rmSync(file, { force: true })
  }
}

/** Starts the server again when it is gone without having been stopped; the answer ends the watch. */
export function watchOver(
  running: { pid: number },
  start: () => Promise<number>,
  log: Log,
): () => Promise<void> {
  let starting: Promise<void> | null = null
  const look = () => {
    if (starting || isAlive(running.pid)) return
    log.error({ pid: running.pid }, 'postgres.gone')
    starting = start()
      .then((pid) => {
        running.pid = pid
        log.warn({ pid }, 'postgres.started_again')
      })
      .catch((err) => log.error({ err }, 'postgres.not_started_again'))
      .finally(() => {
        starting = null
      })
  }
  const timer = setInterval(look, watchMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await starting
  }
}

/** Running, and not only a zombie that nobody has reaped. */
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

/** PostgreSQL and all its backends have the data folder as their working directory. */
function hasProcessIn(data: string): boolean {
  return readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === data && stateOf(pid) !== 'Z'
    } catch {
      return false
    }
  })
}
