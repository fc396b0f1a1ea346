import { type GraphCall, type GraphRoute, route } from '../graph/call.ts'
import { exchangeForLong, refreshLong } from '../graph/code-exchange.ts'
import type { GraphHost } from '../graph/router.ts'
import { createThreadsContainer } from './containers.ts'
import { threadsAccountInsights, threadsPostInsights } from './insights.ts'
import { readThreadsNode } from './node.ts'
import { deleteThreads, listThreads, repostThreads } from './posts.ts'
import { publishThreads } from './publish.ts'
import { threadsPublishingLimit } from './quota.ts'
import {
  listConversation,
  listOwnReplies,
  listPendingReplies,
  listReplies,
  managePendingReply,
  manageReply,
} from './replies.ts'
import { threadsAccessToken, threadsDebugToken } from './tokens.ts'

const routes: GraphRoute[] = [
  route('GET|POST', 'token', 'oauth/access_token', threadsAccessToken),
  route('GET', 'exchange', 'access_token', (call) => exchangeForLong(call, 'th_exchange_token')),
  route('GET', 'refresh', 'refresh_access_token', (call) =>
    refreshLong(call, 'th_refresh_token', 'threads_basic'),
  ),
  route('GET', 'debug_token', 'debug_token', threadsDebugToken),
  route('POST', 'create', '{user}/threads', createThreadsContainer),
  route('POST', 'publish', '{user}/threads_publish', publishThreads),
  route('GET', 'posts', '{user}/threads', listThreads),
  route('GET', 'quota', '{user}/threads_publishing_limit', threadsPublishingLimit),
  route('GET', 'insights', '{user}/threads_insights', threadsAccountInsights),
  route('GET', 'post_insights', '{id}/insights', threadsPostInsights),
  route('GET', 'replies', '{id}/replies', (call) =>
    isSelf(call) ? listOwnReplies(call) : listReplies(call),
  ),
  route('GET', 'conversation', '{id}/conversation', listConversation),
  route('GET', 'pending_replies', '{id}/pending_replies', listPendingReplies),
  route('POST', 'manage_reply', '{id}/manage_reply', manageReply),
  route('POST', 'manage_pending_reply', '{id}/manage_pending_reply', managePendingReply),
  route('POST', 'repost', '{id}/repost', repostThreads),
  route('DELETE', 'delete', '{id}', deleteThreads),
  route('GET', 'node', '{id}', readThreadsNode),
]

function isSelf(call: GraphCall): boolean {
  return (
    call.pathParams.id === 'me' ||
    call.sandbox.state.accounts.get(call.pathParams.id!) !== undefined
  )
}

export const threadsGraph: GraphHost = {
  platform: 'threads',
  prefix: '/threads/graph',
  // v1.0 is the only version (threads.md §0).
  versions: /^v1\.0$/,
  routes,
}
