import type { Config, PlatformValue } from '../base/config.ts'
import type { Outbound } from '../base/outbound.ts'
import type { Platform } from './platform.ts'

export type Platforms = ReadonlyMap<PlatformValue, Platform>

/** The platforms that are configured, in the order in which pages show them. */
export function createPlatforms(options: {
  config: Config
  outbound: Outbound
  now: () => Date
}): Platforms {
  return new Map()
}
