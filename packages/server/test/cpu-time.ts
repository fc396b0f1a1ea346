import { afterAll } from 'vitest'

declare module 'vitest' {
  export interface TaskMeta {
    /** The CPU time of the worker while it loaded and ran this file. */
    cpuSeconds?: number
  }
}

/** Loaded before each file, and its hook runs after the file's own: what lies between is the file. */
const before = process.cpuUsage()

// biome-ignore lint/correctness/noEmptyPattern: Vitest requires a pattern for the fixtures, of which none is used.
afterAll(({}, file) => {
  const { user, system } = process.cpuUsage(before)
  file.meta.cpuSeconds = (user + system) / 1e6
})
