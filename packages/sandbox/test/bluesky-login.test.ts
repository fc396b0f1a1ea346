import { expect, test } from 'vitest'
import { sha256 } from '../src/bluesky/jwt.ts'
import {
  allScopes,
  authorizeUrl,
  call,
  decide,
  developmentClientId,
  dids,
  exchange,
  get,
  login,
  newKey,
  openBluesky,
  push,
  redirectUri,
  sendWithNonce,
} from './bluesky-client.ts'
import { serverFetch } from './server-fetch.ts'

test('a login with PAR, consent and code returns tokens that the PDS accepts', async () => {
  const client = await openBluesky()
  const pushed = await push(client)
  expect(pushed.status).toBe(201)
  expect(pushed.body).toEqual({
    request_uri: expect.stringMatching(/^urn:ietf:params:oauth:request_uri:req-/),
    expires_in: 299,
  })
  const back = await decide(client, authorizeUrl(client, pushed), { account: 'anna.test' })
  expect(back.href.startsWith(redirectUri)).toBe(true)
  expect(back.searchParams.get('iss')).toBe(client.origin('entryway'))
  expect(back.searchParams.get('state')).toBe('st4te')
  const { status, body } = await exchange(client, pushed, back.searchParams.get('code')!)
  expect(status).toBe(200)
  expect(body).toEqual({
    access_token: expect.any(String),
    token_type: 'DPoP',
    refresh_token: expect.stringMatching(/^ref-/),
    scope: allScopes,
    expires_in: 3599,
    sub: dids.anna,
  })
  const session = await login(client)
  const me = await call(client, session, 'com.atproto.server.getSession')
  expect(me.body).toEqual({ did: dids.anna, handle: 'anna.test', active: true })
})

test('the consent page shows the server’s accounts, and its form returns to the app', async () => {
  const client = await openBluesky()
  const url = authorizeUrl(client, await push(client))
  const page = await (await serverFetch(url, { headers: { accept: 'text/html' } })).text()
  expect(page).toContain('@anna.test')
  expect(page).toContain('@chiara.test')
  expect(page).not.toContain('@ben.test')
  const body = new URLSearchParams({ account: dids.chiara, decision: 'allow' })
  const answer = await serverFetch(url, { method: 'POST', body })
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toContain('code=cod-')
})

test('the account of the login hint is offered first', async () => {
  const client = await openBluesky()
  const pushed = await push(client, { changes: { login_hint: 'Chiara.test' } })
  const back = await decide(client, authorizeUrl(client, pushed))
  const { body } = await exchange(client, pushed, back.searchParams.get('code')!)
  expect(body.sub).toBe(dids.chiara)
})

test('cancel and a late decision return access_denied with different descriptions', async () => {
  const client = await openBluesky()
  const first = authorizeUrl(client, await push(client))
  const cancelled = await decide(client, first, { decision: 'cancel' })
  expect(Object.fromEntries(cancelled.searchParams)).toEqual({
    iss: client.origin('entryway'),
    state: 'st4te',
    error: 'access_denied',
    error_description: 'The user rejected the request',
  })
  const second = authorizeUrl(client, await push(client))
  await client.advance(301)
  const late = await decide(client, second)
  expect(late.searchParams.get('error_description')).toBe('This request has expired')
})

test('a request that was decided on cannot be used again', async () => {
  const client = await openBluesky()
  const url = authorizeUrl(client, await push(client))
  await decide(client, url)
  expect((await get(url)).body).toEqual({
    error: 'invalid_request',
    error_description: 'Unknown request_uri',
  })
})

test('the authorize page without a pushed request returns 400', async () => {
  const client = await openBluesky()
  const client_id = encodeURIComponent(developmentClientId())
  const address = `${client.origin('entryway')}/oauth/authorize?client_id=${client_id}`
  expect((await get(address)).body.error).toBe('invalid_request')
})

test.each([
  ['wrong', 'https://another.example'],
  ['missing', null],
])('with bluesky_return_iss %s the return has iss %s', async (kind, iss) => {
  const client = await openBluesky()
  await client.settings({ bluesky_return_iss: kind })
  const back = await decide(client, authorizeUrl(client, await push(client)))
  expect(back.searchParams.get('iss')).toBe(iss)
})

test('with bluesky_token_sub wrong the tokens name an account of another issuer', async () => {
  const client = await openBluesky()
  await client.settings({ bluesky_token_sub: 'wrong' })
  expect((await login(client)).did).toBe(dids.ben)
})

