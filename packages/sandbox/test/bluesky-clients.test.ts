import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import {
  type Answer,
  allScopes,
  authorizeUrl,
  type Body,
  type Client,
  decide,
  type Key,
  newKey,
  openBluesky,
  push,
  redirectUri,
  sendWithNonce,
  signJwt,
} from './bluesky-client.ts'

type Reply = { status?: number; type?: string; location?: string; body: unknown }
type App = { origin: string; clientId: string; key: Key; replies: Record<string, Reply> }

/** An app that serves its metadata document and keys. */
async function openApp(changes: Body = {}): Promise<App> {
  const replies: App['replies'] = {}
  const server = createServer((request, response) => {
    const {
      status = 200,
      type = 'application/json',
      location,
      body,
    } = replies[request.url!] ?? {
      status: 404,
      body: {},
    }
    response.writeHead(status, { 'content-type': type, ...(location ? { location } : {}) })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clientId = `${origin}/oauth-client-metadata.json`
  const key = newKey()
  replies['/oauth-client-metadata.json'] = { body: { ...metadata(origin, clientId), ...changes } }
  replies['/oauth/jwks.json'] = { body: { keys: [publicKey(key, 'k1')] } }
  return { origin, clientId, key, replies }
}

const publicKey = (key: Key, kid: string) => ({ ...key.public, kid, use: 'sig', alg: 'ES256' })

function metadata(origin: string, client_id: string): Body {
  return {
    client_id,
    client_name: 'Bakery Planner',
    client_uri: origin,
    application_type: 'web',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: allScopes,
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'ES256',
    dpop_bound_access_tokens: true,
    jwks_uri: `${origin}/oauth/jwks.json`,
  }
}

type AssertionChanges = { claims?: Body; header?: Body; key?: Key }

function assertion(client: Client, app: App, changes: AssertionChanges = {}) {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: app.clientId,
    sub: app.clientId,
    aud: client.origin('entryway'),
    jti: crypto.randomUUID(),
    iat: now,
    exp: now + 60,
    ...changes.claims,
  }
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signJwt(changes.key ?? app.key, { kid: 'k1', ...changes.header }, claims),
  }
}

const pushAs = (client: Client, app: App, changes: AssertionChanges = {}) =>
  push(client, { clientId: app.clientId, changes: assertion(client, app, changes) })

type Tokens = { answer: Answer; dpopKey: Key }

async function loginAs(client: Client, app: App): Promise<Tokens> {
  const pushed = await pushAs(client, app)
  const back = await decide(client, authorizeUrl(client, pushed), { account: 'anna.test' })
  const form = {
    grant_type: 'authorization_code',
    client_id: app.clientId,
    redirect_uri: redirectUri,
    code: back.searchParams.get('code')!,
    code_verifier: pushed.verifier,
    ...assertion(client, app),
  }
  const address = `${client.origin('entryway')}/oauth/token`
  return { answer: await sendWithNonce(address, { key: pushed.key, form }), dpopKey: pushed.key }
}

function refreshAs(client: Client, app: App, tokens: Tokens, changes: AssertionChanges = {}) {
  const form = {
    grant_type: 'refresh_token',
    client_id: app.clientId,
    refresh_token: String(tokens.answer.body.refresh_token),
    ...assertion(client, app, changes),
  }
  const address = `${client.origin('entryway')}/oauth/token`
  return sendWithNonce(address, { key: tokens.dpopKey, form })
}

test('a confidential client logs in with the keys of its document, and its name is shown', async () => {
  const client = await openBluesky()
  const app = await openApp()
  const { answer } = await loginAs(client, app)
  expect([answer.status, answer.body.token_type]).toEqual([200, 'DPoP'])
  const { data } = await client.control<{ data: Body[] }>('GET', '/grants')
  expect(data[0]).toMatchObject({ app_id: app.clientId, username: 'anna.test', live_tokens: 2 })
})

test('a confidential client’s session lasts longer than two weeks', async () => {
  const client = await openBluesky()
  const app = await openApp()
  const tokens = await loginAs(client, app)
  await client.advance(60 * 86_400)
  const { status, body } = await refreshAs(client, app, tokens)
  expect(status).toBe(200)
  await client.advance(91 * 86_400)
  const unused = await refreshAs(client, app, { ...tokens, answer: { ...tokens.answer, body } })
  expect(unused.body.error_description).toBe('Refresh token expired')
})

