import { expect, inject, test } from 'vitest'
import { snacConsent } from '../src/mastodon/consent.ts'
import type { SnacAccount } from '../src/mastodon/start.ts'

const { origin, accounts } = inject('snac')
const { alice, bob } = accounts
const redirectUri = 'http://localhost:4000/connect/callback/mastodon'
const scopes = 'read write'

/** Registers an app, signs in with a consent page, and returns how to call the server as the person. */
async function signIn(account: SnacAccount) {
  const app = await send('POST', '/api/v1/apps', {
    client_name: 'Postern',
    redirect_uris: redirectUri,
    scopes,
  })
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: app.body.client_id,
    redirect_uri: redirectUri,
    scope: scopes,
    state: 'state-1',
  })
  const location = await snacConsent(`${origin}/oauth/authorize?${query}`, account)
  const returned = new URL(location)
  const token = await send('POST', '/oauth/token', {
    grant_type: 'authorization_code',
    code: returned.searchParams.get('code') ?? '',
    client_id: app.body.client_id,
    client_secret: app.body.client_secret,
    redirect_uri: redirectUri,
  })
  const accessToken: string = token.body.access_token
  return {
    returned,
    get: (path: string) => send('GET', path, null, accessToken),
    post: (path: string, form: Record<string, string>) => send('POST', path, form, accessToken),
  }
}

async function send(
  method: string,
  path: string,
  form: Record<string, string> | null,
  token?: string,
) {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(form ? { body: new URLSearchParams(form) } : {}),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response
  return { status: response.status, body: (await response.json()) as any }
}

test('the instance names its program and answers without login', async () => {
  const { status, body } = await send('GET', '/api/v1/instance', null)
  expect([status, body.version]).toEqual([200, expect.stringContaining('snac/2.')])
})

test('sign-in returns the state and a token of the person', async () => {
  const { returned, get } = await signIn(alice)
  expect(`${returned.origin}${returned.pathname}`).toBe(redirectUri)
  expect(returned.searchParams.get('state')).toBe('state-1')
  const { body } = await get('/api/v1/accounts/verify_credentials')
  expect(body).toMatchObject({ username: 'alice', acct: 'alice' })
})

test('a wrong password does not return to the client', async () => {
  await expect(signIn({ ...alice, password: 'wrong' })).rejects.toThrow(
    'snac did not redirect: 200',
  )
})

test('a reply arrives in the context, the counters and the notifications', async () => {
  const [author, reader] = [await signIn(alice), await signIn(bob)]
  const post = await author.post('/api/v1/statuses', { status: 'Fresh bread at seven #bakery' })
  expect(post.body).toMatchObject({ visibility: 'public', replies_count: 0 })
  const reply = await reader.post('/api/v1/statuses', {
    status: `@alice@${new URL(origin).host} Rye, please`,
    in_reply_to_id: post.body.id,
  })
  const isNotified = async () => {
    const { body } = await author.get('/api/v1/notifications')
    return body.some(
      (each: { type: string; status: { uri: string } }) =>
        each.type === 'mention' && each.status.uri === reply.body.uri,
    )
  }
  await expect.poll(isNotified, { timeout: 60_000, interval: 500 }).toBe(true)
  const context = await author.get(`/api/v1/statuses/${post.body.id}/context`)
  expect(context.body.descendants).toMatchObject([
    { uri: reply.body.uri, in_reply_to_id: post.body.id, account: { username: 'bob' } },
  ])
  const seen = await author.get(`/api/v1/statuses/${post.body.id}`)
  expect(seen.body.replies_count).toBe(1)
})

test('a reply to oneself is in the context of the post', async () => {
  const author = await signIn(alice)
  const first = await author.post('/api/v1/statuses', { status: 'One' })
  const reply = { status: 'Two', in_reply_to_id: first.body.id }
  const second = await author.post('/api/v1/statuses', reply)
  const { body } = await author.get(`/api/v1/statuses/${first.body.id}/context`)
  expect(body.descendants).toMatchObject([{ id: second.body.id, in_reply_to_id: first.body.id }])
})

test('a reply to a status that does not exist is published without a parent', async () => {
  const author = await signIn(alice)
  const unknown = '1700000000eddd4c185f5849e76132ea8b0f5613f8'
  const reply = { status: 'Two', in_reply_to_id: unknown }
  const { status, body } = await author.post('/api/v1/statuses', reply)
  expect([status, body.in_reply_to_id]).toEqual([200, null])
})
