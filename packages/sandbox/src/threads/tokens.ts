import { unix } from '../core/clock.ts'
import { appOf, type GraphCall } from '../graph/call.ts'
import { exchangeCode, LONG_LIFETIME_MS } from '../graph/code-exchange.ts'
import { inspectToken, invalidTokenInfo } from '../graph/debug-token.ts'
import { GraphError } from '../graph/errors.ts'
import { OAuthError } from '../graph/oauth-error.ts'

/** `/oauth/access_token`: code exchange, or the app token (threads.md §1.4, §1.8). */
export function threadsAccessToken(call: GraphCall) {
  if (call.params.grant_type === 'client_credentials') return appToken(call)
  // `user_id` is a number beyond 2^53, which JSON.stringify cannot write.
  return exchangeCode(
    call,
    ({ token, userId }) => `{"access_token":${JSON.stringify(token)},"user_id":${userId}}`,
  )
}

function appToken(call: GraphCall) {
  const app = appOf(call)
  const { client_id, client_secret } = call.params
  if (client_id !== app.client_id || client_secret !== app.client_secret) {
    throw new OAuthError('Error validating client secret.')
  }
  return { access_token: `TH|${app.client_id}|${app.client_secret}`, token_type: 'bearer' }
}

/** `/debug_token`: facts about a token (threads.md §1.7). Needs a token of the same app. */
export function threadsDebugToken(call: GraphCall) {
  const app = appOf(call)
  const inspected = inspectToken(call, `TH|${app.client_id}|${app.client_secret}`)
  if (!inspected) return invalidTokenInfo(new GraphError('Malformed access token', { code: 190 }))
  const { token, grant, problem } = inspected
  if (problem) return invalidTokenInfo(problem)
  return {
    data: {
      type: 'USER',
      application: app.name,
      data_access_expires_at: unix(token.issued_at + 1.5 * LONG_LIFETIME_MS),
      expires_at: unix(token.expires_at ?? 0),
      is_valid: true,
      issued_at: unix(token.issued_at),
      scopes: token.scopes.filter((scope) => grant.permissions.includes(scope)),
      user_id: grant.account_id,
    },
  }
}
