import { PlatformError } from '../contract/errors.ts'
import type { ServerPlatformSetup } from '../contract/platform.ts'
import type { TokenAbility } from '../contract/tokens.ts'
import { accountApi, originOf } from './api.ts'
import { readFacts } from './instance.ts'

/** Tokens have no end and are not refreshed (mastodon.md §0). */
export function mastodonTokens(setup: ServerPlatformSetup): TokenAbility {
  return {
    refreshDueAt: () => null,
    probe: async (tokens) => {
      const { suspended } = await accountApi(setup, tokens).readOwnAccount()
      if (suspended) throw new PlatformError('access_expired', { reason: 'suspended' })
    },
    readFacts: (tokens) => readFacts(setup, originOf(tokens)),
  }
}
