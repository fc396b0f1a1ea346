import type { Grant, Token } from '../core/records.ts'
import { endReason } from '../oauth/grants.ts'
import type { GraphCall } from './call.ts'
import { badParameter, GraphError } from './errors.ts'
import { authenticate, sessionOf } from './session.ts'

type Inspected = { token: Readonly<Token>; grant: Readonly<Grant>; problem: GraphError | null }

/**
 * The token in `input_token` of `/debug_token`; `null` if it is not a token of this platform. Needs the
 * app's token or a valid one (threads.md §1.7, facebook.md §1.4).
 */
export function inspectToken(call: GraphCall, appToken: string): Inspected | null {
  if (call.token !== appToken) authenticate(call)
  const text = call.params.input_token
  if (!text) throw badParameter('(#100) The parameter input_token is required')
  const { state } = call.sandbox
  const token = state.tokens.get(text)
  const grant = token && state.grants.get(token.grant_id)
  if (!token || !grant || token.platform !== call.platform) return null
  const isValid = !endReason(call.sandbox, token, grant)
  return { token, grant, problem: isValid ? null : problemOf(call, text) }
}

function problemOf(call: GraphCall, text: string): GraphError | null {
  try {
    sessionOf(call, text)
    return null
  } catch (error) {
    if (error instanceof GraphError) return error
    throw error
  }
}

/** The response of `/debug_token` for an invalid token; `facts` are those that are known. */
export function invalidTokenInfo(problem: GraphError, facts: object = {}) {
  const { code, error_subcode: subcode } = problem.facts
  const error = { code, message: problem.message, ...(subcode === undefined ? {} : { subcode }) }
  return { data: { ...facts, error, is_valid: false, scopes: [] } }
}
