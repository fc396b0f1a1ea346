import { type LinkedinCall, pageOf } from './call.ts'
import { accessDenied, notFound } from './errors.ts'
import { keyOf } from './people.ts'
import { requireScope } from './session.ts'

/** `GET /v2/userinfo` of OpenID Connect (linkedin.md §1.5). */
export function readUserinfo({ session, sandbox }: LinkedinCall): object {
  requireScope(session, 'openid', 'userinfo.GET')
  const { id, name } = session.member
  const [given_name = '', family_name = ''] = name.split(' ')
  const picture = `${sandbox.origin()}/pictures/${id}`
  const locale = { country: 'US', language: 'en' }
  return { sub: keyOf(id), name, given_name, family_name, picture, locale }
}

/** `GET /v2/me` (linkedin.md §1.5). */
export function readMe({ session, sandbox }: LinkedinCall): object {
  requireScope(session, 'r_basicprofile', 'me.GET.NO_VERSION')
  const { id, name, username } = session.member
  const [localizedFirstName = '', localizedLastName = ''] = name.split(' ')
  const url = `${sandbox.origin()}/pictures/${id}`
  return {
    id: keyOf(id),
    localizedFirstName,
    localizedLastName,
    vanityName: username,
    profilePicture: {
      displayImage: 'urn:li:digitalmediaAsset:C4D00AAAA',
      'displayImage~': pictureAt(url),
    },
  }
}

function pictureAt(identifier: string): object {
  return { elements: [{ identifiers: [{ identifier, identifierType: 'EXTERNAL_URL' }] }] }
}

/** `GET /rest/organizationAcls?q=roleAssignee`: one row per role (linkedin.md §3). */
export function listRoles(call: LinkedinCall): object {
  const { session, sandbox, query } = call
  requireScope(session, 'rw_organization_admin', 'organizationAcls.FINDER-roleAssignee')
  const rows = sandbox.state.accounts.by('platform', 'linkedin:page').flatMap((page) =>
    (page.page?.roles[session.member.id] ?? []).map((role) => ({
      role,
      organization: page.id,
      roleAssignee: session.member.id,
      state: page.facts?.role_state ?? 'APPROVED',
    })),
  )
  const state = query.get('state')
  return pageOf(
    call,
    rows.filter((row) => state === null || row.state === state),
    (row) => row,
  )
}

/** `GET /v2/organizations/{number}` with the picture (linkedin.md §3). */
export function readOrganization({ session, sandbox, key }: LinkedinCall): object {
  requireScope(session, 'rw_organization_admin', 'organizations.GET.NO_VERSION')
  const page = sandbox.state.accounts.get(`urn:li:organization:${key}`)
  if (!page) throw notFound(`organization ${key}`)
  if (!page.page) throw accessDenied('organizations.GET')
  return {
    id: Number(key),
    localizedName: page.name,
    vanityName: page.username,
    logoV2: { 'original~': pictureAt(`${sandbox.origin()}/pictures/${page.id}`) },
  }
}
