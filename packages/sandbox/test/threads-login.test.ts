import { expect, test } from 'vitest'
import { apps, authorizeUrl, callback, connect, form, graphError, openSandbox } from './client.ts'

const scope = 'threads_basic,threads_content_publish'
const exchange = (code: string | null, changes: Record<string, string> = {}) =>
  form({
    client_id: apps.threads.id,
    client_secret: apps.threads.secret,
    grant_type: 'authorization_code',
    redirect_uri: callback,
    code: code ?? '',
    ...changes,
  })

test('threads: the authorize page lists accounts, then permissions with threads_basic locked (threads.md §1.1)', async () => {
  const client = await openSandbox()
  const url = authorizeUrl(client, 'threads', scope)
  const first = await client.call(url, { headers: { accept: 'text/html' } })
  expect(first.text).toContain('@anna.bakes')
  const second = await client.call(`${url}&sandbox_account=17841460000000011`)
  expect(second.text).toMatch(/value="threads_basic" checked disabled/)
  const allowed = await client.call(url, {
    method: 'POST',
    body: new URLSearchParams({
      account: '17841460000000011',
      permission: 'threads_content_publish',
      decision: 'allow',
    }),
  })
  expect(allowed.status).toBe(302)
  expect(allowed.headers.get('location')).toMatch(/\?code=[^&]+&state=st4te#_$/)
})

test('threads: a wrong app id returns 4476002 without a redirect (threads.md §1.1)', async () => {
  const client = await openSandbox()
  const response = await client.call(authorizeUrl(client, 'threads', scope, { client_id: '1' }))
  expect(response.status).toBe(400)
  expect(response.body.error_code).toBe(4476002)
})

test('threads: a redirect URI without its trailing slash returns 400 (threads.md §1.1)', async () => {
  const client = await openSandbox()
  const url = authorizeUrl(client, 'threads', scope, { redirect_uri: callback.slice(0, -1) })
  expect((await client.call(url)).status).toBe(400)
})

test('threads: canceling redirects with access_denied and the state (threads.md §1.2)', async () => {
  const client = await openSandbox()
  const back = await client.consent({
    url: authorizeUrl(client, 'threads', scope),
    decision: 'cancel',
  })
  expect(Object.fromEntries(back.searchParams)).toEqual({
    error: 'access_denied',
    error_reason: 'user_denied',
    error_description: 'The user denied your request',
    state: 'st4te',
  })
})

test('threads: a code works once, with a user_id that JSON.parse corrupts (threads.md §1.4)', async () => {
  const client = await openSandbox()
  const back = await client.consent({ url: authorizeUrl(client, 'threads', scope) })
  expect(back.hash).toBe('#_')
  const code = back.searchParams.get('code')
  const first = await client.call('/threads/graph/oauth/access_token', exchange(code))
  expect(first.text).toContain('"user_id":17841460000000011}')
  expect(String(first.body.user_id)).not.toBe('17841460000000011')
  const second = await client.call('/threads/graph/oauth/access_token', exchange(code))
  expect(second.status).toBe(400)
  expect(second.body).toEqual({
    error_type: 'OAuthException',
    code: 400,
    error_message: 'Matching code was not found or was already used',
  })
})

test('threads: a code is bound to its redirect URI and expires after one hour (threads.md §1.2, §1.4)', async () => {
  const client = await openSandbox()
  const path = '/threads/graph/oauth/access_token'
  const url = authorizeUrl(client, 'threads', scope)
  const bound = (await client.consent({ url })).searchParams.get('code')
  const wrong = await client.call(path, exchange(bound, { redirect_uri: `${callback}x` }))
  expect(wrong.body.error_message).toContain('identical to the one you used')
  const old = (await client.consent({ url })).searchParams.get('code')
  client.sandbox.clock.advance(3_600_000)
  expect((await client.call(path, exchange(old))).status).toBe(400)
})

test('threads: a token can be refreshed after 24 hours and expires after 60 days (threads.md §1.6)', async () => {
  const client = await openSandbox()
  const token = await connect(client, 'threads')
  const path = `/threads/graph/refresh_access_token?grant_type=th_refresh_token&access_token=${token}`
  expect((await client.call(path)).status).toBe(400)
  client.sandbox.clock.advance(24 * 3_600_000)
  const fresh = await client.call(path)
  expect(fresh.body).toMatchObject({ token_type: 'bearer', expires_in: 5_183_944 })
  client.sandbox.clock.advance(59 * 24 * 3_600_000)
  const expired = await client.call(`/threads/graph/v1.0/me?access_token=${token}`)
  expect(graphError(expired.body)).toMatchObject({ code: 190, error_subcode: 463 })
  const alive = await client.call(`/threads/graph/me?access_token=${fresh.body.access_token}`)
  expect(alive.status).toBe(200)
})

test('threads: without fields only id is returned; an unknown field is code 100 (threads.md §0, §7)', async () => {
  const client = await openSandbox()
  const token = await connect(client, 'threads', { account: 'bergmann.bakery' })
  const bearer = { headers: { authorization: `Bearer ${token}` } }
  expect((await client.call('/threads/graph/v1.0/me', bearer)).body).toEqual({
    id: '17841460000000013',
  })
  const profile = await client.call('/threads/graph/v1.0/me?fields=id,username,name', bearer)
  expect(profile.body).toEqual({
    id: '17841460000000013',
    username: 'bergmann.bakery',
    name: 'Bergmann Bakery',
  })
  const wrong = await client.call('/threads/graph/v1.0/me?fields=id,nonsense', bearer)
  expect(graphError(wrong.body)).toMatchObject({
    code: 100,
    message: 'Tried accessing nonexisting field (nonsense)',
  })
  expect(profile.headers.get('x-app-usage')).toContain('call_count')
})

test('threads: debug_token returns the granted scopes only (threads.md §1.7)', async () => {
  const client = await openSandbox()
  const token = await connect(client, 'threads', { permissions: ['threads_manage_insights'] })
  const response = await client.call(
    `/threads/graph/v1.0/debug_token?access_token=${token}&input_token=${token}`,
  )
  expect(response.body.data).toMatchObject({
    is_valid: true,
    scopes: ['threads_basic', 'threads_manage_insights'],
    user_id: '17841460000000011',
  })
})

test('threads: each reason for an invalid token has its subcode (threads.md §7)', async () => {
  const client = await openSandbox()
  const subcodes: [string, number][] = [
    ['checkpoint', 459],
    ['password-change', 460],
    ['revoke', 458],
  ]
  for (const [action, subcode] of subcodes) {
    const token = await connect(client, 'threads')
    const grants = await client.control<{ data: { id: string }[] }>('GET', '/grants')
    const path = `/grants/${grants.data[0]?.id}`
    await client.control('POST', `${path}/${action}`)
    const response = await client.call(`/threads/graph/v1.0/me?access_token=${token}`)
    expect(graphError(response.body)).toMatchObject({ code: 190, error_subcode: subcode })
    await client.control('POST', `${path}/checkpoint`, { clear: true })
  }
  const foreign = await client.call('/threads/graph/v1.0/me?access_token=IGAAxyz')
  expect(graphError(foreign.body)).toMatchObject({
    code: 190,
    message: 'Invalid OAuth access token - Cannot parse access token',
  })
})

test('threads: an app that is not live returns 1349245 (threads.md §1.1)', async () => {
  const client = await openSandbox()
  await client.control('PUT', '/settings', { threads_app_live: false })
  expect((await client.call(authorizeUrl(client, 'threads', scope))).body.error_code).toBe(1349245)
})
