import { type Config, defaultRedirectUrl } from '../../../core/config.ts'
import type { ConnectError } from '../../../schemas/connect-link.ts'
import type { LinkRow } from '../links/link.ts'
import type { FlowRow } from './queries.ts'

type Link = Pick<LinkRow, 'redirect_url' | 'state' | 'profile_id'>

/**
 * The flow's id, for our own result page. The id alone gives no access: the page also needs the cookie
 * of the browser that started the flow.
 */
export function flowReference(
  config: Pick<Config, 'publicUrl'>,
  link: Link,
  flow: Pick<FlowRow, 'id'>,
): [string, string][] {
  return link.redirect_url === defaultRedirectUrl(config) ? [['flow', flow.id]] : []
}

/** The return URL after success; keeps the query of `redirect_url`. */
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

/** The return URL after a failure or cancel. */
export function errorReturn(
  link: Link,
  error: ConnectError,
  reference: [string, string][] = [],
): string {
  return withQuery(link, [['status', 'error'], ['error', error], ...reference])
}

/** Appends as text, so that the owner's query is not re-encoded. */
function withQuery(link: Link, parameters: [string, string][]): string {
  const url = new URL(link.redirect_url)
  const returnParameters = new URLSearchParams(parameters)
  if (link.state !== null) returnParameters.append('state', link.state)
  // Spaces as %20, as decoders without form rules do not decode `+`.
  const query = returnParameters.toString().replaceAll('+', '%20')
  url.search = url.search ? `${url.search}&${query}` : `?${query}`
  return url.href
}
