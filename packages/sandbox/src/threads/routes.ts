import type { GraphRoute } from '../graph/call.ts'
import { exchangeForLong, refreshLong } from '../graph/code-exchange.ts'
import type { GraphHost } from '../graph/router.ts'
import { readThreadsProfile } from './profile.ts'
import { threadsAccessToken, threadsDebugToken } from './tokens.ts'

const routes: GraphRoute[] = [
  { name: 'token', method: 'GET|POST', path: 'oauth/access_token', run: threadsAccessToken },
  {
    name: 'exchange',
    method: 'GET',
    path: 'access_token',
    run: (call) => exchangeForLong(call, 'th_exchange_token'),
  },
  {
    name: 'refresh',
    method: 'GET',
    path: 'refresh_access_token',
    run: (call) => refreshLong(call, 'th_refresh_token', 'threads_basic'),
  },
  { name: 'debug_token', method: 'GET', path: 'debug_token', run: threadsDebugToken },
  {
    name: 'node',
    method: 'GET',
    path: '{id}',
    run: (call) => readThreadsProfile(call, call.at.id!),
  },
]

export const threadsGraph: GraphHost = { platform: 'threads', prefix: '/threads/graph', routes }
