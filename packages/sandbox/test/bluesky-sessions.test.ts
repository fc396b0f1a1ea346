import { expect, test } from 'vitest'
import {
  allScopes,
  authorizeUrl,
  call,
  decide,
  developmentClientId,
  dids,
  get,
  login,
  newKey,
  openBluesky,
  push,
  refresh,
  send,
  sendWithNonce,
} from './bluesky-client.ts'

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

test('a refresh with another DPoP key or client is refused and ends the session', async () => {
  const client = await openBluesky()
  for (const [change, message] of [
    [{ key: newKey() }, 'DPoP proof does not match the expected JKT'],
    [{ clientId: developmentClientId('atproto') }, 'Token was not issued to this client'],
  ] as const) {
    const session = await login(client)
    const refused = await refresh(client, { ...session, ...change })
    expect(refused.body.error_description).toBe(message)
    expect((await refresh(client, session)).body.error_description).toBe('Invalid refresh token')
  }
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
  const login_ = { url: authorizeUrl(client, await push(client)), account: 'anna.test' }
  const consent = await client.control('POST', '/authorize', { ...login_, decision: 'allow' })
  expect(consent).toMatchObject({ error: { body: { error: 'access_denied' } } })
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
