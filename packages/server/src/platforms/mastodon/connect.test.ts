import { describe, expect, test } from 'vitest'
import { scriptedServers } from '../../../test/platforms/scripted.ts'
import { PlatformError } from '../contract/errors.ts'
import { redirectUriFor } from './apps.ts'
import { mastodonConnect } from './connect.ts'

const host = 'bakery.example'
const callback = 'https://postern.example.com/connect/callback/mastodon'
const redirectUri = redirectUriFor(callback, `https://${host}`)
const granular = 'read:accounts write:statuses write:media read:statuses'
const missing = { status: 404, text: '<h1>Not found</h1>' }
const oauthError = (status: number, error: string) => ({ status, text: JSON.stringify({ error }) })
const metadata = (changes: object = {}) =>
  JSON.stringify({
    authorization_endpoint: `https://${host}/oauth/authorize`,
    token_endpoint: `https://${host}/oauth/token`,
    code_challenge_methods_supported: ['S256'],
    ...changes,
  })
const person = {
  id: '0042',
  acct: 'anna',
  url: `https://${host}/@anna`,
  uri: `https://${host}/users/anna`,
  display_name: '',
  avatar: 'javascript:alert(1)',
}
const server = {
  [`GET ${host}/api/v2/instance`]: JSON.stringify({ title: 'B', version: '4.6.0', domain: host }),
  [`GET ${host}/.well-known/oauth-authorization-server`]: metadata(),
  [`POST ${host}/api/v1/apps`]: '{"client_id":"the-id","client_secret":"the-secret-text"}',
  [`POST ${host}/oauth/token`]: `{"access_token":"the-token","scope":"${granular}"}`,
  [`GET ${host}/api/v1/accounts/verify_credentials`]: JSON.stringify(person),
}

type Script = Parameters<typeof scriptedServers>[0]
const start = {
  redirectUri: callback,
  state: 'the-state',
  server: host,
  reconnect: null,
  language: 'de',
}

function open(changes: Script = {}) {
  const { setup, requests } = scriptedServers({ ...server, ...changes })
  const ability = mastodonConnect(setup)
  const login = async () => {
    const { kept } = await ability.begin(start)
    return await ability.finish({ code: 'the-code', iss: null, redirectUri, kept })
  }
  const formsTo = (path: string) =>
    requests.filter(({ url }) => url.pathname === path).map(({ form }) => form)
  return { setup, requests, ability, login, formsTo }
}

