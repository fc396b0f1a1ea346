import { expect, test } from 'vitest'
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
  refresh,
  send,
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
  ['an unknown scope', { scope: 'atproto offline_access' }, 'invalid_scope'],
  ['another redirect path', { redirect_uri: 'http://127.0.0.1:4000/other' }, 'invalid_request'],
  ['the redirect host localhost', { redirect_uri: 'http://localhost:4000/' }, 'invalid_request'],
  ['the challenge method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['no challenge', { code_challenge: '' }, 'invalid_request'],
  ['another response type', { response_type: 'token' }, 'invalid_request'],
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

test('a refresh returns new tokens and ends the previous access token', async () => {
  const client = await openBluesky()
  const session = await login(client)
  const { status, body } = await refresh(client, session)
  expect(status).toBe(200)
  expect(body).toMatchObject({ sub: dids.anna, token_type: 'DPoP', scope: allScopes })
  const old = await call(client, session, 'com.atproto.server.getSession')
  expect([old.status, old.body]).toEqual([
    401,
    { error: 'invalid_token', message: 'Invalid token' },
  ])
  const renewed = { ...session, access: String(body.access_token) }
  expect((await call(client, renewed, 'com.atproto.server.getSession')).status).toBe(200)
})

test('a refresh token that is used again ends the session', async () => {
  const client = await openBluesky()
  const session = await login(client)
  const { body } = await refresh(client, session)
  const replay = await refresh(client, session)
  expect(replay.body).toEqual({
    error: 'invalid_grant',
    error_description: 'Refresh token replayed',
  })
  const renewed = {
    ...session,
    access: String(body.access_token),
    refresh: String(body.refresh_token),
  }
  expect((await call(client, renewed, 'com.atproto.server.getSession')).status).toBe(401)
  expect((await refresh(client, renewed)).body.error_description).toBe('Invalid refresh token')
})

test('of two refreshes at once one wins and the other gets server_error', async () => {
  const client = await openBluesky()
  const session = await login(client)
  const address = `${client.origin('entryway')}/oauth/token`
  const nonce = (await send(address, { form: {} })).headers.get('dpop-nonce')
  const { clientId: client_id, refresh: refresh_token, key } = session
  const form = { grant_type: 'refresh_token', client_id, refresh_token }
  const both = await Promise.all([1, 2].map(() => send(address, { key, form, nonce })))
  const [won, lost] = both.sort((a, b) => a.status - b.status)
  expect([won?.status, lost?.status, lost?.body.error]).toEqual([200, 500, 'server_error'])
  const access = String(won?.body.access_token)
  const me = await call(client, { ...session, access }, 'com.atproto.server.getSession')
  expect(me.status).toBe(200)
})

test('an access token ends after 60 minutes, and a refresh gives another', async () => {
  const client = await openBluesky()
  const session = await login(client)
  await client.advance(3601)
  const old = await call(client, session, 'com.atproto.server.getSession')
  expect(old.body).toEqual({
    error: 'invalid_token',
    message: '"exp" claim timestamp check failed',
  })
  expect((await refresh(client, session)).status).toBe(200)
})

test('the session of a public client ends after two weeks, also if it was refreshed', async () => {
  const client = await openBluesky()
  const session = await login(client)
  await client.advance(13 * 86_400)
  const { body } = await refresh(client, session)
  await client.advance(86_400 + 1)
  const late = await refresh(client, { ...session, refresh: String(body.refresh_token) })
  expect(late.body).toEqual({ error: 'invalid_grant', error_description: 'Session expired' })
})

test('a refresh with another DPoP key or client is refused', async () => {
  const client = await openBluesky()
  const session = await login(client)
  expect((await refresh(client, { ...session, key: newKey() })).body.error).toBe('invalid_grant')
  const clientId = developmentClientId('atproto')
  expect((await refresh(client, { ...session, clientId })).body.error).toBe('invalid_grant')
  expect((await refresh(client, session)).status).toBe(200)
})

test('revoking a token ends its session; an unknown token returns 200 too', async () => {
  const client = await openBluesky()
  const session = await login(client)
  const address = `${client.origin('entryway')}/oauth/revoke`
  const { clientId: client_id, key } = session
  for (const token of ['unknown', session.access]) {
    const answer = await sendWithNonce(address, { key, form: { client_id, token } })
    expect([answer.status, answer.body]).toEqual([200, {}])
  }
  expect((await call(client, session, 'com.atproto.server.getSession')).status).toBe(401)
  expect((await refresh(client, session)).body.error_description).toBe('Invalid refresh token')
})

test('a person who removes the app ends its sessions; a new login works', async () => {
  const client = await openBluesky()
  const session = await login(client)
  const { data } = await client.control<{ data: { id: string }[] }>('GET', '/grants')
  await client.control('POST', `/grants/${data[0]!.id}/revoke`)
  const old = await call(client, session, 'com.atproto.server.getSession')
  expect([old.status, old.body.error]).toEqual([401, 'invalid_token'])
  expect((await refresh(client, session)).body.error_description).toBe('Invalid refresh token')
  const again = await login(client)
  expect((await call(client, again, 'com.atproto.server.getSession')).status).toBe(200)
})

test('a takedown ends the sessions, also after it was lifted, and prevents logins', async () => {
  const client = await openBluesky()
  const session = await login(client)
  await client.control('PATCH', '/accounts/bluesky:anna.test', { status: 'suspended' })
  const url = authorizeUrl(client, await push(client))
  const login_ = { url, account: 'anna.test', decision: 'allow' }
  const refused = await client.control('POST', '/authorize', login_)
  expect(refused).toMatchObject({ error: { body: { error: 'access_denied' } } })
  await client.control('PATCH', '/accounts/bluesky:anna.test', { status: 'active' })
  const old = await call(client, session, 'com.atproto.server.getSession')
  expect([old.status, old.body.error]).toEqual([401, 'invalid_token'])
})

test('a deactivated account keeps its session but cannot write, and can again when active', async () => {
  const client = await openBluesky()
  const session = await login(client)
  await client.control('PATCH', '/accounts/bluesky:anna.test', { status: 'deactivated' })
  const me = await call(client, session, 'com.atproto.server.getSession')
  expect(me.body).toMatchObject({ active: false, status: 'deactivated' })
  const json = { repo: dids.anna, collection: 'app.bsky.feed.post', rkey: '3jzfcijpj2z2a' }
  const write = () => call(client, session, 'com.atproto.repo.deleteRecord', { json })
  const refused = await write()
  expect([refused.status, refused.body.error]).toEqual([401, 'AccountDeactivated'])
  const { body } = await refresh(client, session)
  await client.control('PATCH', '/accounts/bluesky:anna.test', { status: 'active' })
  session.access = String(body.access_token)
  expect((await write()).status).toBe(200)
})

test('an account that moved is deactivated at the old server and named at the new one', async () => {
  const client = await openBluesky()
  const session = await login(client)
  await client.control('PATCH', '/accounts/bluesky:anna.test', { server: 'otherpds' })
  const me = await call(client, session, 'com.atproto.server.getSession')
  expect(me.body).toMatchObject({ active: false })
  const { body } = await get(`${client.url}/bluesky/plc/${dids.anna}`)
  expect(body.service).toMatchObject([{ serviceEndpoint: client.origin('otherpds') }])
  const pushed = await push(client, { issuer: 'otherpds' })
  const url = authorizeUrl(client, pushed, 'otherpds')
  const back = await decide(client, url, { account: 'anna.test' })
  expect(back.searchParams.get('iss')).toBe(client.origin('otherpds'))
})

test('an account cannot move to a server without repositories', async () => {
  const client = await openBluesky()
  const move = client.control('PATCH', '/accounts/bluesky:anna.test', { server: 'entryway' })
  await expect(move).rejects.toThrow('Servers: pds, otherpds')
})
