import type { Account } from '../core/records.ts'
import { type GraphCall, linkTo } from '../graph/call.ts'
import { GraphError, noFieldOf, noSuchObject } from '../graph/errors.ts'
import { type Field, type NodeKind, parseFields, selectFields } from '../graph/fields.ts'
import { pageBounds, page as pageOf } from '../graph/paging.ts'
import { authenticate, permissionsOf, requirePermissions, type Session } from '../graph/session.ts'
import { pagesOf } from './people.ts'
import { pageToken } from './tokens.ts'

/** A page token requires one of these tasks and one of these permissions (facebook.md §2). */
const tokenTasks = ['MANAGE', 'CREATE_CONTENT', 'MODERATE']
const tokenPermissions = ['pages_manage_posts', 'pages_read_engagement', 'pages_manage_engagement']

/**
 * `/me/accounts`: the selected pages. Pages of a portfolio need business_management and a role in it;
 * without one, only the page itself can be read (facebook.md §2).
 */
export function listPages(call: GraphCall) {
  const session = userSession(call)
  const permissions = permissionsOf(session)
  if (!permissions.includes('pages_show_list')) return listPage(call, session, [])
  const pages = chosenPages(call, session).filter(
    (page) =>
      !page.page?.business_id ||
      (permissions.includes('business_management') && hasBusinessRole(call, session, page)),
  )
  return listPage(call, session, pages)
}

/** `/{business}/owned_pages` and `/client_pages` (facebook.md §2). */
export function listBusinessPages(call: GraphCall, relation: 'owned' | 'client') {
  const session = userSession(call)
  requirePermissions(session, 'business_management')
  const business = call.sandbox.state.businesses.get(call.pathParams.business!)
  if (!business?.user_ids.includes(session.user.id)) {
    throw noSuchObject(call.pathParams.business!, call.method)
  }
  const pages = chosenPages(call, session).filter(
    (page) => page.page?.business_id === business.id && page.page.business_relation === relation,
  )
  return listPage(call, session, pages)
}

function hasBusinessRole({ sandbox }: GraphCall, { user }: Session, page: Readonly<Account>) {
  return sandbox.state.businesses.get(page.page?.business_id ?? '')?.user_ids.includes(user.id)
}

export function listBusinesses(call: GraphCall) {
  const session = userSession(call)
  requirePermissions(session, 'business_management')
  const businesses = [...call.sandbox.state.businesses.values()].filter((business) =>
    business.user_ids.includes(session.user.id),
  )
  const data = businesses.map(({ id, name }) => ({ id, name }))
  return { data, paging: pagingOf(call, data) }
}

/** The session of a user token. A page token throws (#210). */
export function userSession(call: GraphCall): Session {
  const session = authenticate(call)
  if (session.token.page_id) {
    throw new GraphError('(#210) This call requires a user access token.', { code: 210 })
  }
  return session
}

function chosenPages(call: GraphCall, session: Session): Readonly<Account>[] {
  return pagesOf(call.sandbox, session.user.id).filter((page) =>
    session.grant.page_ids.includes(page.id),
  )
}

function listPage(call: GraphCall, session: Session, pages: Readonly<Account>[]) {
  const fields = parseFields(call.params.fields)
  const defaults = ['access_token', 'category', 'category_list', 'name', 'id', 'tasks']
  const kind = { ...pageKind(call, session), defaults }
  const data = pageOf(pages, call.params, pageBounds).items.map((page) =>
    selectFields(kind, page, fields),
  )
  return { data, ...(data.length ? { paging: pagingOf(call, pages) } : {}) }
}

function pagingOf(call: GraphCall, list: { id: string }[]) {
  const part = pageOf(list, call.params, pageBounds)
  return {
    cursors: { before: part.before, after: part.after },
    ...(part.hasPrevious
      ? { previous: linkTo(without(call, 'after'), { before: part.before }) }
      : {}),
    ...(part.hasNext ? { next: linkTo(without(call, 'before'), { after: part.after }) } : {}),
  }
}

function without(call: GraphCall, name: string): GraphCall {
  const params = { ...call.params }
  delete params[name]
  return { ...call, params }
}

/** Fields of a page, as visible to this session. */
export function pageKind(call: GraphCall, session: Session): NodeKind<Readonly<Account>> {
  return {
    defaults: ['name', 'id'],
    unknown: noFieldOf('Page'),
    fields: {
      id: (page) => page.id,
      name: (page) => page.name,
      username: (page) => page.username,
      category: (page) => page.page?.category,
      category_list: (page) => [{ id: '2616', name: page.page?.category }],
      about: (page) => page.biography,
      link: (page) => `${call.sandbox.origin()}/facebook/www/${page.username}`,
      picture: (page, field) => picture(call, page, field),
      followers_count: (page) => page.followers,
      fan_count: (page) => page.followers,
      tasks: (page) => page.page?.roles[session.user.id],
      access_token: (page) => tokenFor(call, session, page),
      business: (page) => businessOf(call, page),
    },
  }
}

function tokenFor(call: GraphCall, session: Session, page: Readonly<Account>): string | undefined {
  if (session.token.page_id) return session.token.id
  const tasks = page.page?.roles[session.user.id] ?? []
  const granted = permissionsOf(session)
  if (!tokenTasks.some((task) => tasks.includes(task))) return undefined
  if (!tokenPermissions.some((permission) => granted.includes(permission))) return undefined
  return pageToken(call.sandbox, session.token, page.id).id
}

export function picture(call: GraphCall, account: Readonly<Account>, field: Field) {
  const large = field.args.type === 'large'
  const size = large ? 200 : 50
  const url = `${call.sandbox.origin()}/pictures/${account.id}`
  return { data: { height: size, is_silhouette: false, url, width: size } }
}

function businessOf(call: GraphCall, page: Readonly<Account>) {
  const business = page.page?.business_id
    ? call.sandbox.state.businesses.get(page.page.business_id)
    : undefined
  return business && { id: business.id, name: business.name }
}
