import type { GraphCall, GraphRoute } from '../graph/call.ts'
import { GraphError } from '../graph/errors.ts'
import type { GraphHost } from '../graph/router.ts'
import { authenticate, need, type Session, selfAs } from '../graph/session.ts'
import { subscribedApps } from '../graph/subscriptions.ts'
import { listBusinesses, listBusinessPages, listPages } from './pages.ts'
import { deletePermissions, listPermissions, readFacebookProfile } from './profile.ts'
import { facebookAccessToken, facebookDebugToken } from './tokens.ts'

/** Webhook fields of a page (facebook-pages.md §6). */
const webhookFields = ['feed', 'mention', 'messages']

const routes: GraphRoute[] = [
  { name: 'token', method: 'GET|POST', path: 'oauth/access_token', run: facebookAccessToken },
  { name: 'debug_token', method: 'GET', path: 'debug_token', run: facebookDebugToken },
  { name: 'permissions', method: 'GET', path: 'me/permissions', run: listPermissions },
  { name: 'permissions', method: 'DELETE', path: 'me/permissions', run: deletePermissions },
  {
    name: 'permissions',
    method: 'DELETE',
    path: 'me/permissions/{permission}',
    run: deletePermissions,
  },
  { name: 'accounts', method: 'GET', path: 'me/accounts', run: listPages },
  { name: 'businesses', method: 'GET', path: 'me/businesses', run: listBusinesses },
  {
    name: 'owned_pages',
    method: 'GET',
    path: '{business}/owned_pages',
    run: (call) => listBusinessPages(call, 'owned'),
  },
  {
    name: 'client_pages',
    method: 'GET',
    path: '{business}/client_pages',
    run: (call) => listBusinessPages(call, 'client'),
  },
  ...(['GET', 'POST', 'DELETE'] as const).map((method) => ({
    name: 'subscribed_apps',
    method,
    path: '{page}/subscribed_apps',
    run: subscriptions,
  })),
  {
    name: 'node',
    method: 'GET',
    path: '{id}',
    run: (call) => readFacebookProfile(call, call.at.id!),
  },
]

/** The session of a page token; a user token is refused for page work (facebook-pages.md §9). */
export function pageSession(call: GraphCall, pageId: string): Session {
  const session = authenticate(call)
  if (!session.token.page_id) {
    throw new GraphError('(#200) This endpoint must be called with a Page access token.', {
      code: 200,
    })
  }
  selfAs(call, session, pageId)
  return session
}

function subscriptions(call: GraphCall) {
  const session = pageSession(call, call.at.page!)
  need(session, 'pages_manage_metadata', 'pages_show_list')
  return subscribedApps(call, session, webhookFields)
}

export const facebookGraph: GraphHost = { platform: 'facebook', prefix: '/facebook/graph', routes }
