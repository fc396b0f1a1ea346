import type { Account, App } from '../core/records.ts'
import type { ConsentRequest, Network, Sandbox } from '../core/sandbox.ts'
import { issueCode, recordConsent } from './grants.ts'

export type ConsentChoice = { account: Readonly<Account>; permissions: string[]; pages: string[] }

/** The permissions on the page. A cumulative dialog skips those declined before. */
export function requestedScopes(
  sandbox: Sandbox,
  { dialog }: Network,
  request: ConsentRequest,
  account: Readonly<Account>,
): string[] {
  const asksForAll = request.rerequest || request.isAllOrNothing
  if (!dialog.isCumulative || asksForAll) return request.scopes
  const declined = sandbox.state.grants
    .by('account', account.id)
    .filter((grant) => grant.status === 'active')
    .flatMap((grant) => grant.declined)
  return request.scopes.filter((scope) => !declined.includes(scope))
}

/** Records the person's consent. Returns the redirect to the app. */
export function allow(
  sandbox: Sandbox,
  network: Network,
  request: ConsentRequest,
  choice: ConsentChoice,
): string {
  const { dialog } = network
  const scopes = requestedScopes(sandbox, network, request, choice.account)
  const granted = scopes.filter(
    (scope) =>
      request.isAllOrNothing || dialog.locked.includes(scope) || choice.permissions.includes(scope),
  )
  const grant = recordConsent(sandbox, {
    platform: network.id,
    client_id: request.app.client_id,
    redirect_uri: request.redirect_uri,
    account_id: choice.account.id,
    requested: request.scopes,
    granted,
    page_ids: choice.pages,
    isCumulative: dialog.isCumulative,
  })
  const code = issueCode(sandbox, grant, {
    id: dialog.newCode(request),
    redirect_uri: request.redirect_uri,
    scopes: granted,
    code_challenge: request.code_challenge ?? null,
  })
  dialog.decided?.(sandbox, request)
  const { account } = choice
  return dialog.allowedUrl(request, code.id, granted, { sandbox, grant, account })
}

/** The redirect after Cancel, with or without `state`, depending on a setting. */
export function cancel(sandbox: Sandbox, { dialog }: Network, request: ConsentRequest): string {
  const state = sandbox.settings().cancel_omits_state ? null : request.state
  dialog.decided?.(sandbox, request)
  return dialog.cancelledUrl({ ...request, state })
}

/** Adds parameters to a redirect URI, omitting those that are null. */
export function redirectTo(
  uri: string,
  params: Record<string, string | null>,
  fragment = '',
): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(params)) if (value !== null) query.set(key, value)
  return `${uri}${uri.includes('?') ? '&' : '?'}${query}${fragment}`
}

/** Whether the URI is registered. The comparison is exact, including a trailing slash (threads.md §1.1). */
export function isRegistered(app: Readonly<App>, uri: string | null): uri is string {
  return uri !== null && app.redirect_uris.includes(uri)
}

/** The accounts that can be chosen for this request. */
export function profilesOf(
  sandbox: Sandbox,
  { id }: Network,
  request: ConsentRequest,
): Readonly<Account>[] {
  return request.accounts ?? sandbox.state.accounts.by('platform', `${id}:profile`)
}
