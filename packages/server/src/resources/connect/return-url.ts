import { type Config, defaultRedirectUrl } from '../../core/config.ts'
import type { ConnectError } from '../../schemas/connect-link.ts'
import type { FlowRow, LinkRow } from './queries.ts'

type Link = Pick<LinkRow, 'redirect_url' | 'state' | 'profile_id'>

/**
 * Names the flow whose result the page of this installation shows. The id alone shows nothing: the
 * page also needs the cookie of the browser that started the flow.
 */
export function flowReference(
  config: Pick<Config, 'publicUrl'>,
  link: Link,
  flow: Pick<FlowRow, 'id'>,
): [string, string][] {
  return link.redirect_url === defaultRedirectUrl(config) ? [['flow', flow.id]] : []
}

/** Where the client goes after success; a query that `redirect_url` has is kept. */
export function successReturn(
  link: Link,
  accountIds: readonly string[],
  reference: [string, string][],
): string {
  return withQuery(link, [
    ['status', 'connected'],
    ['profile_id', link.profile_id],
    ['account_ids', accountIds.join(',')],
    ...reference,
  ])
}

/** Where the client goes after a failure or cancel, with one of the contract's five words. */
export function errorReturn(
  link: Link,
  error: ConnectError,
  reference: [string, string][] = [],
): string {
  return withQuery(link, [['status', 'error'], ['error', error], ...reference])
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
