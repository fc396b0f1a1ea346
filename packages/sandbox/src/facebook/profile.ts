import type { Account } from '../core/records.ts'
import type { GraphCall } from '../graph/call.ts'
import { GraphError, noSuchObject } from '../graph/errors.ts'
import { type FieldTable, parseFields, selectFields } from '../graph/fields.ts'
import { authenticate } from '../graph/session.ts'
import { invalidateTokens } from '../oauth/grants.ts'
import { noPageField, pageFields, picture, userSession } from './pages.ts'
import { pagesOf } from './people.ts'

/** `/me`: the person, or with a page token the page (facebook.md §2, §7). */
export function readFacebookProfile(call: GraphCall, id: string) {
  const session = authenticate(call)
  const fields = parseFields(call.params.fields)
  const target = id === 'me' ? session.account : call.sandbox.state.accounts.get(id)
  if (target?.kind === 'page') {
    const isGranted =
      session.token.page_id === target.id || session.grant.page_ids.includes(target.id)
    const role = pagesOf(call.sandbox, session.user.id).some((page) => page.id === target.id)
    if (!isGranted || !role) throw noSuchObject(id, call.method)
    return selectFields(target, fields, pageFields(call, session), ['name', 'id'], noPageField)
  }
  if (!target || target.id !== session.user.id || session.token.page_id) {
    throw noSuchObject(id, call.method)
  }
  return selectFields(target, fields, userFields(call), ['name', 'id'], noUserField)
}

function userFields(call: GraphCall): FieldTable<Readonly<Account>> {
  return {
    id: (user) => user.id,
    name: (user) => user.name,
    first_name: (user) => user.name.split(' ')[0],
    last_name: (user) => user.name.split(' ').slice(1).join(' '),
    picture: (user, field) => picture(call, user, field),
  }
}

function noUserField(field: string): GraphError {
  const text = `(#100) Tried accessing nonexisting field (${field}) on node type (User)`
  return new GraphError(text, { code: 100 })
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
