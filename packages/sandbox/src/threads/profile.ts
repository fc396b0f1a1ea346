import type { Account } from '../core/records.ts'
import type { GraphCall } from '../graph/call.ts'
import type { GraphError } from '../graph/errors.ts'
import type { NodeKind } from '../graph/fields.ts'
import { showNode } from '../graph/nodes.ts'
import { selfSession } from '../graph/session.ts'
import { threadsParameter } from './errors.ts'

/** Code 100 for an unknown field (threads.md §3.2). */
export function noField(field: string): GraphError {
  return threadsParameter(`Tried accessing nonexisting field (${field})`)
}

/** Profile fields (threads.md §2), which have no follower count. */
function profileKind(call: GraphCall): NodeKind<Readonly<Account>> {
  return {
    defaults: ['id'],
    unknown: noField,
    fields: {
      id: (account) => account.id,
      username: (account) => account.username,
      name: (account) => account.name,
      threads_profile_picture_url: (account) => `${call.sandbox.origin()}/pictures/${account.id}`,
      threads_biography: (account) => account.biography,
      is_verified: (account) => account.is_verified,
      is_eligible_for_geo_gating: () => false,
      recently_searched_keywords: () => [],
    },
  }
}

export function readThreadsProfile(call: GraphCall, id: string) {
  const { account } = selfSession(call, id, 'threads_basic')
  return showNode(call, profileKind(call), account)
}
