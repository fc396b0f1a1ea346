import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'

/** A started server: its processes, without their children, and how to stop it. */
export type RunningServer = { pids: number[]; stop(): Promise<void> }

/**
 * The memory of servers in megabytes: the peak of each process, and the present share of those that it has started,
 * because the processes of a database share most of their memory.
 */
export function peakMegabytes(pids: readonly number[]): number {
  const kilobytes = pids.reduce((sum, pid) => {
    const shares = startedBy(pid).map((child) => numberIn(`/proc/${child}/smaps_rollup`, 'Pss'))
    return shares.reduce(
      (total, share) => total + share,
      sum + numberIn(`/proc/${pid}/status`, 'VmHWM'),
    )
  }, 0)
  return Math.round(kilobytes / 1_024)
}

function startedBy(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean)
  return children.map(Number).flatMap((child) => [child, ...startedBy(child)])
}

function numberIn(path: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(read(path))?.[1] ?? 0)
}

/** Empty if the process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
