import type { ServerPlatformSetup } from '../contract/platform.ts'
import type { TokenAbility } from '../contract/tokens.ts'
import { siteApi } from './api.ts'
import { grantedCapabilities } from './permissions.ts'

/** Application passwords have no end and are not refreshed (wordpress.md §1.3). */
export function wordpressTokens(setup: ServerPlatformSetup): TokenAbility {
  return {
    refreshDueAt: () => null,
    probe: async (tokens) => {
      await siteApi(setup, tokens).readUser()
    },
    readGranted: async (tokens) => grantedCapabilities(await siteApi(setup, tokens).readUser()),
  }
}
