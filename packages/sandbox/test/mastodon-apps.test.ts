import { expect, test } from 'vitest'
import {
  callback,
  callerWith,
  codeFor,
  exchange,
  form,
  openMastodon,
  register,
  scopes,
} from './mastodon-client.ts'

test('mastodon: registering an app returns its id, secret and scopes (mastodon.md §1.3)', async () => {
  const client = await openMastodon()
  const params = { client_name: 'Postern', redirect_uris: callback, scopes }
  const { status, body } = await client.call('/api/v1/apps', form(params))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: 'Postern',
    redirect_uri: callback,
    redirect_uris: [callback],
    scopes: scopes.split(' '),
    client_secret_expires_at: 0,
  })
  const old = await client.call(`${client.origin('oldmastodon')}/api/v1/apps`, form(params))
  expect(old.body).toMatchObject({ redirect_uri: callback, vapid_key: expect.any(String) })
  expect(old.body).not.toHaveProperty('scopes')
})

test.each([
  ['a relative redirect URI', { redirect_uris: '/back' }, 'Redirect URI must be an absolute URI.'],
  ['a fragment', { redirect_uris: `${callback}#x` }, 'Redirect URI cannot contain a fragment.'],
  ['an unknown scope', { scopes: 'read:dreams' }, "Scopes doesn't match configured on the server."],
  ['no name', { client_name: '' }, "Application name can't be blank"],
])(
  'mastodon: registering with %s returns 422 (mastodon.md §1.3)',
  async (_name, change, reason) => {
    const client = await openMastodon()
    const params = { client_name: 'Postern', redirect_uris: callback, scopes, ...change }
    const { status, body } = await client.call('/api/v1/apps', form(params))
    expect([status, body.error]).toEqual([422, `Validation failed: ${reason}`])
  },
)

test('mastodon: a server without granular scopes refuses them at registration (mastodon.md §1.6)', async () => {
  const client = await openMastodon()
  await client.control('PUT', '/settings', { mastodon_granular_scopes: false })
  const register = async (scopes: string) => {
    const params = { client_name: 'Postern', redirect_uris: callback, scopes }
    return (await client.call('/api/v1/apps', form(params))).status
  }
  expect([await register(scopes), await register('read write')]).toEqual([422, 200])
})

test('mastodon: the scope profile exists since 4.3 (mastodon.md §1.6)', async () => {
  const client = await openMastodon()
  const params = form({ client_name: 'Postern', redirect_uris: callback, scopes: 'profile' })
  const at = async (label: string) =>
    (await client.call(`${client.origin(label)}/api/v1/apps`, params)).status
  expect([await at('mastodon'), await at('oldmastodon')]).toEqual([200, 422])
})

test('mastodon: JSON at /api/v1/apps works, except at the other program (mastodon.md §8)', async () => {
  const client = await openMastodon()
  const body = JSON.stringify({ client_name: 'Postern', redirect_uris: [callback], scopes: 'read' })
  const headers = { 'content-type': 'application/json' }
  const at = async (label: string) =>
    (await client.call(`${client.origin(label)}/api/v1/apps`, { method: 'POST', headers, body }))
      .status
  expect([await at('mastodon'), await at('otherserver')]).toEqual([200, 404])
})

test('mastodon: an app without tokens is gone after a day on a server before 4.3 (mastodon.md §1.3)', async () => {
  const client = await openMastodon()
  const ask = async (label: string, keep: boolean) => {
    const app = await register(client, label)
    const { client_id, client_secret } = app
    const params = form({
      grant_type: 'client_credentials',
      client_id,
      client_secret,
      scope: scopes,
    })
    const token = () => client.call(`${client.origin(label)}/oauth/token`, params)
    if (keep) await token()
    client.sandbox.clock.advance(86_400_000)
    return (await token()).status
  }
  expect(await ask('oldmastodon', false)).toBe(401)
  expect(await ask('oldmastodon', true)).toBe(200)
  expect(await ask('mastodon', false)).toBe(200)
})

test('mastodon: removing a registration makes its client and its tokens invalid', async () => {
  const client = await openMastodon()
  const app = await register(client)
  const { body } = await exchange(client, app, await codeFor(client, app))
  await client.call(`${client.sandbox.context.origin()}/control/registrations/${app.client_id}`, {
    method: 'DELETE',
  })
  const caller = callerWith(client, 'mastodon', String(body.access_token))
  expect((await caller('/api/v1/accounts/verify_credentials')).status).toBe(401)
  expect((await exchange(client, app, 'x')).body.error).toBe('invalid_client')
})
