import { z } from 'zod'
import { platformUrl } from '../call.ts'
import { toldScopes } from '../granted.ts'
import { platformId } from '../json.ts'
import { askGraph } from '../meta/graph.ts'
import type { PlatformPermission, PlatformSetup } from '../platform.ts'
import type { TokenAbility } from '../tokens.ts'
import { facebookApi, version } from './api.ts'

/** facebook-pages.md §1.4; `profile_id` is the page, from memory. */
const tokenFacts = z.object({
  data: z.object({
    is_valid: z.boolean().nullish(),
    profile_id: platformId.nullish(),
    scopes: z.array(z.string()).nullish(),
    granular_scopes: z
      .array(z.object({ scope: z.string(), target_ids: z.array(platformId).nullish() }))
      .nullish(),
  }),
})

/**
 * The life of a page's access: its token has no expiry, so it is only probed. The end of the
 * person's token does not end it (facebook-pages.md §1.3, §7).
 */
export function facebookTokens(
  setup: PlatformSetup,
  permissions: readonly PlatformPermission[],
): TokenAbility {
  const { app, call } = setup
  const api = facebookApi(setup)
  const inspect = async (access: string): Promise<string[] | null> => {
    const url = platformUrl(app.bases.api, `${version}/debug_token`, {
      input_token: access,
      access_token: `${app.clientId}|${app.clientSecret}`,
    })
    const { data } = await askGraph(call, { method: 'GET', url }, tokenFacts)
    if (data.is_valid === false || !data.scopes) return null
    const page = data.profile_id ?? (await api.readUserId(access))
    const elsewhere = (data.granular_scopes ?? [])
      .filter(({ target_ids }) => target_ids && !target_ids.includes(page))
      .map(({ scope }) => scope)
    return data.scopes.filter((scope) => !elsewhere.includes(scope))
  }
  return {
    refreshDueAt: () => null,

    probe: async (tokens) => {
      const url = platformUrl(app.bases.api, `${version}/me`, {
        fields: 'id,name',
        access_token: tokens.access,
      })
      await askGraph(call, { method: 'GET', url }, z.unknown())
    },

    /** What holds for this page. A token error here may be that of the app, so it says nothing. */
    readGranted: (tokens) =>
      toldScopes(permissions, () => inspect(tokens.access), ['access_ended', 'disconnected']),
  }
}
