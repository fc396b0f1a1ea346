import type { Context } from '../context.ts'
import type { Config } from '../core/config.ts'

// Keyed by the configuration: a process has one, and all its contexts share it.
const draining = new WeakSet<Config>()

/** Marks this process as stopping: `/ready` reports not ready and responses close their connection. */
export function beginDraining({ config }: Context): void {
  draining.add(config)
}

export function isDraining({ config }: Context): boolean {
  return draining.has(config)
}
