import { readGrantedScopes } from '../contract/granted-scopes.ts'
import type { PlatformPermission, PlatformSetup } from '../contract/platform.ts'
import type { TokenAbility } from '../contract/tokens.ts'
import { longLivedTokens } from '../meta/long-lived.ts'
import { threadsApi } from './api.ts'

/** threads.md §1.6, §1.7. */
export function threadsTokens(
  setup: PlatformSetup,
  permissions: readonly PlatformPermission[],
): TokenAbility {
  const api = threadsApi(setup)
  return {
    ...longLivedTokens({ now: setup.now, refresh: api.refresh }),

    probe: async (tokens) => {
      await api.read(tokens.access, '/me', { fields: 'id' })
    },

    /** The token's debug info. Throws if the token has expired. */
    readGranted: (tokens) => readGrantedScopes(permissions, () => api.readScopes(tokens.access)),
  }
}
