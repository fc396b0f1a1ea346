import type { Config } from '../core/config.ts'
import { networkSettings, type PlatformValue, platformValues } from '../core/networks.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { createPlatformCall, instrumentedCall } from './call.ts'
import { createFacebook } from './facebook/index.ts'
import { createInstagram } from './instagram/index.ts'
import type { Platform, PlatformSetup } from './platform.ts'
import { createThreads } from './threads/index.ts'
import { createTiktok } from './tiktok/index.ts'

export type Platforms = ReadonlyMap<PlatformValue, Platform>

const factories: Record<PlatformValue, (setup: PlatformSetup) => Platform> = {
  threads: createThreads,
  instagram: createInstagram,
  facebook: createFacebook,
  tiktok: createTiktok,
}

/** The configured platforms, in display order. */
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
      return [
        [value, factories[value]({ app, call: instrumentedCall(value, call), now: options.now })],
      ]
    }),
  )
}

/**
 * All supported platforms, configured or not, for their static data. They have no app, so every call
 * through them fails.
 */
export const platformDefinitions: readonly Platform[] = platformValues.map((value) =>
  factories[value]({
    app: { clientId: '', clientSecret: '', bases: networkSettings[value].bases },
    call: () => Promise.reject(new Error(`${value} is not configured.`)),
    now: () => new Date(0),
  }),
)

const byValue = new Map(platformDefinitions.map((platform) => [platform.value, platform]))

export function platformDefinition(value: PlatformValue): Platform {
  return byValue.get(value)!
}
