import { readFileSync } from 'node:fs'
import { familyOf } from './processes.ts'

const ticksPerSecond = 100

/** CPU seconds a process has used, those of its children that have ended with it. */
export function cpuOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = [11, 12, 13, 14].reduce((sum, place) => sum + Number(fields[place]), 0)
  return ticks / ticksPerSecond
}

/** The same for a process and all that descend from it. */
export function cpuOfFamily(pid: number): number {
  return familyOf(pid).reduce((sum, each) => sum + cpuIfAlive(each), 0)
}

/** One that ended since counts with its parent. */
function cpuIfAlive(pid: number): number {
  try {
    return cpuOf(pid)
  } catch {
    return 0
  }
}
