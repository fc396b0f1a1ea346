import { unix } from '../core/clock.ts'
import { appOf, type GraphCall } from '../graph/call.ts'
import { exchangeCode, LONG_LIFETIME_MS } from '../graph/code-exchange.ts'
import { badParameter, GraphError } from '../graph/errors.ts'
import { OAuthError } from '../graph/oauth-error.ts'
import { authenticate, permissionsOf, type Session, sessionOf } from '../graph/session.ts'
import { endReason } from '../oauth/grants.ts'

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
  if (call.token !== `TH|${app.client_id}|${app.client_secret}`) authenticate(call)
  const text = call.params.input_token
  if (!text) throw badParameter('(#100) The parameter input_token is required')
  const { state } = call.sandbox
  const token = state.tokens.get(text)
  const grant = token && state.grants.get(token.grant_id)
  if (!token || !grant || token.platform !== 'threads')
    return invalid('Malformed access token', 190)
  if (endReason(call.sandbox, token, grant)) return refused(call, text)
  const session: Session = {
    token,
    grant,
    user: state.accounts.get(grant.account_id)!,
    account: state.accounts.get(grant.account_id)!,
  }
  return {
    data: {
      type: 'USER',
      application: app.name,
      data_access_expires_at: unix(token.issued_at + 1.5 * LONG_LIFETIME_MS),
      expires_at: unix(token.expires_at ?? 0),
      is_valid: true,
      issued_at: unix(token.issued_at),
      scopes: permissionsOf(session),
      user_id: grant.account_id,
    },
  }
}

function refused(call: GraphCall, text: string) {
  try {
    sessionOf(call, text)
  } catch (error) {
    if (error instanceof GraphError) {
      return invalid(error.message, error.facts.code, error.facts.error_subcode)
    }
    throw error
  }
  return invalid('Malformed access token', 190)
}

function invalid(message: string, code: number, subcode?: number) {
  const error = { code, message, ...(subcode === undefined ? {} : { subcode }) }
  return { data: { error, is_valid: false, scopes: [] } }
}
