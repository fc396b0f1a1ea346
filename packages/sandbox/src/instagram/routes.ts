import type { GraphCall, GraphRoute } from '../graph/call.ts'
import { exchangeForLong, refreshLong } from '../graph/code-exchange.ts'
import type { GraphHost } from '../graph/router.ts'
import { authenticate, need, selfAs } from '../graph/session.ts'
import { subscribedApps } from '../graph/subscriptions.ts'
import { readInstagramProfile } from './profile.ts'
import { instagramAccessToken } from './tokens.ts'

/** Webhook fields (instagram.md §6). */
const webhookFields = ['comments', 'live_comments', 'mentions', 'messages']

const routes: GraphRoute[] = [
  {
    name: 'exchange',
    method: 'GET',
    path: 'access_token',
    run: (call) => exchangeForLong(call, 'ig_exchange_token'),
  },
  {
    name: 'refresh',
    method: 'GET',
    path: 'refresh_access_token',
    run: (call) => refreshLong(call, 'ig_refresh_token', 'instagram_business_basic'),
  },
  ...(['GET', 'POST', 'DELETE'] as const).map((method) => ({
    name: 'subscribed_apps',
    method,
    path: '{user}/subscribed_apps',
    run: subscriptions,
  })),
  {
    name: 'node',
    method: 'GET',
    path: '{id}',
    run: (call) => readInstagramProfile(call, call.at.id!),
  },
]

function subscriptions(call: GraphCall) {
  const session = authenticate(call)
  selfAs(call, session, call.at.user!)
  need(session, 'instagram_business_basic')
  return subscribedApps(call, session, webhookFields)
}

export const instagramGraph: GraphHost = {
  platform: 'instagram',
  prefix: '/instagram/graph',
  routes,
}

/** The code exchange has a host of its own (instagram.md §0). */
export const instagramApi: GraphHost = {
  platform: 'instagram',
  prefix: '/instagram/api',
  routes: [
    { name: 'token', method: 'GET|POST', path: 'oauth/access_token', run: instagramAccessToken },
  ],
}
