import { type GraphCall, type GraphRoute, route } from '../graph/call.ts'
import { exchangeForLong, refreshLong } from '../graph/code-exchange.ts'
import { type GraphHost, metaVersions } from '../graph/router.ts'
import { selfSession } from '../graph/session.ts'
import { subscribedApps } from '../graph/subscriptions.ts'
import {
  commentOnMedia,
  deleteComment,
  hideComment,
  listCommentReplies,
  listComments,
  replyToComment,
} from './comments.ts'
import { createInstagramContainer } from './containers.ts'
import { instagramAccountInsights, instagramMediaInsights } from './insights.ts'
import { listMedia, listStories } from './media.ts'
import { readInstagramNode } from './node.ts'
import { contentPublishingLimit, publishInstagram } from './publish.ts'
import { instagramAccessToken } from './tokens.ts'

/** Webhook fields (instagram.md §6). */
const webhookFields = ['comments', 'live_comments', 'mentions', 'messages']

const routes: GraphRoute[] = [
  route('GET', 'exchange', 'access_token', (call) => exchangeForLong(call, 'ig_exchange_token')),
  route('GET', 'refresh', 'refresh_access_token', (call) =>
    refreshLong(call, 'ig_refresh_token', 'instagram_business_basic'),
  ),
  route('GET|POST|DELETE', 'subscribed_apps', '{user}/subscribed_apps', subscriptions),
  route('POST', 'create', '{user}/media', createInstagramContainer),
  route('POST', 'publish', '{user}/media_publish', publishInstagram),
  route('GET', 'quota', '{user}/content_publishing_limit', contentPublishingLimit),
  route('GET', 'posts', '{user}/media', listMedia),
  route('GET', 'stories', '{user}/stories', listStories),
  route('GET', 'comments', '{id}/comments', listComments),
  route('POST', 'comment', '{id}/comments', commentOnMedia),
  route('GET', 'replies', '{id}/replies', listCommentReplies),
  route('POST', 'reply', '{id}/replies', replyToComment),
  route('GET', 'insights', '{id}/insights', (call) =>
    call.sandbox.state.posts.get(call.pathParams.id!)
      ? instagramMediaInsights(call)
      : instagramAccountInsights(call),
  ),
  route('POST', 'hide', '{id}', hideComment),
  route('DELETE', 'delete', '{id}', deleteComment),
  route('GET', 'node', '{id}', readInstagramNode),
]

function subscriptions(call: GraphCall) {
  const session = selfSession(call, call.pathParams.user!, 'instagram_business_basic')
  return subscribedApps(call, session, webhookFields)
}

export const instagramGraph: GraphHost = {
  platform: 'instagram',
  prefix: '/instagram/graph',
  versions: metaVersions,
  routes,
}

/** The separate host for the code exchange (instagram.md §0). */
export const instagramApi: GraphHost = {
  platform: 'instagram',
  prefix: '/instagram/api',
  versions: metaVersions,
  routes: [route('GET|POST', 'token', 'oauth/access_token', instagramAccessToken)],
}
