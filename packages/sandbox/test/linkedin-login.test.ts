import { expect, test } from 'vitest'
import { callback } from './client.ts'
import {
  authorizePath,
  caller,
  logIn,
  oauth,
  openLinkedin,
  pageScopes,
  shareScopes,
} from './linkedin-client.ts'

const now = () => new Date('2026-11-21T09:00:00.000Z')

test('the product of the app decides the scopes it may ask for', async () => {
  const client = await openLinkedin()
  const allow = (scope: string) =>
    client.control('POST', '/authorize', { url: authorizePath(scope), decision: 'allow' })
  expect(await allow(pageScopes)).toHaveProperty('redirect')
  expect(await allow(shareScopes)).toMatchObject({ error: { status: 401 } })
  await client.control('PUT', '/settings', { linkedin_product: 'share' })
  expect(await allow(shareScopes)).toHaveProperty('redirect')
  expect(await allow(pageScopes)).toMatchObject({ error: { status: 401 } })
})

test('all scopes are granted, or the login is cancelled', async () => {
  const client = await openLinkedin()
  const url = authorizePath(pageScopes)
  await client.consent({ url, person: 'anna', permissions: ['r_basicprofile'] })
  const { data } = await client.control<{ data: { permissions: string[] }[] }>('GET', '/grants')
  expect(data[0]!.permissions).toEqual(pageScopes.split(' '))
  const back = await client.consent({ url, decision: 'cancel' })
  expect(back.searchParams.get('error')).toBe('user_cancelled_authorize')
  expect(back.searchParams.get('state')).toBe('st4te')
})

test('a code works once, for half an hour, with its redirect URI', async () => {
  const client = await openLinkedin({ now })
  const newCode = async () => {
    const back = await client.consent({ url: authorizePath(pageScopes), person: 'anna' })
    return back.searchParams.get('code')!
  }
  const redeem = (code: string, redirect_uri = callback) =>
    oauth(client, 'accessToken', { grant_type: 'authorization_code', code, redirect_uri })
  const code = await newCode()
  expect(await redeem(code, `${callback}x`)).toMatchObject({ status: 400 })
  const { body } = await redeem(code)
  expect(body).toMatchObject({ expires_in: 5_184_000, scope: pageScopes.replaceAll(' ', ',') })
  expect(body).not.toHaveProperty('refresh_token')
  expect(await redeem(code)).toMatchObject({ status: 401, body: { error: 'invalid_request' } })
  const late = await newCode()
  await client.control('POST', '/clock', { advance_seconds: 1_800 })
  expect(await redeem(late)).toMatchObject({ status: 400, body: { error: 'invalid_redirect_uri' } })
})

test('another set of scopes ends the earlier tokens, the same set does not', async () => {
  const client = await openLinkedin()
  const first = await logIn(client)
  await logIn(client)
  const me = () => caller(client, first.access_token)('GET', '/v2/me')
  expect(await me()).toMatchObject({ status: 200 })
  await logIn(client, 'r_basicprofile')
  expect(await me()).toMatchObject({ status: 401, body: { serviceErrorCode: 65_600 } })
})

test('a new token can be refused as revoked for some seconds', async () => {
  const client = await openLinkedin({ now })
  await client.control('PUT', '/settings', { linkedin_new_token_ms: 5_000 })
  const { access_token } = await logIn(client)
  const me = () => caller(client, access_token)('GET', '/v2/me')
  expect(await me()).toMatchObject({ status: 401, body: { serviceErrorCode: 65_601 } })
  await client.control('POST', '/clock', { advance_seconds: 5 })
  expect(await me()).toMatchObject({ status: 200, body: { id: 'annaSandbox1' } })
})

test('introspection tells active, expired and revoked', async () => {
  const client = await openLinkedin({ now })
  const { access_token } = await logIn(client)
  const introspect = async () =>
    (await oauth(client, 'introspectToken', { token: String(access_token) })).body
  expect(await introspect()).toMatchObject({ active: true, status: 'active' })
  await client.control('POST', '/clock', { advance_seconds: 5_184_000 })
  expect(await introspect()).toMatchObject({ active: false, status: 'expired' })
  const second = await logIn(client)
  await oauth(client, 'revoke', { token: String(second.access_token) })
  const answer = await caller(client, second.access_token)('GET', '/v2/me')
  expect(answer).toMatchObject({ status: 401, body: { code: 'REVOKED_ACCESS_TOKEN' } })
})

test('partners get a refresh token that ends a year after the login', async () => {
  const client = await openLinkedin({ now })
  await client.control('PUT', '/settings', { linkedin_refresh_tokens: true })
  const { refresh_token } = await logIn(client)
  const refresh = () =>
    oauth(client, 'accessToken', {
      grant_type: 'refresh_token',
      refresh_token: String(refresh_token),
    })
  await client.control('POST', '/clock', { advance_seconds: 359 * 86_400 })
  expect((await refresh()).body).toMatchObject({ expires_in: 6 * 86_400, refresh_token })
  await client.control('POST', '/clock', { advance_seconds: 6 * 86_400 })
  expect(await refresh()).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
})

test('roles are listed in pages that may be short', async () => {
  const client = await openLinkedin()
  await client.control('PUT', '/settings', { linkedin_page_size: 2 })
  const call = caller(client, (await logIn(client)).access_token)
  const list = (start: number) =>
    call('GET', `/rest/organizationAcls?q=roleAssignee&state=APPROVED&count=100&start=${start}`)
  const first = (await list(0)).body as { elements: object[]; paging: { links: object[] } }
  expect(first.elements).toMatchObject([{ role: 'ADMINISTRATOR' }, { role: 'CONTENT_ADMIN' }])
  expect(first.paging.links).toMatchObject([{ rel: 'next' }])
  const second = (await list(2)).body as { elements: object[]; paging: { links: object[] } }
  expect(second).toMatchObject({ elements: [{ role: 'ANALYST' }], paging: { links: [] } })
})

test('each call of the versioned API needs a version that is active', async () => {
  const client = await openLinkedin({ now })
  const call = caller(client, (await logIn(client)).access_token)
  const read = (version: string) =>
    call('GET', '/rest/organizationAcls?q=roleAssignee', {
      headers: { 'linkedin-version': version },
    })
  expect(await read('')).toMatchObject({ status: 400, body: { code: 'VERSION_MISSING' } })
  for (const version of ['202512', '202609', '202401']) {
    expect(await read(version)).toMatchObject({ status: 426 })
  }
  expect(await read('202508')).toMatchObject({ status: 200 })
  await client.control('PUT', '/settings', { linkedin_versions_end: true })
  expect(await read('202508')).toMatchObject({ status: 426 })
  expect(await read('202607')).toMatchObject({ status: 200 })
  expect(await call('GET', '/v2/me', { headers: { 'linkedin-version': '' } })).toMatchObject({
    status: 200,
  })
})
