import { expect, test } from 'vitest'
import {
  authorizeUrl,
  callback,
  callerWith,
  challenge,
  codeFor,
  connect,
  exchange,
  form,
  openMastodon,
  register,
  scopes,
  verifier,
} from './mastodon-client.ts'

const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }

test('mastodon: a code with its verifier returns a token that does not expire (mastodon.md §1.5)', async () => {
  const client = await openMastodon()
  const app = await register(client)
  const code = await codeFor(client, app, pkce)
  const { status, body } = await exchange(client, app, code, { code_verifier: verifier })
  expect(status).toBe(200)
  expect(body).toEqual({
    access_token: expect.any(String),
    token_type: 'Bearer',
    scope: scopes,
    created_at: Date.UTC(2026, 10, 3, 12) / 1000,
  })
  client.sandbox.clock.advance(400 * 86_400_000)
  const caller = callerWith(client, 'mastodon', String(body.access_token))
  expect((await caller('/api/v1/accounts/verify_credentials')).status).toBe(200)
})

test('mastodon: a code works once, for its redirect URI, app, server and verifier (mastodon.md §1.5)', async () => {
  const client = await openMastodon()
  const app = await register(client)
  const stranger = await register(client)
  const errorOf = async (more: object, by = app) =>
    (await exchange(client, by, await codeFor(client, app, pkce), more)).body.error
  expect(await errorOf({ code_verifier: 'x'.repeat(43) })).toBe('invalid_grant')
  expect(await errorOf({})).toBe('invalid_grant')
  expect(await errorOf({ redirect_uri: `${callback}x` })).toBe('invalid_grant')
  expect(await errorOf({ code_verifier: verifier }, stranger)).toBe('invalid_grant')
  expect(await errorOf({ client_secret: 'wrong' })).toBe('invalid_client')
  expect(await errorOf({}, { ...app, label: 'oldmastodon' })).toBe('invalid_client')
  const code = await codeFor(client, app)
  expect((await exchange(client, app, code)).status).toBe(200)
  expect((await exchange(client, app, code)).status).toBe(400)
})

test('mastodon: a server before 4.3 ignores the challenge (mastodon.md §1.2)', async () => {
  const client = await openMastodon()
  const app = await register(client, 'oldmastodon')
  const code = await codeFor(client, app, pkce)
  expect((await exchange(client, app, code)).status).toBe(200)
})

test('mastodon: switches omit the scope of a token and give its time in milliseconds (mastodon.md §1.5)', async () => {
  const client = await openMastodon()
  await client.control('PUT', '/settings', {
    mastodon_token_omits_scope: true,
    mastodon_token_time_in_ms: true,
  })
  const app = await register(client)
  const { body } = await exchange(client, app, await codeFor(client, app))
  expect(body).not.toHaveProperty('scope')
  expect(body.created_at).toBe(Date.UTC(2026, 10, 3, 12))
})

test('mastodon: refusing leads back with access_denied, with or without the state (mastodon.md §1.4)', async () => {
  const client = await openMastodon()
  const url = authorizeUrl(client, await register(client))
  const cancel = async () => {
    const { redirect } = await client.control('POST', '/authorize', { url, decision: 'cancel' })
    return Object.fromEntries(new URL(String(redirect)).searchParams)
  }
  const refused = {
    error: 'access_denied',
    error_description: 'The resource owner or authorization server denied the request.',
  }
  expect(await cancel()).toEqual({ ...refused, state: 'st4te' })
  await client.control('PUT', '/settings', { cancel_omits_state: true })
  expect(await cancel()).toEqual(refused)
})

test.each([
  ['an unknown client', { client_id: 'x' }, 401, 'invalid_client'],
  ['another redirect URI', { redirect_uri: `${callback}x` }, 400, 'invalid_redirect_uri'],
  ['a scope that the app did not register', { scope: 'write:mutes' }, 400, 'invalid_scope'],
  ['a plain challenge', { ...pkce, code_challenge_method: 'plain' }, 400, 'invalid_request'],
])(
  'mastodon: authorizing with %s stays on an error page (mastodon.md §1.4)',
  async (_name, change, status, error) => {
    const client = await openMastodon()
    const url = authorizeUrl(client, await register(client), change)
    const response = await client.call(url, { headers: { accept: 'text/html' } })
    expect(response.status).toBe(status)
    expect(response.headers.get('location')).toBeNull()
    expect(response.text).toContain(error)
  },
)

test('mastodon: the consent page of a server has its three people and works in a browser', async () => {
  const client = await openMastodon()
  const app = await register(client, 'oldmastodon')
  const url = authorizeUrl(client, app)
  const choose = await client.call(url)
  const names = ['@anna@oldmastodon', '@ben@oldmastodon', '@chiara@oldmastodon']
  for (const name of names) expect(choose.text).toContain(name)
  expect(choose.text).not.toContain('@anna@mastodon<')
  const account = /name="sandbox_account" value="(\d+)"/.exec(choose.text)![1]!
  const consent = await client.call(`${url}&sandbox_account=${account}`)
  expect(consent.text).toContain('See account information')
  const action = /<form method="post" action="([^"]+)"/.exec(consent.text)![1]!
  const address = client.origin('oldmastodon') + action.replaceAll('&amp;', '&')
  const done = await client.call(address, form({ account, decision: 'allow' }))
  const back = new URL(done.headers.get('location')!)
  expect(back.searchParams.get('state')).toBe('st4te')
  const code = back.searchParams.get('code')!
  expect((await exchange(client, app, code)).status).toBe(200)
})

