import type { GraphCall } from '../graph/call.ts'
import { exchangeCode } from '../graph/code-exchange.ts'
import { settingsOf } from './settings.ts'

/**
 * Instagram's code exchange (instagram.md §1.3). The response is flat, as in practice, or with
 * `instagram_exchange_shape: documented` in the `data: […]` shape of Meta's documentation.
 */
export function instagramAccessToken(call: GraphCall) {
  const documented = settingsOf(call.sandbox).instagram_exchange_shape === 'documented'
  return exchangeCode(call, ({ token, userId, scopes }) =>
    documented
      ? JSON.stringify({
          data: [{ access_token: token, user_id: userId, permissions: scopes.join(',') }],
        })
      : `{"access_token":${JSON.stringify(token)},"user_id":${userId},"permissions":${JSON.stringify(scopes)}}`,
  )
}
