import type { Sandbox } from '../core/sandbox.ts'
import { readClientDocument, readKeys } from './client-document.ts'
import { developmentClient } from './development-client.ts'
import { proofSeconds } from './dpop.ts'
import { OAuthError } from './errors.ts'
import { hasValidSignature, type PublicKey, parseJwt, thumbprint } from './jwt.ts'
import type { Client } from './oauth-call.ts'
import { settingsOf } from './settings.ts'

const CACHE_MS = 600_000
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
/** An assertion is at most one minute old (bluesky.md §1.2). */
const ASSERTION_AGE_S = 60

export type Clients = { load(clientId: string): Promise<Client> }

/** Loads clients by their `client_id`, each server for itself. Caches them only if the setting says so. */
export function createClients(sandbox: Sandbox): Clients {
  const cache = new Map<string, { client: Client; at: number }>()
  return {
    async load(clientId) {
      const cached = cache.get(clientId)
      const isFresh = cached && sandbox.clock.ms() - cached.at < CACHE_MS
      if (isFresh && settingsOf(sandbox).bluesky_cache_clients) return cached.client
      const client = developmentClient(clientId) ?? (await fetchClient(clientId))
      cache.set(clientId, { client, at: sandbox.clock.ms() })
      return client
    },
  }
}

async function fetchClient(clientId: string): Promise<Client> {
  const document = await readClientDocument(clientId)
  const client: Client = {
    client_id: clientId,
    name: document.client_name ?? new URL(clientId).hostname,
    scopes: document.scope.split(' '),
    acceptsRedirect: (uri) => document.redirect_uris.includes(uri),
  }
  return document.token_endpoint_auth_method === 'none'
    ? client
    : { ...client, keys: await readKeys(clientId, document) }
}

/** Who calls: the client, and for a confidential one the key of its assertion. Throws OAuthError. */
export async function authenticateClient(
  sandbox: Sandbox,
  clients: Clients,
  issuer: string,
  params: Record<string, string>,
  jkt: string,
): Promise<{ client: Client; kid: string | null }> {
  if (!params.client_id) throw new OAuthError('invalid_request', 'client_id is required')
  const client = await clients.load(params.client_id)
  if (!client.keys) return { client, kid: null }
  if (params.client_assertion_type !== ASSERTION_TYPE || !params.client_assertion) {
    throw new OAuthError(
      'invalid_request',
      'client authentication method "private_key_jwt" required a "client_assertion"',
    )
  }
  try {
    const key = checkAssertion(sandbox, client, issuer, params.client_assertion)
    if (thumbprint(key) === jkt) throw sameKey()
    return { client, kid: key.kid! }
  } catch (error) {
    if (error instanceof OAuthError) throw error
    throw invalidClient(`Validation of "client_assertion" failed: ${(error as Error).message}`)
  }
}

const sameKey = () =>
  new OAuthError(
    'invalid_request',
    'The DPoP proof must be signed with a different key than the client assertion',
  )

const invalidClient = (message: string) => new OAuthError('invalid_client', message)

function checkAssertion(sandbox: Sandbox, client: Client, issuer: string, text: string): PublicKey {
  const { header, claims } = parseJwt(text)
  if (header.alg !== 'ES256') throw new Error('"alg" (Algorithm) Header Parameter not allowed')
  if (typeof header.kid !== 'string') throw new Error('"kid" required in client_assertion')
  const key = client.keys?.find(({ kid }) => kid === header.kid)
  if (!key) throw new Error('no applicable key found in the JSON Web Key Set')
  if (!hasValidSignature(text, key)) throw new Error('signature verification failed')
  for (const name of ['iss', 'sub']) {
    if (claims[name] !== client.client_id) throw new Error(`unexpected "${name}" claim value`)
  }
  if (![claims.aud].flat().includes(issuer)) throw new Error('unexpected "aud" claim value')
  const now = proofSeconds(sandbox)
  const { iat, exp, jti } = claims
  if (typeof iat !== 'number' || iat > now || now - iat > ASSERTION_AGE_S) {
    throw new Error('"iat" claim timestamp check failed')
  }
  if (exp !== undefined && !(typeof exp === 'number' && exp > now)) {
    throw new Error('"exp" claim timestamp check failed')
  }
  if (typeof jti !== 'string' || jti === '') throw new Error('"jti" required in client_assertion')
  const usesKey = `${issuer} assertion ${jti}`
  if (!sandbox.rates.allow(usesKey, 1, 2 * ASSERTION_AGE_S * 1000)) {
    throw new OAuthError('invalid_grant', 'private_key_jwt jti reused')
  }
  return key
}
