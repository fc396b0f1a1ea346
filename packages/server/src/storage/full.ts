import type { Clock } from '../core/clock.ts'
import type { Config } from '../core/config.ts'

type Process = { config: Config; clock: Clock }

/** A full disk, a used-up quota, and a full disk of PostgreSQL (manual, appendix A). */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100'])
/** Requests that still fail renew it, so that it may be short: space is noticed as soon as it has passed. */
const rememberedMs = 5_000

// Keyed by the configuration because all contexts of a process share it.
const fullSince = new WeakMap<Config, number>()

/** Whether the error, or one that caused it, says that storage is full. */
export function isStorageFull(err: unknown): boolean {
  for (let each = err; each instanceof Error; each = each.cause) {
    if (fullCodes.has(String((each as NodeJS.ErrnoException).code))) return true
  }
  return false
}

export function noteFullStorage({ config, clock }: Process): void {
  fullSince.set(config, clock.now().getTime())
}

/** Whether something could not be stored in this process in the last five seconds. */
export function wasStorageFull({ config, clock }: Process): boolean {
  const at = fullSince.get(config)
  return at !== undefined && clock.now().getTime() - at < rememberedMs
}
