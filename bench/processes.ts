import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Reads of /proc: these benchmarks run on Linux. */

export type Memory = { rss: number; pss: number }

/** A process and all its descendants that are alive. */
export function familyOf(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const parent = parentOf(Number(entry))
    if (parent) children.set(parent, [...(children.get(parent) ?? []), Number(entry)])
  }
  const family = [pid]
  for (const each of family) family.push(...(children.get(each) ?? []))
  return family.filter(isAlive)
}

/** Whether the process runs; one that ended and waits for its parent does not. */
export function isAlive(pid: number): boolean {
  return /^State:\s+[^ZX]/m.test(read(`/proc/${pid}/status`))
}

/** Resident memory in MB. `pss` counts a page that n processes share as 1/n for each. */
export function memoryOf(pids: number[]): Memory {
  const sum = (pattern: RegExp, file: string) =>
    pids.reduce((total, pid) => total + Number(pattern.exec(read(`/proc/${pid}/${file}`))?.[1]), 0)
  return {
    rss: megabytes(sum(/^VmRSS:\s+(\d+)/m, 'status')),
    pss: megabytes(sum(/^Pss:\s+(\d+)/m, 'smaps_rollup')),
  }
}

/** The pid of the PostgreSQL whose data folder this is. */
export function postgresOf(dataDir: string): number | null {
  const file = `${dataDir}/postgres/postmaster.pid`
  if (!existsSync(file)) return null
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  return isAlive(pid) ? pid : null
}

/** Waits until it holds, or answers false after the time. */
export async function until(holds: () => boolean, msMax: number, stepMs = 20): Promise<boolean> {
  const began = performance.now()
  while (!holds()) {
    if (performance.now() - began > msMax) return false
    await new Promise((resume) => setTimeout(resume, stepMs))
  }
  return true
}

/** Waits until it holds and answers how long; throws after the time with what it waited for. */
export async function untilHolds(
  words: string,
  holds: () => Promise<boolean>,
  msMax = 60_000,
): Promise<number> {
  const began = performance.now()
  while (!(await holds())) {
    if (performance.now() - began > msMax) throw new Error(`Not within ${msMax} ms: ${words}`)
    await new Promise((resume) => setTimeout(resume, 10))
  }
  return performance.now() - began
}

function parentOf(pid: number): number | null {
  const parent = /^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1]
  return parent ? Number(parent) : null
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function megabytes(kilobytes: number): number {
  return Math.round(kilobytes / 102.4) / 10
}
