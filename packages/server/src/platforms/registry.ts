import {
  type Config,
  type PlatformApp,
  type PlatformValue,
  platformValues,
} from '../base/config.ts'
import type { Outbound } from '../base/outbound.ts'
import { createPlatformCall, watchedCall } from './call.ts'
import { createFacebook } from './facebook/index.ts'
import { createInstagram } from './instagram/index.ts'
import type { Platform, PlatformSetup } from './platform.ts'
import { createThreads } from './threads/index.ts'
import { createTiktok } from './tiktok/index.ts'

export type Platforms = ReadonlyMap<PlatformValue, Platform>

const makers: Record<PlatformValue, (setup: PlatformSetup) => Platform> = {
  threads: createThreads,
  instagram: createInstagram,
  facebook: createFacebook,
  tiktok: createTiktok,
}

/** The platforms that are configured, in the order in which pages show them. */
export function createPlatforms(options: {
  config: Pick<Config, 'platforms'>
  outbound: Pick<Outbound, 'request'>
  now: () => Date
}): Platforms {
  const call = createPlatformCall(options.outbound)
  const configured = platformValues
    .map((value) => [value, options.config.platforms[value]] as const)
    .filter((entry): entry is readonly [PlatformValue, PlatformApp] => entry[1] !== undefined)
  return new Map(
    configured.map(([value, app]) => {
      return [value, makers[value]({ app, call: watchedCall(value, call), now: options.now })]
    }),
  )
}