describe('beginning a login', () => {
  test('registers one app and leads to the server’s page', async () => {
    const { ability, formsTo } = open()
    const { url } = await ability.begin(start)
    await ability.begin(start)
    expect(formsTo('/api/v1/apps')).toEqual([
      {
        client_name: 'Postern',
        redirect_uris: redirectUri,
        scopes: granular,
        website: 'https://postern.example.com',
      },
    ])
    expect(url.origin + url.pathname).toBe(`https://${host}/oauth/authorize`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'the-id',
      redirect_uri: redirectUri,
      scope: granular,
      state: 'the-state',
      force_login: 'true',
      lang: 'de',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
  })

  test.each([
    ['is missing', missing],
    ['is a page', '<html>'],
    ['names another host', metadata({ token_endpoint: 'https://thief.example/oauth/token' })],
    ['names http', metadata({ authorization_endpoint: `http://${host}/oauth/authorize` })],
  ])('uses the fixed paths without PKCE if the metadata %s', async (_name, response) => {
    const { ability, login, requests } = open({
      [`GET ${host}/.well-known/oauth-authorization-server`]: response,
    })
    const { url } = await ability.begin(start)
    expect(url.href).toMatch(`https://${host}/oauth/authorize?`)
    expect(url.searchParams.get('code_challenge')).toBeNull()
    await login()
    expect(new Set(requests.map((request) => request.url.host))).toEqual(new Set([host]))
  })

  test('forgets an app that the server deleted, once', async () => {
    const { setup, ability } = open({
      [`POST ${host}/oauth/token`]: oauthError(401, 'invalid_client'),
    })
    await setup.storage.saveApp({
      origin: `https://${host}`,
      redirectUri,
      clientId: 'deleted',
      clientSecret: 'x',
    })
    await expect(ability.begin(start)).rejects.toMatchObject({ reason: 'server_refused' })
    const app = await setup.storage.findApp(`https://${host}`, redirectUri)
    expect(app?.clientId).toBe('the-id')
  })

  test('asks for broad scopes where the app has those', async () => {
    const { setup, requests } = scriptedServers(server)
    const inner = setup.call
    const ability = mastodonConnect({
      ...setup,
      call: async (request) => {
        const response = await inner(request)
        const scopes = request.form?.scopes ?? request.form?.scope
        if (scopes !== granular) return response
        const isToken = request.url.pathname === '/oauth/token'
        const error = JSON.stringify({ error: isToken ? 'invalid_scope' : 'Validation failed' })
        return { ...response, status: isToken ? 400 : 422, text: error }
      },
    })
    const { url } = await ability.begin(start)
    expect(url.searchParams.get('scope')).toBe('read write')
    const registered = requests.filter((request) => request.url.pathname === '/api/v1/apps')
    expect(registered.map(({ form }) => form?.scopes)).toEqual([granular, 'read write'])
  })

  test.each([
    ['403', oauthError(403, 'closed'), { reason: 'server_refused' }],
    ['422 for every scope', oauthError(422, 'no'), { reason: 'server_refused' }],
    ['502', { status: 502, text: '<html>' }, { kind: 'unavailable' }],
    ['a success without an app', '{"ok":true}', { kind: 'unavailable' }],
  ])('fails if the registration returns %s', async (_name, response, expected) => {
    const { ability } = open({ [`POST ${host}/api/v1/apps`]: response })
    await expect(ability.begin(start)).rejects.toMatchObject(expected)
  })

  test('stops at a server that does not respond', async () => {
    const { ability, requests } = open({
      [`GET ${host}/.well-known/oauth-authorization-server`]: new PlatformError('unavailable'),
    })
    await expect(ability.begin(start)).rejects.toMatchObject({ kind: 'unavailable' })
    expect(requests.map(({ url }) => url.pathname).at(-1)).toContain('oauth-authorization-server')
  })
})

describe('finishing a login', () => {
  test('sends code and verifier to the server of the login and returns the account', async () => {
    const { login, formsTo, requests } = open()
    const { accounts } = await login()
    expect(accounts).toMatchObject([
      {
        platformAccountId: `${host}/0042`,
        platformUserIds: [`https://${host}/users/anna`],
        username: `anna@${host}`,
        displayName: null,
        avatarUrl: null,
        profileUrl: `https://${host}/@anna`,
        facts: { server: host, software: '4.6.0' },
        tokens: { access: 'the-token', bound: { server: `https://${host}`, clientId: 'the-id' } },
      },
    ])
    expect(formsTo('/oauth/token').at(-1)).toEqual({
      grant_type: 'authorization_code',
      code: 'the-code',
      client_id: 'the-id',
      client_secret: 'the-secret-text',
      redirect_uri: redirectUri,
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(requests.every(({ guard }) => guard !== undefined)).toBe(true)
  })

  test.each([
    ['all scopes', granular, 4],
    ['broad scopes', 'read write follow', 4],
    ['no scopes, so those that were requested', null, 4],
    ['the required scopes', 'read:accounts write', 3],
  ])('with %s grants the permissions', async (_name, scope, count) => {
    const { login } = open({
      [`POST ${host}/oauth/token`]: JSON.stringify({ access_token: 'the-token', scope }),
    })
    const [account] = (await login()).accounts
    expect(account?.granted).toHaveLength(count)
  })

  test('without a required scope throws permission_missing', async () => {
    const { login } = open({
      [`POST ${host}/oauth/token`]: '{"access_token":"the-token","scope":"read"}',
    })
    await expect(login()).rejects.toMatchObject({ kind: 'permission_missing' })
  })

  test.each([
    ['a suspended account', { ...person, suspended: true }],
    ['a disabled login', null],
  ])('of %s throws access_expired', async (_name, body) => {
    const response = body
      ? JSON.stringify(body)
      : oauthError(403, 'Your login is currently disabled')
    const { login } = open({ [`GET ${host}/api/v1/accounts/verify_credentials`]: response })
    await expect(login()).rejects.toMatchObject({ kind: 'access_expired', reason: 'suspended' })
  })

  test.each([
    ['the domain above the host', 'social.bakery.example', 'bakery.example', 'bakery.example'],
    ['somebody else’s name', 'bakery.example', 'mastodon.social', 'bakery.example'],
    ['a top-level domain', 'bakery.example', 'example', 'bakery.example'],
    ['a URL', 'social.bakery.example', 'https://bakery.example/', 'bakery.example'],
    ['nonsense', 'bakery.example', '<script>', 'bakery.example'],
  ])('a server that claims %s', async (_name, apiHost, domain, expected) => {
    const script = Object.entries(server).map(([name, response]) => [
      name.replace(host, apiHost),
      typeof response === 'string' ? response.replaceAll(`//${host}`, `//${apiHost}`) : response,
    ])
    const { setup } = scriptedServers({
      ...Object.fromEntries(script),
      [`GET ${apiHost}/api/v2/instance`]: JSON.stringify({ title: 'B', version: '1', domain }),
    })
    const ability = mastodonConnect(setup)
    const { kept } = await ability.begin({ ...start, server: apiHost })
    const own = redirectUriFor(callback, `https://${apiHost}`)
    const { accounts } = await ability.finish({ code: 'c', iss: null, redirectUri: own, kept })
    expect(accounts[0]).toMatchObject({
      platformAccountId: `${apiHost}/0042`,
      username: `anna@${expected}`,
    })
  })

  test('forgets an app that the server no longer knows', async () => {
    const { setup, requests } = scriptedServers(server)
    const ability = mastodonConnect({
      ...setup,
      call: async (request) => {
        const response = await setup.call(request)
        return request.form?.code ? { ...response, ...oauthError(401, 'invalid_client') } : response
      },
    })
    const { kept } = await ability.begin(start)
    const finished = ability.finish({ code: 'c', iss: null, redirectUri, kept })
    await expect(finished).rejects.toMatchObject({ kind: 'rejected' })
    expect(await setup.storage.findApp(`https://${host}`, redirectUri)).toBeNull()
    expect(requests.length).toBeGreaterThan(0)
  })
})

describe('revoking', () => {
  test('sends the token with the app that requested it', async () => {
    const { login, ability, formsTo } = open({ [`POST ${host}/oauth/revoke`]: '{}' })
    const [account] = (await login()).accounts
    await ability.revoke!(account!.tokens)
    const client = { client_id: 'the-id', client_secret: 'the-secret-text' }
    expect(formsTo('/oauth/revoke')).toEqual([{ ...client, token: 'the-token' }])
  })

  test('finds the app that was registered with another redirect URI', async () => {
    const { setup, login, ability, formsTo } = open({ [`POST ${host}/oauth/revoke`]: '{}' })
    const { tokens } = (await login()).accounts[0]!
    const older = { clientId: 'an-older-id', clientSecret: 'an-older-secret' }
    await setup.storage.saveApp({ origin: `https://${host}`, redirectUri: callback, ...older })
    const bound = { server: `https://${host}`, clientId: 'an-older-id' }
    await ability.revoke!({ ...tokens, bound })
    const client = { client_id: 'an-older-id', client_secret: 'an-older-secret' }
    expect(formsTo('/oauth/revoke')).toEqual([{ ...client, token: 'the-token' }])
  })

  test('sends nothing if the app is another one by now', async () => {
    const { login, ability, formsTo } = open()
    const { tokens } = (await login()).accounts[0]!
    const bound = { server: `https://${host}`, clientId: 'an-older-id' }
    await ability.revoke!({ ...tokens, bound })
    expect(formsTo('/oauth/revoke')).toEqual([])
  })
})
