import type { ConnectError } from '../resources/connect-link.ts'
import type { LinkRow } from './queries.ts'

type Link = Pick<LinkRow, 'redirect_url' | 'state' | 'profile_id'>

/** Where the client goes after success; a query that `redirect_url` has is kept. */
export function successReturn(link: Link, accountIds: readonly string[]): string {
  return withQuery(link, [
    ['status', 'connected'],
    ['profile_id', link.profile_id],
    ['account_ids', accountIds.join(',')],
  ])
}

/** Where the client goes after a failure or cancel, with one of the contract's five words. */
export function errorReturn(link: Link, error: ConnectError): string {
  return withQuery(link, [
    ['status', 'error'],
    ['error', error],
  ])
}

/** Appended as text, so that the query the owner gave stays as it was written. */
function withQuery(link: Link, parameters: [string, string][]): string {
  const url = new URL(link.redirect_url)
  const added = new URLSearchParams(parameters)
  if (link.state !== null) added.append('state', link.state)
  // A blank as %20, which also whoever decodes without the rules of forms reads as it was sent.
  const text = added.toString().replaceAll('+', '%20')
  url.search = url.search ? `${url.search}&${text}` : `?${text}`
  return url.href
}
