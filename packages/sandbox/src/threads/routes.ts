import type { GraphCall, GraphRoute } from '../graph/call.ts'
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

const get = (name: string, path: string, run: GraphRoute['run']): GraphRoute => ({
  name,
  method: 'GET',
  path,
  run,
})
const post = (name: string, path: string, run: GraphRoute['run']): GraphRoute => ({
  name,
  method: 'POST',
  path,
  run,
})

const routes: GraphRoute[] = [
  { name: 'token', method: 'GET|POST', path: 'oauth/access_token', run: threadsAccessToken },
  get('exchange', 'access_token', (call) => exchangeForLong(call, 'th_exchange_token')),
  get('refresh', 'refresh_access_token', (call) =>
    refreshLong(call, 'th_refresh_token', 'threads_basic'),
  ),
  get('debug_token', 'debug_token', threadsDebugToken),
  post('create', '{user}/threads', createThreadsContainer),
  post('publish', '{user}/threads_publish', publishThreads),
  get('posts', '{user}/threads', listThreads),
  get('quota', '{user}/threads_publishing_limit', threadsPublishingLimit),
  get('insights', '{user}/threads_insights', threadsAccountInsights),
  get('post_insights', '{id}/insights', threadsPostInsights),
  get('replies', '{id}/replies', (call) =>
    isSelf(call) ? listOwnReplies(call) : listReplies(call),
  ),
  get('conversation', '{id}/conversation', listConversation),
  get('pending_replies', '{id}/pending_replies', listPendingReplies),
  post('manage_reply', '{id}/manage_reply', manageReply),
  post('manage_pending_reply', '{id}/manage_pending_reply', managePendingReply),
  post('repost', '{id}/repost', repostThreads),
  { name: 'delete', method: 'DELETE', path: '{id}', run: deleteThreads },
  get('node', '{id}', readThreadsNode),
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
