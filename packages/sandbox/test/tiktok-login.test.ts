import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  apps,
  authorizeUrl,
  callback,
  connect,
  form,
  openSandbox,
  type SandboxClient,
} from './client.ts'

const token = (params: Record<string, string>) =>
  form({ client_key: apps.tiktok.id, client_secret: apps.tiktok.secret, ...params })
const path = '/tiktok/open/v2/oauth/token/'

test('tiktok: the redirect has the granted scopes and a URL-encoded code (tiktok.md §1.3)', async () => {
  const client = await openSandbox()
  const back = await client.consent({
    url: authorizeUrl(client, 'tiktok', 'user.info.basic,video.publish,video.list'),
    permissions: ['video.list'],
  })
  expect(back.searchParams.get('scopes')).toBe('user.info.basic,video.list')
  expect(back.searchParams.get('code')).toMatch(/\*0!6410$/)
  expect(back.searchParams.get('state')).toBe('st4te')
})

test('tiktok: errors of the token endpoint are flat (tiktok.md §1.4)', async () => {
  const client = await openSandbox()
  const back = await client.consent({ url: authorizeUrl(client, 'tiktok', 'user.info.basic') })
  const code = back.searchParams.get('code') ?? ''
  const wrong = await client.call(
    path,
    token({ grant_type: 'authorization_code', code, redirect_uri: `${callback}x` }),
  )
  expect(wrong.body).toMatchObject({
    error: 'invalid_request',
    error_description: 'Redirect_uri is not matched with the uri when requesting code.',
  })
  const missing = await client.call(path, form({ client_key: apps.tiktok.id, code }))
  expect(missing.body.error_description).toBe('Client secret is missed in request.')
})

test('tiktok: a refresh token works once (tiktok.md §1.5)', async () => {
  const client = await openSandbox()
  const back = await client.consent({ url: authorizeUrl(client, 'tiktok', 'user.info.basic') })
  const first = await client.call(
    path,
    token({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: callback,
    }),
  )
  expect(first.body).toMatchObject({
    expires_in: 86_400,
    refresh_expires_in: 31_536_000,
    token_type: 'Bearer',
  })
  const refresh = token({
    grant_type: 'refresh_token',
    refresh_token: String(first.body.refresh_token),
  })
  const second = await client.call(path, refresh)
  expect(second.body.refresh_token).not.toBe(first.body.refresh_token)
  expect((await client.call(path, refresh)).body.error).toBe('invalid_grant')
})

test('tiktok: with tiktok_refresh_ends_access, a refresh ends the access token before it', async () => {
  const client = await openSandbox()
  await client.control('PUT', '/settings', {
    tiktok_refresh_ends_access: true,
    tiktok_access_seconds: 3_600,
  })
  const first = await logIn(client)
  expect(first).toMatchObject({ expires_in: 3_600 })
  const second = (await client.call(path, refreshForm(first))).body
  expect(await isAccepted(client, first)).toBe(false)
  expect(await isAccepted(client, second)).toBe(true)
})

test('tiktok: with tiktok_replay_ends_session, a second refresh ends all tokens', async () => {
  const client = await openSandbox()
  await client.control('PUT', '/settings', { tiktok_replay_ends_session: true })
  const first = await logIn(client)
  const second = (await client.call(path, refreshForm(first))).body
  expect(await isAccepted(client, second)).toBe(true)
  expect((await client.call(path, refreshForm(first))).body.error).toBe('invalid_grant')
  expect(await isAccepted(client, second)).toBe(false)
  expect((await client.call(path, refreshForm(second))).body.error).toBe('invalid_grant')
})

type Issued = Record<string, unknown>

async function logIn(client: SandboxClient): Promise<Issued> {
  const back = await client.consent({ url: authorizeUrl(client, 'tiktok', 'user.info.basic') })
  const code = back.searchParams.get('code') ?? ''
  const form = token({ grant_type: 'authorization_code', code, redirect_uri: callback })
  return (await client.call(path, form)).body
}

function refreshForm({ refresh_token }: Issued) {
  return token({ grant_type: 'refresh_token', refresh_token: String(refresh_token) })
}

async function isAccepted(client: SandboxClient, { access_token }: Issued): Promise<boolean> {
  const info = '/tiktok/open/v2/user/info/?fields=open_id'
  const bearer = { headers: { authorization: `Bearer ${access_token}` } }
  return (await client.call(info, bearer)).status === 200
}

test('tiktok: user info with a field outside the scopes returns 400 (tiktok.md §3)', async () => {
  const client = await openSandbox()
  const access = await connect(client, 'tiktok', { permissions: ['user.info.profile'] })
  const bearer = { headers: { authorization: `Bearer ${access}` } }
  const info = '/tiktok/open/v2/user/info/?fields='
  const good = await client.call(`${info}open_id,username`, bearer)
  expect(good.body).toMatchObject({
    data: { user: { username: 'bergmannbakery' } },
    error: { code: 'ok' },
  })
  const bad = await client.call(`${info}open_id,follower_count`, bearer)
  expect(bad.status).toBe(400)
  expect(bad.body).toMatchObject({ error: { code: 'scope_permission_missed' } })
})

test('tiktok: a revoked token returns 401 access_token_invalid (tiktok.md §1.5, §2)', async () => {
  const client = await openSandbox()
  const access = await connect(client, 'tiktok')
  const revoked = await client.call('/tiktok/open/v2/oauth/revoke/', token({ token: access }))
  expect([revoked.status, revoked.text]).toEqual([200, ''])
  const response = await client.call('/tiktok/open/v2/user/info/?fields=open_id', {
    headers: { authorization: `Bearer ${access}` },
  })
  expect(response.status).toBe(401)
  expect(response.body).toMatchObject({ error: { code: 'access_token_invalid' } })
})

test('tiktok: the code_challenge of a desktop app is hexadecimal (tiktok.md §1.2)', async () => {
  const client = await openSandbox()
  await client.control('PUT', '/settings', { tiktok_app_type: 'desktop' })
  const verifier = 'v'.repeat(43)
  const exchange = async (challenge: string) => {
    const url = authorizeUrl(client, 'tiktok', 'user.info.basic', { code_challenge: challenge })
    const code = (await client.consent({ url })).searchParams.get('code') ?? ''
    const facts = { grant_type: 'authorization_code', code, redirect_uri: callback }
    return (await client.call(path, token({ ...facts, code_verifier: verifier }))).body
  }
  const digest = (encoding: 'hex' | 'base64url') =>
    createHash('sha256').update(verifier).digest(encoding)
  expect(await exchange(digest('base64url'))).toMatchObject({ error: 'invalid_grant' })
  expect(await exchange(digest('hex'))).toHaveProperty('access_token')
})
