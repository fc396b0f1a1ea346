import { z } from 'zod'
import { readGrantedScopes } from '../contract/granted-scopes.ts'
import type { PlatformPermission, PlatformSetup } from '../contract/platform.ts'
import type { TokenAbility } from '../contract/tokens.ts'
import { graphClient } from '../meta/graph-client.ts'
import { listOf, platformId } from '../wire/json.ts'
import { facebookApi, facebookHost } from './api.ts'
import { inspectToken } from './pages.ts'

/** facebook.md §1.4; that `profile_id` is the page is from memory. */
const tokenInfo = z.object({
  data: z.object({
    is_valid: z.boolean().nullish(),
    profile_id: platformId.nullish(),
    scopes: listOf(z.string()).nullish(),
    granular_scopes: listOf(
      z.object({ scope: z.string(), target_ids: listOf(platformId).nullish() }),
    ).nullish(),
  }),
})

/**
 * Page tokens cannot be refreshed, so they are only probed. They stay valid after the person's token
 * expires, until the data access ends (facebook.md §1.3, §7).
 */
export function facebookTokens(
  setup: PlatformSetup,
  permissions: readonly PlatformPermission[],
): TokenAbility {
  const { clientId, clientSecret } = setup.app
  const api = facebookApi(setup)
  const graphOf = (access: string) => graphClient(setup, facebookHost, access)
  const inspect = async (access: string): Promise<string[] | null> => {
    const graph = graphOf(`${clientId}|${clientSecret}`)
    const { data } = await graph.read('/debug_token', { input_token: access }, tokenInfo)
    if (data.is_valid === false || !data.scopes) return null
    const page = data.profile_id ?? (await api.readUserId(access))
    const limitedToOtherPages = (data.granular_scopes ?? [])
      .filter(({ target_ids }) => target_ids && !target_ids.includes(page))
      .map(({ scope }) => scope)
    return data.scopes.filter((scope) => !limitedToOtherPages.includes(scope))
  }
  return {
    refreshDueAt: () => null,

    probe: async (tokens) => {
      await graphOf(tokens.access).read('/me', { fields: 'id,name' }, z.unknown())
    },

    /**
     * 90 days after the login; also for accounts that were connected when it was not read
     * (facebook.md §1.3).
     */
    readAccessEnd: async (tokens) => (await inspectToken(api, tokens.access)).endsAt,

    /** The permissions for this page. A token error may be about the app token, so it is inconclusive. */
    readGranted: (tokens) =>
      readGrantedScopes(permissions, () => inspect(tokens.access), [
        'access_expired',
        'disconnected',
      ]),
  }
}
