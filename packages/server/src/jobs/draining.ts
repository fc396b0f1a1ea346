import type { Context } from '../context.ts'
import type { Config } from '../core/config.ts'

// By the configuration, of which a process has one and all its contexts have the same.
const draining = new WeakSet<Config>()

/** Marks this process as stopping: it reports that it is not ready and closes idle connections. */
export function beginDraining({ config }: Context): void {
  draining.add(config)
}

export function isDraining({ config }: Context): boolean {
  return draining.has(config)
}
