import type { Account } from '../core/records.ts'
import type { GraphCall } from '../graph/call.ts'
import { GraphError, noSuchObject } from '../graph/errors.ts'
import { type FieldTable, parseFields, selectFields } from '../graph/fields.ts'
import { authenticate, requirePermissions } from '../graph/session.ts'
import { settingsOf } from './settings.ts'

const accountTypes = { BUSINESS: 'Business', MEDIA_CREATOR: 'Media_Creator', PERSONAL: 'Personal' }

/** Profile fields; `id` is app-scoped, `user_id` is the professional account (instagram.md §0, §2). */
function profileFields(call: GraphCall): FieldTable<Readonly<Account>> {
  return {
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
  const session = authenticate(call)
  requirePermissions(session, 'instagram_business_basic')
  const { account } = session
  if (id !== 'me' && id !== account.id && id !== account.second_id) {
    throw noSuchObject(id, call.method)
  }
  const profile = selectFields(
    account,
    parseFields(call.params.fields),
    profileFields(call),
    ['id'],
    noField,
  )
  const isDocumented = settingsOf(call.sandbox).instagram_exchange_shape === 'documented'
  return isDocumented ? { data: [profile] } : profile
}
