import type { Config } from '../core/config.ts'
import { networkSettings, type PlatformValue, platformValues } from '../core/networks.ts'
import type { Outbound } from '../outbound/outbound.ts'
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
  return new Map(
    platformValues.flatMap((value) => {
      const app = options.config.platforms[value]
      if (!app) return []
      return [[value, makers[value]({ app, call: watchedCall(value, call), now: options.now })]]
    }),
  )
}

/**
 * Every platform that this service knows, configured or not, for what is written about it. Without an
 * app it must not be called.
 */
export const knownPlatforms: readonly Platform[] = platformValues.map((value) =>
  makers[value]({
    app: { clientId: '', clientSecret: '', bases: networkSettings[value].bases },
    call: () => Promise.reject(new Error(`${value} is not configured.`)),
    now: () => new Date(0),
  }),
)

const byValue = new Map(knownPlatforms.map((platform) => [platform.value, platform]))

export function knownPlatform(value: PlatformValue): Platform {
  return byValue.get(value)!
}