test('mastodon: a revoked token returns 401, another app’s token cannot be revoked (mastodon.md §1.5)', async () => {
  const client = await openMastodon()
  const app = await register(client)
  const { body } = await exchange(client, app, await codeFor(client, app))
  const token = String(body.access_token)
  const revoke = ({ client_id, client_secret }: typeof app) =>
    client.call('/oauth/revoke', form({ client_id, client_secret, token }))
  expect((await revoke(await register(client))).body.error).toBe('unauthorized_client')
  expect([(await revoke(app)).text, (await revoke(app)).text]).toEqual(['{}', '{}'])
  const caller = callerWith(client, 'mastodon', token)
  const { status, body: answer } = await caller('/api/v1/accounts/verify_credentials')
  expect([status, answer.error]).toEqual([401, 'The access token was revoked'])
})

test('mastodon: after a person removed the app, its tokens return 401, or an empty 422 at the other program', async () => {
  const client = await openMastodon()
  for (const [label, status, text] of [
    ['mastodon', 401, '{"error":"The access token was revoked"}'],
    ['otherserver', 422, ''],
  ] as const) {
    const caller = await connect(client, { label })
    const { data } = await client.control<{ data: { id: string }[] }>('GET', '/grants')
    await client.control('POST', `/grants/${data.at(-1)!.id}/revoke`)
    const answer = await caller('/api/v1/accounts/verify_credentials')
    expect([answer.status, answer.text]).toEqual([status, text])
  }
})

test('mastodon: an unknown token returns 401, or an empty 422 at the other program (mastodon.md §7)', async () => {
  const client = await openMastodon()
  const at = async (label: string) => {
    const path = '/api/v1/accounts/verify_credentials'
    const { status, text } = await callerWith(client, label, 'nope')(path)
    return [status, text]
  }
  expect(await at('mastodon')).toEqual([401, '{"error":"The access token is invalid"}'])
  expect(await at('otherserver')).toEqual([422, ''])
})

test('mastodon: a token of another server returns 401', async () => {
  const client = await openMastodon()
  const app = await register(client)
  const { body } = await exchange(client, app, await codeFor(client, app))
  const caller = callerWith(client, 'oldmastodon', String(body.access_token))
  expect((await caller('/api/v1/accounts/verify_credentials')).status).toBe(401)
})

test('mastodon: an app’s own token returns its app, and 422 where a person is needed (mastodon.md §7)', async () => {
  const client = await openMastodon()
  const { client_id, client_secret } = await register(client)
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
  const headers = { authorization: `Basic ${basic}` }
  const request = form({ grant_type: 'client_credentials', scope: scopes })
  const { body } = await client.call('/oauth/token', { ...request, headers })
  const caller = callerWith(client, 'mastodon', String(body.access_token))
  expect((await caller('/api/v1/apps/verify_credentials')).body.name).toBe('Postern')
  const answer = await caller('/api/v1/accounts/verify_credentials')
  expect(answer.body.error).toBe('This method requires an authenticated user')
})

test('mastodon: two apps of one person have separate grants, and each token keeps its scopes', async () => {
  const client = await openMastodon()
  const reader = await connect(client, { scope: 'read:accounts' })
  const writer = await connect(client, { scope: 'write:statuses' })
  const post = form({ status: 'Hello' })
  expect((await reader('/api/v1/statuses', post)).status).toBe(403)
  expect((await writer('/api/v1/statuses', post)).status).toBe(200)
  const { data } = await client.control<{ data: { id: string }[] }>('GET', '/grants')
  expect(data).toHaveLength(2)
})

test.each([
  ['read:accounts', 'GET', '/api/v1/accounts/verify_credentials'],
  ['read:notifications', 'GET', '/api/v1/notifications'],
  ['read:statuses', 'GET', '/api/v1/statuses/1/context'],
  ['write:statuses', 'POST', '/api/v1/statuses'],
  ['write:media', 'POST', '/api/v2/media'],
])(
  'mastodon: %s is needed for %s %s; its first part includes it (mastodon.md §1.6)',
  async (scope, method, path) => {
    const client = await openMastodon()
    const others = scopes.replace(scope, 'write:mutes')
    const refused = await (await connect(client, { scope: others }))(path, { method })
    const error = 'This action is outside the authorized scopes'
    expect([refused.status, refused.body.error]).toEqual([403, error])
    for (const wide of [scope, scope.split(':')[0]!]) {
      const allowed = await (await connect(client, { scope: wide }))(path, { method })
      expect(allowed.status).not.toBe(403)
    }
  },
)
