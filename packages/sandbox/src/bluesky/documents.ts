import type { Sandbox } from '../core/sandbox.ts'
import { type Issuer, issuerOfPds, originOf, type Pds } from './servers.ts'
import { type ServerFault, settingsOf } from './settings.ts'

const hasFault = (sandbox: Sandbox, fault: ServerFault) =>
  settingsOf(sandbox).bluesky_server_faults.includes(fault)

/** Changes members of a document while a fault is set: `[fault, members]`. */
type Change = [ServerFault, Record<string, unknown>]

function withFaults(sandbox: Sandbox, document: object, changes: Change[]): Response {
  const active = changes.filter(([fault]) => hasFault(sandbox, fault))
  return Response.json(Object.assign({}, document, ...active.map(([, members]) => members)))
}

/** `/.well-known/oauth-protected-resource` of a PDS (bluesky.md §1.1, step 4). */
export function resourceDocument(sandbox: Sandbox, pds: Pds): Response {
  const issuer = originOf(sandbox, issuerOfPds(pds))
  const document = {
    resource: originOf(sandbox, pds),
    authorization_servers: [issuer],
    scopes_supported: [],
    bearer_methods_supported: ['header'],
    resource_documentation: 'https://atproto.com',
  }
  return withFaults(sandbox, document, [
    ['resource_differs', { resource: 'https://another.example' }],
    ['no_issuer', { authorization_servers: [] }],
    ['two_issuers', { authorization_servers: [issuer, 'https://another.example'] }],
  ])
}

/** `/.well-known/oauth-authorization-server` of an issuer (bluesky.md §1.1, step 5). */
export function issuerDocument(sandbox: Sandbox, label: Issuer): Response {
  if (hasFault(sandbox, 'no_oauth')) return new Response('Not Found', { status: 404 })
  const issuer = originOf(sandbox, label)
  const document = {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    pushed_authorization_request_endpoint: `${issuer}/oauth/par`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    require_pushed_authorization_requests: true,
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    scopes_supported: ['atproto', 'transition:email', 'transition:generic'],
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    dpop_signing_alg_values_supported: ['ES256'],
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['ES256'],
    subject_types_supported: ['public'],
  }
  return withFaults(sandbox, document, [
    ['issuer_differs', { issuer: 'https://another.example' }],
    ['no_par', { require_pushed_authorization_requests: false }],
    ['no_client_metadata', { client_id_metadata_document_supported: false }],
    ['no_iss', { authorization_response_iss_parameter_supported: false }],
    ['no_atproto_scope', { scopes_supported: ['profile'] }],
    ['no_es256', { dpop_signing_alg_values_supported: ['RS256'] }],
    ['no_s256', { code_challenge_methods_supported: ['plain'] }],
  ])
}
