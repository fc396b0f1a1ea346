import { expect, test } from 'vitest'
import {
  apps,
  authorizeUrl,
  type Body,
  callback,
  connect,
  form,
  graphError,
  openSandbox,
} from './client.ts'

const graph = '/facebook/graph/v25.0'
type Page = { id: string; name: string; access_token?: string; tasks: string[] }

test('facebook: canceling redirects with error_code 200 and #_=_ (facebook.md §1.2)', async () => {
  const client = await openSandbox()
  const back = await client.consent({
    url: authorizeUrl(client, 'facebook', 'pages_show_list'),
    decision: 'cancel',
  })
  expect(back.hash).toBe('#_=_')
  expect(Object.fromEntries(back.searchParams)).toMatchObject({
    error: 'access_denied',
    error_code: '200',
    state: 'st4te',
  })
})

test('facebook: exchanging a code twice fails with 100/36009 (facebook.md §1.3)', async () => {
  const client = await openSandbox()
  const back = await client.consent({ url: authorizeUrl(client, 'facebook', 'pages_show_list') })
  const exchange = form({
    client_id: apps.facebook.id,
    client_secret: apps.facebook.secret,
    redirect_uri: callback,
    code: back.searchParams.get('code') ?? '',
  })
  const first = await client.call(`${graph}/oauth/access_token`, exchange)
  expect(first.body).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
  const second = await client.call(`${graph}/oauth/access_token`, exchange)
  expect(graphError(second.body)).toMatchObject({ code: 100, error_subcode: 36009 })
})

test('facebook: /me/accounts pages through the selected pages; insufficient tasks give no token (facebook.md §2)', async () => {
  const client = await openSandbox()
  const token = await connect(client, 'facebook', {
    pages: ['Bergmann Bakery', 'Old Town Market', 'Harbour Coffee'],
  })
  const pages: Page[] = []
  let next: string | undefined =
    `${graph}/me/accounts?fields=id,name,access_token,tasks&limit=2&access_token=${token}`
  while (next) {
    const response: { body: Body } = await client.call(next)
    pages.push(...(response.body.data as Page[]))
    next = (response.body.paging as { next?: string } | undefined)?.next
  }
  expect(pages.map((page) => page.name)).toEqual([
    'Bergmann Bakery',
    'Old Town Market',
    'Harbour Coffee',
  ])
  expect(pages.map((page) => page.access_token !== undefined)).toEqual([true, false, true])
})

test('facebook: business pages are listed only with business_management (facebook.md §2)', async () => {
  const client = await openSandbox()
  const without = await connect(client, 'facebook', {
    permissions: ['pages_show_list', 'pages_read_engagement'],
  })
  const list = await client.call(`${graph}/me/accounts?access_token=${without}`)
  expect(list.text).not.toContain('Harbour Coffee')
  const withIt = await connect(client, 'facebook', {
    person: 'anna',
    url: authorizeUrl(
      client,
      'facebook',
      'pages_show_list,pages_read_engagement,business_management',
      { auth_type: 'rerequest' },
    ),
  })
  const businesses = await client.call(`${graph}/me/businesses?access_token=${withIt}`)
  const id = (businesses.body.data as { id: string }[])[0]?.id
  const owned = await client.call(`${graph}/${id}/owned_pages?fields=name&access_token=${withIt}`)
  expect(owned.text).toContain('Harbour Coffee')
})

test('facebook: a person without pages gets an empty list (facebook.md §1.2)', async () => {
  const client = await openSandbox()
  const token = await connect(client, 'facebook', { person: 'ben' })
  expect((await client.call(`${graph}/me/accounts?access_token=${token}`)).body).toEqual({
    data: [],
  })
})

test('facebook: declined permissions are listed and requested again only with rerequest (facebook.md §1.1, §1.4)', async () => {
  const client = await openSandbox()
  const scope = 'pages_show_list,pages_manage_posts'
  const url = authorizeUrl(client, 'facebook', scope)
  let token = await connect(client, 'facebook', { url, permissions: ['pages_show_list'] })
  const read = async () => (await client.call(`${graph}/me/permissions?access_token=${token}`)).body
  expect(await read()).toEqual({
    data: [
      { permission: 'public_profile', status: 'granted' },
      { permission: 'pages_show_list', status: 'granted' },
      { permission: 'pages_manage_posts', status: 'declined' },
    ],
  })
  token = await connect(client, 'facebook', { url })
  expect(JSON.stringify(await read())).toContain('declined')
  const again = authorizeUrl(client, 'facebook', scope, { auth_type: 'rerequest' })
  token = await connect(client, 'facebook', { url: again })
  expect(JSON.stringify(await read())).not.toContain('declined')
})

