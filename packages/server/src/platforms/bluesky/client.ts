import { randomBytes } from 'node:crypto'
import { PlatformError } from '../contract/errors.ts'
import type { ServerPlatformSetup } from '../contract/platform.ts'
import type { ClientKey, ServerStorage } from '../contract/server-storage.ts'
import { newPrivateKey, publicPart, seconds, signJwt, thumbprint } from './dpop.ts'
import { broadScope, singleScopes } from './scopes.ts'

export const documentPath = '/oauth-client-metadata.json'
export const keysPath = '/oauth/jwks.json'
const callbackPath = '/connect/callback/bluesky'
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const assertionSeconds = 60

/** Our client at every authorization server. The loopback client has no key (bluesky.md §1.2). */
export type BlueskyClient = { kind: 'web' | 'loopback'; id: string; redirectUri: string }

/** Why no client is possible with this public URL, as a sentence; else `null`. */
export function findClientProblem(publicUrl: string): string | null {
  const url = URL.parse(publicUrl)
  if (!url || isLoopback(url)) return null
  if (url.protocol !== 'https:') {
    return 'Bluesky needs a PUBLIC_URL with https, or http://localhost for development.'
  }
  return url.port ? 'Bluesky needs a PUBLIC_URL without a port.' : null
}

/**
 * The client for this public URL. With https its id is the address of a document that we serve; with
 * `http://localhost` the id describes it, and the login returns to 127.0.0.1 (bluesky.md §1.2).
 */
export function blueskyClient(publicUrl: string): BlueskyClient {
  const url = new URL(publicUrl)
  if (!isLoopback(url)) {
    const id = `${url.origin}${documentPath}`
    return { kind: 'web', id, redirectUri: `${url.origin}${callbackPath}` }
  }
  const redirectUri = returnUri(`${url.origin}${callbackPath}`)
  const query = new URLSearchParams({ redirect_uri: redirectUri, scope: declaredScope })
  return { kind: 'loopback', id: `http://localhost?${query}`, redirectUri }
}

/** Where the browser returns: a loopback client must not use the name localhost. */
export function returnUri(redirectUri: string): string {
  const url = new URL(redirectUri)
  return isLoopback(url) ? redirectUri.replace('//localhost', '//127.0.0.1') : redirectUri
}

function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)
}

/** Everything that a login may ask for. */
const declaredScope = [...singleScopes, broadScope].join(' ')

/**
 * The document at `documentPath`, which authorization servers fetch (bluesky.md §1.2); `null` for the
 * loopback client.
 */
export function clientDocument(publicUrl: string) {
  const { kind, id, redirectUri } = blueskyClient(publicUrl)
  if (kind === 'loopback') return null
  return {
    client_id: id,
    client_name: new URL(publicUrl).hostname,
    client_uri: publicUrl,
    application_type: 'web',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: declaredScope,
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'ES256',
    dpop_bound_access_tokens: true,
    jwks_uri: `${publicUrl}${keysPath}`,
  }
}

/** The document at `keysPath`: the public parts of all keys; `null` for the loopback client. */
export async function publicKeys(setup: Pick<ServerPlatformSetup, 'publicUrl' | 'storage'>) {
  if (blueskyClient(setup.publicUrl).kind === 'loopback') return null
  const keys = await clientKeys(setup.storage)
  return {
    keys: keys.map(({ kid, privateKey }) => ({
      ...publicPart(privateKey),
      kid,
      use: 'sig',
      alg: 'ES256',
    })),
  }
}

/** All keys of this installation, newest first. The first one is made when it is needed. */
export async function clientKeys(storage: ServerStorage): Promise<ClientKey[]> {
  const keys = await storage.listKeys()
  if (keys.length > 0) return keys
  const privateKey = newPrivateKey()
  return await storage.addFirstKey({ kid: thumbprint(privateKey).slice(0, 16), privateKey })
}

/** The form fields that identify our client: its id, and an assertion if it has a key. */
export async function clientFields(
  setup: Pick<ServerPlatformSetup, 'storage' | 'now'>,
  client: { id: string; kid: string | null },
  issuer: string,
): Promise<Record<string, string>> {
  if (client.kid === null) return { client_id: client.id }
  const keys = await setup.storage.listKeys()
  const key = keys.find(({ kid }) => kid === client.kid)
  if (!key) throw new PlatformError('unavailable', { platformCode: 'client_key_missing' })
  const issuedAt = seconds(setup.now())
  const claims = {
    iss: client.id,
    sub: client.id,
    aud: issuer,
    jti: randomBytes(16).toString('base64url'),
    iat: issuedAt,
    exp: issuedAt + assertionSeconds,
  }
  return {
    client_id: client.id,
    client_assertion_type: assertionType,
    client_assertion: signJwt(key.privateKey, { kid: key.kid }, claims),
  }
}
