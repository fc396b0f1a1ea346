import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Whether this run only shows that the benchmark works (`--brief`): it seeds little and measures for
 * about a second, so its numbers mean nothing.
 */
const isBrief = process.argv.includes('--brief')

/** The first value, or the second in a brief run. */
export function sized(full: number, brief: number): number {
  return isBrief ? brief : full
}

// This file reads /proc, so the benchmarks run on Linux only.
type Memory = { rss: number; pss: number }

const ticksPerSecond = 100

/** A process and all its running descendants. */
export function processTreeOf(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const parent = parentOf(Number(entry))
    if (parent) children.set(parent, [...(children.get(parent) ?? []), Number(entry)])
  }
  const family = [pid]
  for (const process of family) family.push(...(children.get(process) ?? []))
  return family.filter(isAlive)
}

/** Whether the process is running. A zombie is not. */
export function isAlive(pid: number): boolean {
  return /^State:\s+[^ZX]/m.test(read(`/proc/${pid}/status`))
}

/** Resident memory in MB. `pss` counts a page that n processes share as 1/n for each. */
export function memoryOf(pids: number[]): Memory {
  const sum = (pattern: RegExp, file: string) =>
    pids.reduce((total, pid) => total + Number(pattern.exec(read(`/proc/${pid}/${file}`))?.[1]), 0)
  return {
    rss: rounded(sum(/^VmRSS:\s+(\d+)/m, 'status') / 1_024, 1),
    pss: rounded(sum(/^Pss:\s+(\d+)/m, 'smaps_rollup') / 1_024, 1),
  }
}

/** CPU seconds used by a process and its descendants, including ended ones. */
export function cpuOf(pid: number): number {
  return processTreeOf(pid).reduce((sum, each) => {
    const text = read(`/proc/${each}/stat`)
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = [11, 12, 13, 14].reduce((ticks, index) => ticks + Number(fields[index] ?? 0), 0)
    return sum + ticks / ticksPerSecond
  }, 0)
}

/** The pid of the PostgreSQL of this data folder, or null if it is not running. */
export function postgresOf(dataDir: string): number | null {
  const file = `${dataDir}/postgres/postmaster.pid`
  if (!existsSync(file)) return null
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  return isAlive(pid) ? pid : null
}

/** Waits until the condition is true. Returns false after `msMax`. */
export async function waitUntil(
  condition: () => boolean,
  msMax: number,
  stepMs = 20,
): Promise<boolean> {
  const began = performance.now()
  while (!condition()) {
    if (performance.now() - began > msMax) return false
    await pause(stepMs)
  }
  return true
}

/** Waits until the condition is true and returns the milliseconds. Throws after `msMax`. */
export async function waitFor(
  description: string,
  holds: () => Promise<boolean>,
  msMax = 60_000,
): Promise<number> {
  const began = performance.now()
  while (!(await holds())) {
    if (performance.now() - began > msMax) throw new Error(`Not within ${msMax} ms: ${description}`)
    await pause(10)
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

/** Percentiles of values in ms, rounded to a tenth. */
export function percentiles(values: readonly number[]) {
  const sorted = [...values].sort((left, right) => left - right)
  const at = (share: number) => rounded(sorted[Math.floor(sorted.length * share)] ?? Number.NaN, 1)
  return { p50_ms: at(0.5), p95_ms: at(0.95), p99_ms: at(0.99) }
}

export function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