test('facebook: a page token ends with the role, or with data access 90 days after the login (facebook.md §1.3, §7)', async () => {
  const client = await openSandbox()
  const token = await connect(client, 'facebook')
  const list = await client.call(`${graph}/me/accounts?access_token=${token}`)
  const page = (list.body.data as Page[])[0]!
  const app = `${apps.facebook.id}|${apps.facebook.secret}`
  const debug = await client.call(
    `${graph}/debug_token?input_token=${page.access_token}&access_token=${encodeURIComponent(app)}`,
  )
  expect(debug.body.data).toMatchObject({
    type: 'PAGE',
    expires_at: 0,
    profile_id: page.id,
    is_valid: true,
  })
  client.sandbox.clock.advance(89 * 86_400_000)
  const me = `${graph}/me?fields=id,name&access_token=${page.access_token}`
  expect((await client.call(me)).body).toEqual({ id: page.id, name: page.name })
  const grants = await client.control<{ data: { id: string }[] }>('GET', '/grants')
  await client.control('POST', `/grants/${grants.data[0]?.id}/remove-page-role`, { page: page.id })
  expect(graphError((await client.call(me)).body)).toMatchObject({ code: 190, error_subcode: 492 })
  client.sandbox.clock.advance(86_400_000)
  expect(graphError((await client.call(me)).body)).toMatchObject({ code: 190, error_subcode: 493 })
})

test('facebook: a page of a portfolio without a role is in no list, but can be read (facebook.md §2)', async () => {
  const client = await openSandbox()
  const pages = [{ name: 'Hidden Bakery', business: 'Holding', business_role: false }]
  const accounts = [{ platform: 'facebook', username: 'dora', pages }]
  await client.control('POST', '/people', { name: 'Dora', accounts })
  const user = await connect(client, 'facebook', { person: 'Dora', account: 'dora' })
  for (const edge of ['me/accounts', 'me/businesses']) {
    const list = await client.call(`${graph}/${edge}?access_token=${user}`)
    expect(list.body.data).toEqual([])
  }
  const app = `${apps.facebook.id}|${apps.facebook.secret}`
  const debug = await client.call(
    `${graph}/debug_token?input_token=${user}&access_token=${encodeURIComponent(app)}`,
  )
  const { granular_scopes } = debug.body.data as {
    granular_scopes: { scope: string; target_ids: string[] }[]
  }
  const [id] = granular_scopes.find(({ scope }) => scope === 'pages_show_list')!.target_ids
  const page = await client.call(`${graph}/${id}?fields=name,access_token&access_token=${user}`)
  expect(page.body).toMatchObject({ name: 'Hidden Bakery', access_token: expect.any(String) })
})

test('facebook: deleting the permissions invalidates the user token and all page tokens (facebook.md §1.4)', async () => {
  const client = await openSandbox()
  const token = await connect(client, 'facebook')
  const list = await client.call(`${graph}/me/accounts?access_token=${token}`)
  const page = (list.body.data as Page[])[0]!
  await client.call(`${graph}/me/permissions?access_token=${token}`, { method: 'DELETE' })
  for (const invalidToken of [token, page.access_token]) {
    const response = await client.call(`${graph}/me?access_token=${invalidToken}`)
    expect(graphError(response.body)).toMatchObject({ code: 190, error_subcode: 458 })
  }
})

test('facebook: config_id replaces the scopes and grants all of its permissions (facebook.md §1.1)', async () => {
  const client = await openSandbox()
  const login_configs = { '77': ['pages_show_list', 'pages_manage_posts'] }
  await client.control('PUT', '/apps/facebook', { login_configs })
  const url = new URL(authorizeUrl(client, 'facebook', 'read_insights'))
  expect((await client.call(url.href)).status).toBe(400)
  url.searchParams.delete('scope')
  url.searchParams.set('config_id', '78')
  expect((await client.call(url.href)).status).toBe(400)
  url.searchParams.set('config_id', '77')
  const back = await client.consent({ url: url.href, permissions: [] })
  const grants = await client.control<{ data: Body[] }>('GET', '/grants')
  expect(back.searchParams.get('code')).not.toBeNull()
  expect(grants.data[0]!.permissions).toEqual([
    'public_profile',
    'pages_show_list',
    'pages_manage_posts',
  ])
})
