import type { Context } from 'hono'
import type { Api, Env, Sandbox } from '../core/sandbox.ts'
import { invalidRequest, XrpcError } from './errors.ts'
import { accountOf, originOf, otherPds, pdsOf } from './servers.ts'
import { type IdentityFault, settingsOf } from './settings.ts'

const prefix = '/bluesky/plc'
/** A public key as the directory shows it. Nothing is signed with it. */
const PUBLIC_KEY = 'zQ3shXjHeiBuRCKmM36cuYnm7YEMzhGnCmCyW92sRJ9pribSF'

/** The directory of DIDs: `GET /<did>` (bluesky.md §1.1, step 2). */
export const directory: Api = {
  prefix,
  nameOf: () => 'did',
  endpoints: ['did'],
  mount(app, sandbox) {
    app.get(`${prefix}/:did`, (context) => showDocument(context, sandbox))
  },
}

const hasFault = (sandbox: Sandbox, fault: IdentityFault) =>
  settingsOf(sandbox).bluesky_identity_faults.includes(fault)

function showDocument(context: Context<Env>, sandbox: Sandbox): Response {
  const did = context.req.param('did') ?? ''
  const account = accountOf(sandbox, did)
  if (account?.id !== did || hasFault(sandbox, 'not_registered')) {
    return context.json({ message: `DID not registered: ${did}` }, 404)
  }
  if (hasFault(sandbox, 'tombstoned')) {
    return context.json({ message: `DID not available: ${did}` }, 410)
  }
  const handle = hasFault(sandbox, 'handle_not_in_document') ? 'someone.test' : account.username
  const named = hasFault(sandbox, 'document_names_other_server')
    ? otherPds(pdsOf(account))
    : pdsOf(account)
  const service = {
    id: '#atproto_pds',
    type: 'AtprotoPersonalDataServer',
    serviceEndpoint: originOf(sandbox, named),
  }
  const document = {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: hasFault(sandbox, 'document_id_differs') ? 'did:plc:anotheraccount2222222222' : did,
    alsoKnownAs: [`at://${handle}`],
    verificationMethod: [
      { id: `${did}#atproto`, type: 'Multikey', controller: did, publicKeyMultibase: PUBLIC_KEY },
    ],
    service: hasFault(sandbox, 'document_has_no_server') ? [] : [service],
  }
  return context.json(document, 200, { 'content-type': 'application/did+ld+json' })
}

/** `com.atproto.identity.resolveHandle`: the DID of a handle. */
export function resolveHandle(sandbox: Sandbox, query: URLSearchParams): { did: string } {
  const handle = query.get('handle') ?? ''
  if (!/^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/i.test(handle)) {
    throw invalidRequest(`Invalid params: Invalid handle (got "${handle}")`)
  }
  const account = accountOf(sandbox, handle)
  if (!account || account.status === 'suspended' || hasFault(sandbox, 'handle_unknown')) {
    throw new XrpcError(400, 'HandleNotFound', 'Unable to resolve handle')
  }
  return { did: account.id }
}
