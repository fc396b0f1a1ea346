import type { Context, Hono } from 'hono'
import { readParams } from '../core/request.ts'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { authenticateClient, createClients } from './clients.ts'
import { issuerDocument } from './documents.ts'
import { checkProof, currentNonce, ProofError } from './dpop.ts'
import { OAuthError, oauthResponse } from './errors.ts'
import { pushRequest } from './par.ts'
import { hosts, type Issuer, originOf } from './servers.ts'
import { exchangeToken, revokeToken } from './tokens.ts'

const endpoints = {
  par: { status: 201, run: pushRequest },
  token: { status: 200, run: exchangeToken },
  revoke: { status: 200, run: revokeToken },
} as const

export const SERVER_DOCUMENT = '/.well-known/oauth-authorization-server'

/** The OAuth endpoints of an issuer, without its consent page. */
export function mountIssuer(app: Hono<Env>, sandbox: Sandbox, issuer: Issuer): void {
  const clients = createClients(sandbox)
  const refreshing = new Set<string>()
  app.get(hosts[issuer] + SERVER_DOCUMENT, () => issuerDocument(sandbox, issuer))
  for (const [name, { status, run }] of Object.entries(endpoints)) {
    app.post(`${hosts[issuer]}/oauth/${name}`, async (context) => {
      const response = await answer(context, async () => {
        const jkt = checkProof(context, sandbox, issuer)
        const params = await readParams(context)
        const authenticate = () =>
          authenticateClient(sandbox, clients, originOf(sandbox, issuer), params, jkt)
        const call = { sandbox, issuer, params, jkt, authenticate, refreshing }
        return Response.json(await run(call), { status })
      })
      return withNonce(response, sandbox, issuer)
    })
  }
}

async function answer(context: Context<Env>, run: () => Promise<Response>): Promise<Response> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ProofError) {
      if (error.error === 'use_dpop_nonce') context.set('mustRepeat', true)
      // A missing nonce is 400 at an issuer, a wrong proof 401.
      const status = error.error === 'use_dpop_nonce' ? 400 : 401
      return oauthResponse(new OAuthError(error.error, error.message, status))
    }
    if (error instanceof OAuthError) return oauthResponse(error)
    return oauthResponse(new OAuthError('server_error', String(error), 500))
  }
}

function withNonce(response: Response, sandbox: Sandbox, issuer: Issuer): Response {
  response.headers.set('dpop-nonce', currentNonce(sandbox, issuer))
  response.headers.set('cache-control', 'no-store')
  return response
}

export const issuerEndpoints = ['issuer_document', ...Object.keys(endpoints)]

/** The name of an issuer's endpoint in faults and the call log; null for its pages. */
export function issuerEndpoint(path: string): string | null {
  if (path === SERVER_DOCUMENT) return 'issuer_document'
  if (path === '/oauth/authorize') return null
  const name = path.replace('/oauth/', '')
  return Object.hasOwn(endpoints, name) ? name : 'unknown'
}
