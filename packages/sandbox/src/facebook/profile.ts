import type { Account } from '../core/records.ts'
import type { GraphCall } from '../graph/call.ts'
import { noFieldOf, noSuchObject } from '../graph/errors.ts'
import type { NodeKind } from '../graph/fields.ts'
import { showNode } from '../graph/nodes.ts'
import { authenticate } from '../graph/session.ts'
import { invalidateTokens } from '../oauth/grants.ts'
import { pageKind, picture, userSession } from './pages.ts'
import { pagesOf } from './people.ts'

/** `/me`: the person, or with a page token the page (facebook.md §2, §7). */
export function readFacebookProfile(call: GraphCall, id: string) {
  const session = authenticate(call)
  const target = id === 'me' ? session.account : call.sandbox.state.accounts.get(id)
  if (target?.kind === 'page') {
    const isGranted =
      session.token.page_id === target.id || session.grant.page_ids.includes(target.id)
    const role = pagesOf(call.sandbox, session.user.id).some((page) => page.id === target.id)
    if (!isGranted || !role) throw noSuchObject(id, call.method)
    return showNode(call, pageKind(call, session), target)
  }
  if (!target || target.id !== session.user.id || session.token.page_id) {
    throw noSuchObject(id, call.method)
  }
  return showNode(call, userKind(call), target)
}

function userKind(call: GraphCall): NodeKind<Readonly<Account>> {
  return {
    defaults: ['name', 'id'],
    unknown: noFieldOf('User'),
    fields: {
      id: (user) => user.id,
      name: (user) => user.name,
      first_name: (user) => user.name.split(' ')[0],
      last_name: (user) => user.name.split(' ').slice(1).join(' '),
      picture: (user, field) => picture(call, user, field),
    },
  }
}

/** `GET /me/permissions`: granted and declined permissions; user tokens only (facebook.md §1.4). */
export function listPermissions(call: GraphCall) {
  const { grant } = userSession(call)
  const rows = (status: string, permissions: string[]) =>
    permissions.map((permission) => ({ permission, status }))
  return { data: [...rows('granted', grant.permissions), ...rows('declined', grant.declined)] }
}

/**
 * `DELETE /me/permissions[/{permission}]`: removes the app or one permission (facebook.md §1.4).
 */
export function deletePermissions(call: GraphCall) {
  const { grant } = userSession(call)
  const { state } = call.sandbox
  const permission = call.pathParams.permission
  if (permission) {
    state.grants.update(grant.id, {
      permissions: grant.permissions.filter((granted) => granted !== permission),
    })
    return { success: true }
  }
  state.grants.update(grant.id, { status: 'removed', permissions: [], declined: [], page_ids: [] })
  invalidateTokens(call.sandbox, grant.id, 458)
  return { success: true }
}
