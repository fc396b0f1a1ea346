import type { Account } from '../core/records.ts'
import type { GraphCall } from '../graph/call.ts'
import { GraphError } from '../graph/errors.ts'
import type { NodeKind } from '../graph/fields.ts'
import { showNode } from '../graph/nodes.ts'
import { selfSession } from '../graph/session.ts'
import { settingsOf } from './settings.ts'

const accountTypes = { BUSINESS: 'Business', MEDIA_CREATOR: 'Media_Creator', PERSONAL: 'Personal' }

/** Profile fields; `id` is app-scoped, `user_id` is the professional account (instagram.md §0, §2). */
function profileKind(call: GraphCall): NodeKind<Readonly<Account>> {
  return {
    defaults: ['id'],
    unknown: noField,
    fields: {
      id: (account) => account.second_id,
      user_id: (account) => account.id,
      username: (account) => account.username,
      name: (account) => account.name,
      account_type: (account) => accountTypes[account.account_type ?? 'BUSINESS'],
      profile_picture_url: (account) => `${call.sandbox.origin()}/pictures/${account.id}`,
      followers_count: (account) => account.followers,
      follows_count: (account) => account.following,
      media_count: (account) =>
        call.sandbox.state.posts.by('account', account.id).filter((post) => !post.parent_id).length,
      biography: (account) => account.biography,
      website: () => undefined,
    },
  }
}

export function noField(field: string): GraphError {
  return new GraphError(`(#100) Tried accessing nonexisting field (${field})`, {
    code: 100,
    type: 'IGApiException',
  })
}

/**
 * The profile: flat, or with the setting `instagram_exchange_shape` in a list as in Meta's sample
 * (instagram.md §2).
 */
export function readInstagramProfile(call: GraphCall, id: string) {
  const { account } = selfSession(call, id, 'instagram_business_basic')
  const profile = showNode(call, profileKind(call), account)
  const isDocumented = settingsOf(call.sandbox).instagram_exchange_shape === 'documented'
  return isDocumented ? { data: [profile] } : profile
}
