import type { Call } from './call.ts'
import { htmlPage, notFound } from './errors.ts'
import { scopeTexts } from './scopes.ts'
import { domainOf, isCurrent, originOf } from './servers.ts'

/** `GET /.well-known/oauth-authorization-server`, since 4.3 (mastodon.md §1.2). */
export function oauthMetadata({ sandbox, server }: Call) {
  if (!isCurrent(server)) return htmlPage(404, 'The page you are looking for isn’t here.')
  const origin = originOf(sandbox, server)
  return {
    issuer: `${origin}/`,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    app_registration_endpoint: `${origin}/api/v1/apps`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    userinfo_endpoint: `${origin}/oauth/userinfo`,
    service_documentation: 'https://docs.joinmastodon.org/',
    scopes_supported: Object.keys(scopeTexts),
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    code_challenge_methods_supported: ['S256'],
    grant_types_supported: ['authorization_code', 'client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  }
}

/** `GET /.well-known/webfinger?resource=acct:…` (mastodon.md §1.1). */
export function webfinger({ sandbox, server, input, context }: Call) {
  const name = /^acct:@?([^@]+)@(.+)$/.exec(input.text('resource') ?? '')
  const [, username = '', domain] = name ?? []
  const key = `mastodon:${username.toLowerCase()}`
  const account = sandbox.state.accounts
    .by('username', key)
    .find((candidate) => candidate.server === server.label)
  if (!account || domain !== domainOf(sandbox, server)) throw notFound()
  const origin = originOf(sandbox, server)
  const links = [
    {
      rel: 'self',
      type: 'application/activity+json',
      href: `${origin}/users/${account.username}`,
    },
  ]
  const subject = `acct:${account.username}@${domain}`
  return context.json({ subject, links }, 200, { 'content-type': 'application/jrd+json' })
}