const now = () => Math.floor(Date.now() / 1000)

test.each<[string, () => AssertionChanges, string]>([
  ['another audience', () => ({ claims: { aud: 'https://x.example' } }), 'unexpected "aud"'],
  ['another issuer', () => ({ claims: { iss: 'https://x.example' } }), 'unexpected "iss"'],
  ['another subject', () => ({ claims: { sub: 'https://x.example' } }), 'unexpected "sub"'],
  ['a time in the future', () => ({ claims: { iat: now() + 30 } }), '"iat" claim'],
  ['a time in the past', () => ({ claims: { iat: now() - 90 } }), '"iat" claim'],
  ['an end in the past', () => ({ claims: { exp: now() - 1 } }), '"exp" claim'],
  ['no jti', () => ({ claims: { jti: undefined } }), '"jti" required'],
  ['no kid', () => ({ header: { kid: undefined } }), '"kid" required'],
  ['an unknown kid', () => ({ header: { kid: 'k9' } }), 'no applicable key'],
  ['another algorithm', () => ({ header: { alg: 'HS256' } }), '"alg"'],
  ['a signature of another key', () => ({ key: newKey() }), 'signature verification failed'],
])('a client assertion with %s is refused as invalid_client', async (_what, changes, message) => {
  const client = await openBluesky()
  const { status, body } = await pushAs(client, await openApp(), changes())
  expect([status, body.error]).toEqual([400, 'invalid_client'])
  expect(body.error_description).toContain(message)
})

test('a client assertion works once', async () => {
  const client = await openBluesky()
  const app = await openApp()
  const once = { claims: { jti: 'the-same' } }
  expect((await pushAs(client, app, once)).status).toBe(201)
  expect((await pushAs(client, app, once)).body).toEqual({
    error: 'invalid_grant',
    error_description: 'private_key_jwt jti reused',
  })
})

test('a confidential client without an assertion is refused', async () => {
  const client = await openBluesky()
  const { clientId } = await openApp()
  expect((await push(client, { clientId })).body.error).toBe('invalid_request')
})

test('a public client with a document needs no assertion', async () => {
  const client = await openBluesky()
  const { clientId } = await openApp({ token_endpoint_auth_method: 'none', jwks_uri: undefined })
  expect((await push(client, { clientId })).status).toBe(201)
})

test('adding a key keeps the sessions of the old one, removing that key refuses them', async () => {
  const client = await openBluesky()
  const app = await openApp()
  const tokens = await loginAs(client, app)
  const both = [publicKey(app.key, 'k1'), publicKey(newKey(), 'k2')]
  app.replies['/oauth/jwks.json'] = { body: { keys: both } }
  const renewed = await refreshAs(client, app, tokens)
  expect(renewed.status).toBe(200)
  app.replies['/oauth/jwks.json'] = { body: { keys: both.slice(1) } }
  const removed = await refreshAs(client, app, { ...tokens, answer: renewed })
  expect(removed.body.error).toBe('invalid_client')
})

test('a refresh with another key of the client ends the session', async () => {
  const client = await openBluesky()
  const app = await openApp()
  const tokens = await loginAs(client, app)
  const second = newKey()
  const both = [publicKey(app.key, 'k1'), publicKey(second, 'k2')]
  app.replies['/oauth/jwks.json'] = { body: { keys: both } }
  const otherKey = { key: second, header: { kid: 'k2' } }
  const switched = await refreshAs(client, app, tokens, otherKey)
  expect(switched.body.error_description).toContain('initiated with a different key')
  const { body } = await refreshAs(client, app, tokens)
  expect(body.error_description).toBe('Invalid refresh token')
})

test('a client that signs proofs with its own key is refused', async () => {
  const client = await openBluesky()
  const app = await openApp()
  const changes = assertion(client, app)
  const { body } = await push(client, { clientId: app.clientId, key: app.key, changes })
  expect(body).toEqual({
    error: 'invalid_request',
    error_description:
      'The DPoP proof must be signed with a different key than the client assertion',
  })
})