test.each([
  ['a scope without atproto', { scope: 'transition:generic' }, 'invalid_scope'],
  ['an undeclared scope', { scope: 'atproto transition:generic' }, 'invalid_scope'],
  ['another redirect path', { redirect_uri: 'http://127.0.0.1:4000/other' }, 'invalid_request'],
  ['the redirect host localhost', { redirect_uri: 'http://localhost:4000/' }, 'invalid_request'],
  ['the challenge method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['no challenge', { code_challenge: '' }, 'invalid_request'],
  ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
])('a pushed request with %s is refused', async (_what, changes, error) => {
  const client = await openBluesky()
  const { status, body } = await push(client, { changes })
  expect([status, body.error]).toEqual([400, error])
})

test('the refusal of an undeclared scope names it', async () => {
  const client = await openBluesky()
  const { body } = await push(client, { scope: 'atproto transition:generic' })
  expect(body.error_description).toBe(
    'Scope "transition:generic" is not declared in the client metadata',
  )
})

test('a server that knows only transition scopes refuses single permissions', async () => {
  const client = await openBluesky()
  await client.settings({ bluesky_scopes: 'transition' })
  expect((await push(client)).body.error).toBe('invalid_scope')
  const scope = 'atproto transition:generic'
  const broad = await push(client, { clientId: developmentClientId(scope), scope })
  expect(broad.status).toBe(201)
})

test('the port of a development client’s redirect URI is free', async () => {
  const client = await openBluesky()
  const other = redirectUri.replace(':4000', ':5000')
  expect((await push(client, { changes: { redirect_uri: other } })).status).toBe(201)
})

test.each([
  ['http://localhost:4000?scope=atproto', 'invalid_client_metadata'],
  ['http://localhost/path?scope=atproto', 'invalid_client_metadata'],
  ['http://localhost?scope=atproto&name=x', 'invalid_client_metadata'],
  ['http://localhost?redirect_uri=http%3A%2F%2Flocalhost%2Fback', 'invalid_client_metadata'],
  ['http://localhost?scope=transition%3Ageneric', 'invalid_client_metadata'],
])('the development client %s is refused', async (clientId, error) => {
  const client = await openBluesky()
  const { status, body } = await push(client, { clientId })
  expect([status, body.error]).toEqual([400, error])
})

test('a code is exchanged once; the second exchange ends the tokens of the first', async () => {
  const client = await openBluesky()
  const pushed = await push(client)
  const back = await decide(client, authorizeUrl(client, pushed))
  const code = back.searchParams.get('code')!
  const { body } = await exchange(client, pushed, code)
  const again = await exchange(client, pushed, code)
  expect([again.status, again.body]).toEqual([
    400,
    { error: 'invalid_grant', error_description: 'Invalid code' },
  ])
  const address = `${client.origin('pds')}/xrpc/com.atproto.server.getSession`
  const token = String(body.access_token)
  const me = await sendWithNonce(address, { key: pushed.key, token })
  expect([me.status, me.body.error]).toEqual([401, 'invalid_token'])
})

test('a code challenge works once', async () => {
  const client = await openBluesky()
  const first = await push(client)
  const back = await decide(client, authorizeUrl(client, first))
  expect((await exchange(client, first, back.searchParams.get('code')!)).status).toBe(200)
  const code_challenge = sha256(first.verifier)
  const second = await push(client, { key: first.key, changes: { code_challenge } })
  const again = await decide(client, authorizeUrl(client, second))
  const code = again.searchParams.get('code')!
  const { body } = await exchange(client, { ...second, verifier: first.verifier }, code)
  expect(body.error_description).toBe('Code challenge already used')
})

test('a person can decline permissions, and the tokens are without them', async () => {
  const client = await openBluesky()
  const pushed = await push(client)
  const url = authorizeUrl(client, pushed)
  const back = await decide(client, url, { permissions: ['blob:*/*'] })
  const { body } = await exchange(client, pushed, back.searchParams.get('code')!)
  expect(body.scope).toBe('atproto blob:*/*')
})

test.each([
  ['a wrong verifier', { code_verifier: 'x'.repeat(43) }],
  ['another redirect URI', { redirect_uri: `${redirectUri}/` }],
  ['another client', { client_id: developmentClientId('atproto') }],
])('a code with %s is refused and used up', async (_what, changes) => {
  const client = await openBluesky()
  const pushed = await push(client)
  const back = await decide(client, authorizeUrl(client, pushed))
  const code = back.searchParams.get('code')!
  const wrong = await exchange(client, pushed, code, changes)
  expect([wrong.status, wrong.body.error]).toEqual([400, 'invalid_grant'])
  expect((await exchange(client, pushed, code)).body.error).toBe('invalid_grant')
})

test('a code with another DPoP key or at another issuer is refused', async () => {
  const client = await openBluesky()
  const pushed = await push(client)
  const back = await decide(client, authorizeUrl(client, pushed))
  const code = back.searchParams.get('code')!
  const elsewhere = await exchange(client, pushed, code, {}, 'otherpds')
  expect(elsewhere.body.error).toBe('invalid_grant')
  const stolen = await exchange(client, pushed, code, {}, 'entryway', newKey())
  expect(stolen.body.error).toBe('invalid_grant')
})
