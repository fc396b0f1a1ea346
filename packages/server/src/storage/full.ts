import type { Config } from '../core/config.ts'

/** A full disk, a used-up quota, and a full disk of PostgreSQL (manual, appendix A). */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100'])
const rememberedMs = 30_000

// Keyed by the configuration because all contexts of a process share it.
const fullSince = new WeakMap<Config, number>()

/** Whether the error, or one that caused it, says that storage is full. */
export function isStorageFull(err: unknown): boolean {
  for (let each = err; each instanceof Error; each = each.cause) {
    if (fullCodes.has(String((each as NodeJS.ErrnoException).code))) return true
  }
  return false
}

export function noteFullStorage(config: Config): void {
  fullSince.set(config, performance.now())
}

/** Whether something could not be stored in this process in the last half minute. */
export function wasStorageFull(config: Config): boolean {
  const at = fullSince.get(config)
  return at !== undefined && performance.now() - at < rememberedMs
}
