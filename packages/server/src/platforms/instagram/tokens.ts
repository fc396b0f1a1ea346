import type { PlatformSetup } from '../contract/platform.ts'
import type { TokenAbility } from '../contract/tokens.ts'
import { isPermitted } from '../meta/graph.ts'
import { longLivedTokens } from '../meta/long-lived.ts'
import { instagramApi } from './api.ts'
import { probeScopes } from './connect.ts'

/** instagram.md §1.4. */
export function instagramTokens(setup: PlatformSetup): TokenAbility {
  const api = instagramApi(setup)
  const readId = (access: string) => api.read(access, '/me', { fields: 'id' })
  return {
    ...longLivedTokens({ now: setup.now, refresh: api.refresh }),

    probe: async (tokens) => {
      await readId(tokens.access)
    },

    /**
     * One read per permission, as Instagram reports permissions only at login (instagram.md §1.3).
     */
    readGranted: async ({ access }) =>
      (await isPermitted(() => readId(access))) ? await probeScopes(api, access) : [],
  }
}