test('a server that caches refuses a new key under the same kid until ten minutes are over', async () => {
  const client = await openBluesky()
  await client.settings({ bluesky_cache_clients: true })
  const app = await openApp()
  expect((await pushAs(client, app)).status).toBe(201)
  app.key = newKey()
  app.replies['/oauth/jwks.json'] = { body: { keys: [publicKey(app.key, 'k1')] } }
  const refused = await pushAs(client, app)
  expect(refused.body.error_description).toContain('signature verification failed')
  await client.advance(600)
  expect((await pushAs(client, app)).status).toBe(201)
})

test.each<[string, Body, string]>([
  ['another client_id', { client_id: 'https://x.example/client.json' }, 'client_id'],
  ['a scope without atproto', { scope: 'transition:generic' }, 'scope must have "atproto"'],
  ['no DPoP-bound tokens', { dpop_bound_access_tokens: false }, 'dpop_bound_access_tokens'],
  ['a redirect URI without https', { redirect_uris: ['http://x.example/back'] }, 'redirect_uri'],
  ['no redirect URI', { redirect_uris: [] }, 'redirect_uris'],
  ['no authorization_code', { grant_types: ['refresh_token'] }, 'grant_types'],
  ['another response type', { response_types: ['token'] }, 'response_types'],
  ['a client_uri on another host', { client_uri: 'https://x.example' }, 'client_uri'],
  ['another signing algorithm', { token_endpoint_auth_signing_alg: 'RS256' }, 'signing_alg'],
  ['both keys and jwks_uri', { jwks: { keys: [] } }, 'exactly one'],
  ['neither keys nor jwks_uri', { jwks_uri: undefined }, 'exactly one'],
  ['a jwks_uri without https', { jwks_uri: 'http://x.example/jwks.json' }, 'jwks_uri must use'],
])('a client document with %s is refused', async (_what, changes, reason) => {
  const client = await openBluesky()
  const { status, body } = await pushAs(client, await openApp(changes))
  expect([status, body.error]).toEqual([400, 'invalid_client_metadata'])
  expect(body.error_description).toMatch(/^Unable to obtain client metadata for "http:.*": /)
  expect(String(body.error_description).split('": ')[1]).toContain(reason)
})

test.each<[string, string, Partial<Reply>]>([
  ['a document that is missing', '/oauth-client-metadata.json', { status: 404 }],
  ['a document as HTML', '/oauth-client-metadata.json', { type: 'text/html' }],
  ['a redirected document', '/oauth-client-metadata.json', { status: 302, location: '/copy' }],
  ['keys that are missing', '/oauth/jwks.json', { status: 500 }],
  ['keys that are no key set', '/oauth/jwks.json', { body: [] }],
])('%s is refused as invalid_client_metadata', async (_what, path, changes) => {
  const client = await openBluesky()
  const app = await openApp()
  app.replies['/copy'] = app.replies[path]!
  app.replies[path] = { ...app.replies[path]!, ...changes }
  expect((await pushAs(client, app)).body.error).toBe('invalid_client_metadata')
})

test('a private key in the key set is refused', async () => {
  const client = await openBluesky()
  const app = await openApp()
  const leaked = { ...publicKey(app.key, 'k1'), d: 'secret' }
  app.replies['/oauth/jwks.json'] = { body: { keys: [leaked] } }
  expect((await pushAs(client, app)).body.error).toBe('invalid_client_metadata')
})

test.each([
  ['http://app.example/oauth-client-metadata.json', 'must use the "https:" protocol'],
  ['https://app.example:8443/oauth-client-metadata.json', 'must not have a port'],
  ['https://192.0.2.7/oauth-client-metadata.json', 'must not be an IP address'],
  ['https://app.example', 'must be a canonical address with a path'],
  ['https://user@app.example/oauth-client-metadata.json', 'must be a canonical address'],
  ['not an address', 'must be a URL'],
])('the client_id %s is refused without a request to it', async (clientId, reason) => {
  const client = await openBluesky()
  const { status, body } = await push(client, { clientId })
  expect([status, body.error]).toEqual([400, 'invalid_client_metadata'])
  expect(body.error_description).toContain(reason)
})
