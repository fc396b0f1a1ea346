import { token } from '../core/ids.ts'
import type { Account } from '../core/records.ts'
import type {
  ConsentCheck,
  ConsentDialog,
  ConsentRequest,
  Refusal,
  Sandbox,
} from '../core/sandbox.ts'
import { redirectTo } from '../oauth/consent.ts'
import { hasExpired, REQUEST_URI_PREFIX } from './par.ts'
import { scopeTexts } from './scopes.ts'
import { hosts, type Issuer, issuerOfPds, issuers, originOf, pdsOf, profiles } from './servers.ts'
import { settingsOf } from './settings.ts'
import { type PushedRequest, pushedRequests } from './store.ts'

const pathOf = (issuer: Issuer) => `${hosts[issuer]}/oauth/authorize`
const paths = issuers.map(pathOf)

/** `GET /oauth/authorize` for a pushed request. Only the scope `atproto` cannot be declined. */
export const blueskyDialog: ConsentDialog = {
  paths,
  isDialogPath: (path) => paths.includes(path),
  locked: ['atproto'],
  scopeTexts,
  isCumulative: false,
  check,
  refusal,
  labelOf: (account) => `@${account.username}`,
  newCode: ({ pushed_id }) => `cod-${pushed_id}-${token('', 24)}`,
  decided: (sandbox, { pushed_id }) =>
    void pushedRequests.update(sandbox, pushed_id!, { isDecided: true }),
  allowedUrl: ({ redirect_uri, iss = null, state }, code) =>
    redirectTo(redirect_uri, { iss, state, code }),
  cancelledUrl: (request) => deniedUrl(request, 'The user rejected the request'),
}

function refusal({ status = 'active' }: Readonly<Account>): Refusal | null {
  if (status === 'active') return null
  const error_description = `This account has been ${status}`
  const body = { error: 'access_denied', error_description }
  return { text: `${error_description}.`, error: { status: 400, body } }
}

/** The pushed request of a code. */
export function requestOfCode(sandbox: Sandbox, code: string): Readonly<PushedRequest> | undefined {
  return pushedRequests.get(sandbox, code.split('-')[1] ?? '')
}

function check(sandbox: Sandbox, params: URLSearchParams, path: string): ConsentCheck {
  const refuse = (error_description: string): ConsentCheck => ({
    ok: false,
    error: { status: 400, body: { error: 'invalid_request', error_description } },
  })
  const uri = params.get('request_uri') ?? ''
  if (!uri.startsWith(REQUEST_URI_PREFIX)) return refuse('A pushed request is required')
  const pushed = pushedRequests.get(sandbox, uri.slice(REQUEST_URI_PREFIX.length))
  if (!pushed || path !== pathOf(pushed.issuer) || pushed.isDecided) {
    return refuse('Unknown request_uri')
  }
  if (params.get('client_id') !== pushed.client_id) return refuse('client_id does not match')
  const request = consentRequest(sandbox, pushed)
  if (hasExpired(sandbox, pushed)) {
    const location = deniedUrl(request, 'This request has expired')
    return { ok: false, redirect: { location } }
  }
  return { ok: true, request }
}

function consentRequest(sandbox: Sandbox, pushed: Readonly<PushedRequest>): ConsentRequest {
  const { client_id, client_name, redirect_uri, state, scopes, issuer } = pushed
  return {
    app: { client_id, name: client_name },
    accounts: accountsOf(sandbox, pushed),
    redirect_uri,
    state,
    scopes,
    rerequest: false,
    code_challenge: pushed.code_challenge,
    pushed_id: pushed.id,
    iss: returnedIssuer(sandbox, issuer),
  }
}

/** The accounts of the issuer's server, with the one of the login hint first. */
function accountsOf(sandbox: Sandbox, { issuer, login_hint }: Readonly<PushedRequest>) {
  const isHinted = (account: Readonly<Account>) =>
    login_hint !== null && [account.id, account.username].includes(login_hint.toLowerCase())
  return profiles(sandbox)
    .filter((account) => issuerOfPds(pdsOf(account)) === issuer)
    .sort((a, b) => Number(isHinted(b)) - Number(isHinted(a)))
}

function returnedIssuer(sandbox: Sandbox, issuer: Issuer): string | null {
  const { bluesky_return_iss: kind } = settingsOf(sandbox)
  if (kind === 'missing') return null
  return kind === 'wrong' ? 'https://another.example' : originOf(sandbox, issuer)
}

function deniedUrl(request: ConsentRequest, error_description: string): string {
  const { redirect_uri, iss = null, state } = request
  return redirectTo(redirect_uri, { iss, state, error: 'access_denied', error_description })
}
