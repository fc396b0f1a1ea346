import { OAuthError } from './errors.ts'
import type { Client } from './oauth-call.ts'

const REDIRECT_HOSTS = ['127.0.0.1', '[::1]']
const DEFAULT_REDIRECTS = ['http://127.0.0.1/', 'http://[::1]/']

/**
 * The public client that `http://localhost?redirect_uri=…&scope=…` describes, or null if this is not
 * its address (bluesky.md §1.2). Throws OAuthError for a wrong description.
 */
export function developmentClient(clientId: string): Client | null {
  if (!/^http:\/\/localhost(?:[/?#]|$)/.test(clientId)) return null
  const url = new URL(clientId)
  if (url.hash || url.pathname !== '/') throw invalid('must not have a path or fragment')
  const unknown = [...url.searchParams.keys()].find(
    (name) => name !== 'redirect_uri' && name !== 'scope',
  )
  if (unknown) throw invalid(`unexpected parameter "${unknown}"`)
  const [scope = 'atproto', ...more] = url.searchParams.getAll('scope')
  if (more.length > 0) throw invalid('multiple "scope" parameters')
  const scopes = scope.split(' ')
  if (!scopes.includes('atproto')) throw invalid('"scope" must have "atproto"')
  const listed = url.searchParams.getAll('redirect_uri')
  const redirects = listed.length > 0 ? listed : DEFAULT_REDIRECTS
  for (const uri of redirects) checkRedirect(uri)
  return {
    client_id: clientId,
    name: 'Development client',
    scopes,
    acceptsRedirect: (uri) => redirects.some((known) => isSameButPort(known, uri)),
  }
}

const invalid = (problem: string) =>
  new OAuthError('invalid_client_metadata', `Invalid loopback client ID: ${problem}`)

function checkRedirect(uri: string): void {
  const url = URL.canParse(uri) ? new URL(uri) : null
  if (url?.protocol !== 'http:' || !REDIRECT_HOSTS.includes(url.hostname)) {
    throw invalid(`redirect_uri "${uri}" must be on http://127.0.0.1 or http://[::1]`)
  }
}

/** The port of a loopback address is free, everything else is compared. */
function isSameButPort(known: string, uri: string): boolean {
  if (!URL.canParse(uri)) return false
  const [first, second] = [new URL(known), new URL(uri)]
  first.port = ''
  second.port = ''
  return first.href === second.href
}
