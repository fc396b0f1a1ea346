import { type GraphCall, type GraphRoute, route } from '../graph/call.ts'
import { type GraphHost, metaVersions } from '../graph/router.ts'
import { requirePermissions } from '../graph/session.ts'
import { subscribedApps } from '../graph/subscriptions.ts'
import { changeComment, listComments, writeComment } from './comments.ts'
import { facebookPageInsights, facebookPostInsights } from './insights.ts'
import { deleteFacebookNode, readFacebookNode } from './node.ts'
import { pageSession, requireTask } from './page-session.ts'
import { listBusinesses, listBusinessPages, listPages } from './pages.ts'
import { listFeed } from './posts.ts'
import { deletePermissions, listPermissions } from './profile.ts'
import { changePost, publishPhoto, publishToFeed, publishVideo } from './publish.ts'
import { publishPhotoStory, publishReel, uploadReel } from './reels.ts'
import { facebookAccessToken, facebookDebugToken } from './tokens.ts'

/** Webhook fields of a page (facebook.md §6). */
const webhookFields = ['feed', 'mention', 'messages']

const routes: GraphRoute[] = [
  route('GET|POST', 'token', 'oauth/access_token', facebookAccessToken),
  route('GET', 'debug_token', 'debug_token', facebookDebugToken),
  route('GET', 'permissions', 'me/permissions', listPermissions),
  route('DELETE', 'permissions', 'me/permissions', deletePermissions),
  route('DELETE', 'permissions', 'me/permissions/{permission}', deletePermissions),
  route('GET', 'accounts', 'me/accounts', listPages),
  route('GET', 'businesses', 'me/businesses', listBusinesses),
  route('GET', 'owned_pages', '{business}/owned_pages', (call) => listBusinessPages(call, 'owned')),
  route('GET', 'client_pages', '{business}/client_pages', (call) =>
    listBusinessPages(call, 'client'),
  ),
  route('GET|POST|DELETE', 'subscribed_apps', '{page}/subscribed_apps', subscriptions),
  route('POST', 'feed', '{page}/feed', publishToFeed),
  route('POST', 'photos', '{page}/photos', publishPhoto),
  route('POST', 'videos', '{page}/videos', publishVideo),
  route('POST', 'video_reels', '{page}/video_reels', publishReel),
  route('POST', 'photo_stories', '{page}/photo_stories', publishPhotoStory),
  route('GET', 'posts', '{page}/feed', listFeed),
  route('GET', 'posts', '{page}/posts', listFeed),
  route('GET', 'posts', '{page}/published_posts', listFeed),
  route('GET', 'comments', '{id}/comments', listComments),
  route('POST', 'comment', '{id}/comments', writeComment),
  route('GET', 'insights', '{id}/insights', (call) =>
    call.sandbox.state.posts.get(call.pathParams.id!)
      ? facebookPostInsights(call)
      : facebookPageInsights(call),
  ),
  route('POST', 'change', '{id}', changeNode),
  route('DELETE', 'delete', '{id}', deleteFacebookNode),
  route('GET', 'node', '{id}', readFacebookNode),
]

/** A post, or a comment. */
function changeNode(call: GraphCall) {
  const post = call.sandbox.state.posts.get(call.pathParams.id!)
  return post ? changePost(call, post) : changeComment(call)
}

function subscriptions(call: GraphCall) {
  const session = pageSession(call, call.pathParams.page!)
  requirePermissions(session, 'pages_manage_metadata', 'pages_show_list')
  requireTask(session, 'CREATE_CONTENT', 'MANAGE', 'MODERATE')
  return subscribedApps(call, session, webhookFields)
}

export const facebookGraph: GraphHost = {
  platform: 'facebook',
  prefix: '/facebook/graph',
  versions: metaVersions,
  routes,
}

/** The separate host for uploading reels (facebook.md §3). */
export const facebookUpload: GraphHost = {
  platform: 'facebook',
  prefix: '/facebook/rupload',
  versions: metaVersions,
  routes: [route('POST', 'reel_upload', '{video}', uploadReel)],
}
