import type { Config } from '../core/config.ts'
import {
  type AppPlatformValue,
  needsApp,
  networkSettings,
  type PlatformValue,
  platformValues,
  type ServerPlatformValue,
  serverNetworkSettings,
} from '../core/networks.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { createBluesky } from './bluesky/index.ts'
import { withBoundedTexts } from './contract/bounded-texts.ts'
import type { Platform, PlatformSetup, ServerPlatformSetup } from './contract/platform.ts'
import type { ServerStorage } from './contract/server-storage.ts'
import { createFacebook } from './facebook/index.ts'
import { createInstagram } from './instagram/index.ts'
import { createLinkedin } from './linkedin/index.ts'
import { createMastodon } from './mastodon/index.ts'
import { createThreads } from './threads/index.ts'
import { createTiktok } from './tiktok/index.ts'
import { createPlatformCall, instrumentedCall } from './wire/call.ts'
import { createWordpress } from './wordpress/index.ts'
import { createYoutube } from './youtube/index.ts'

export type Platforms = ReadonlyMap<PlatformValue, Platform>

const factories: Record<AppPlatformValue, (setup: PlatformSetup) => Platform> = {
  threads: createThreads,
  instagram: createInstagram,
  facebook: createFacebook,
  tiktok: createTiktok,
  youtube: createYoutube,
  linkedin: createLinkedin,
}

const serverFactories: Partial<
  Record<ServerPlatformValue, (setup: ServerPlatformSetup) => Platform>
> = { mastodon: createMastodon, bluesky: createBluesky, wordpress: createWordpress }

/** The configured platforms that work with this public URL, in display order. */
export function createPlatforms(options: {
  config: Pick<Config, 'platforms' | 'serverNetworks' | 'trustedServers' | 'publicUrl'>
  outbound: Pick<Outbound, 'request' | 'lookUpTxt'>
  storageOf: (platform: PlatformValue) => ServerStorage
  now: () => Date
}): Platforms {
  const { config, now } = options
  const isTrustedServer = (origin: string) => config.trustedServers.includes(origin)
  const plainCall = createPlatformCall(options.outbound)
  const create = (value: PlatformValue): Platform | null => {
    const call = instrumentedCall(value, plainCall)
    if (needsApp(value)) {
      const app = config.platforms[value]
      return app ? factories[value]({ app, quota: options.storageOf(value), call, now }) : null
    }
    const settings = config.serverNetworks[value]
    if (!settings) return null
    const { publicUrl } = config
    const storage = options.storageOf(value)
    const { lookUpTxt } = options.outbound
    const setup = { settings, publicUrl, isTrustedServer, storage, lookUpTxt, call, now }
    const platform = serverFactories[value]!(setup)
    return platform.findProblem?.(publicUrl) ? null : platform
  }
  return new Map(
    platformValues.flatMap((value) => {
      const platform = create(value)
      return platform ? [[value, withBoundedTexts(platform)]] : []
    }),
  )
}

/**
 * All supported platforms, configured or not, for their static data. They have no app, so every call
 * through them fails.
 */
export const platformDefinitions: readonly Platform[] = platformValues.map((value) => {
  const fail = () => Promise.reject(new Error(`${value} is not configured.`))
  const common = { call: fail, now: () => new Date(0), quota: { spend: fail } }
  if (needsApp(value)) {
    const { bases } = networkSettings[value]
    return factories[value]({ app: { clientId: '', clientSecret: '', bases }, ...common })
  }
  return serverFactories[value]!({
    settings: { services: serverNetworkSettings(value).services, sandboxServices: null },
    publicUrl: '',
    isTrustedServer: () => false,
    storage: {
      findApp: fail,
      findAppById: fail,
      saveApp: fail,
      forgetApp: fail,
      listKeys: fail,
      addFirstKey: fail,
      spend: fail,
    },
    lookUpTxt: fail,
    ...common,
  })
})

const byValue = new Map(platformDefinitions.map((platform) => [platform.value, platform]))

export function platformDefinition(value: PlatformValue): Platform {
  return byValue.get(value)!
}
