import { readGrantedScopes } from '../contract/granted-scopes.ts'
import type { PlatformPermission, PlatformSetup } from '../contract/platform.ts'
import type { TokenAbility } from '../contract/tokens.ts'
import { callGraph, longToken } from '../meta/graph.ts'
import { longLivedTokens } from '../meta/long-lived.ts'
import { platformUrl } from '../wire/call.ts'
import { threadsApi } from './api.ts'

/** threads.md §1.6, §1.7. */
export function threadsTokens(
  setup: PlatformSetup,
  permissions: readonly PlatformPermission[],
): TokenAbility {
  const { app, call, now } = setup
  const api = threadsApi(setup)
  return {
    ...longLivedTokens({
      now,
      refresh: (access) => {
        const url = platformUrl(app.bases.token, '/refresh_access_token', {
          grant_type: 'th_refresh_token',
          access_token: access,
        })
        return callGraph(call, { method: 'GET', url }, longToken)
      },
    }),

    probe: async (tokens) => {
      await api.read(tokens.access, '/me', { fields: 'id' })
    },

    /** The token's debug info. Throws if the token has expired. */
    readGranted: (tokens) => readGrantedScopes(permissions, () => api.readScopes(tokens.access)),
  }
}
