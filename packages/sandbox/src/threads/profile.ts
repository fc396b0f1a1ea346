import type { Account } from '../core/records.ts'
import type { GraphCall } from '../graph/call.ts'
import { badParameter, type GraphError, noSuchObject } from '../graph/errors.ts'
import { type FieldTable, parseFields, selectFields } from '../graph/fields.ts'
import { authenticate, requirePermissions } from '../graph/session.ts'

/** Profile fields (threads.md §2), which have no follower count. */
function profileFields(call: GraphCall): FieldTable<Readonly<Account>> {
  return {
    id: (account) => account.id,
    username: (account) => account.username,
    name: (account) => account.name,
    threads_profile_picture_url: (account) => `${call.sandbox.origin()}/pictures/${account.id}`,
    threads_biography: (account) => account.biography,
    is_verified: (account) => account.is_verified,
    is_eligible_for_geo_gating: () => false,
    recently_searched_keywords: () => [],
  }
}

/** Code 100 for an unknown field (threads.md §3.2). */
export function noField(field: string): GraphError {
  return badParameter(`Tried accessing nonexisting field (${field})`, 'THApiException')
}

export function readThreadsProfile(call: GraphCall, id: string) {
  const session = authenticate(call)
  requirePermissions(session, 'threads_basic')
  const { account } = session
  if (id !== 'me' && id !== account.id) throw noSuchObject(id, call.method)
  return selectFields(
    account,
    parseFields(call.params.fields),
    profileFields(call),
    ['id'],
    noField,
  )
}
