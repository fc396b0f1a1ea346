import { expect, test } from 'vitest'
import { scriptedSetup } from '../../../test/platforms/scripted.ts'
import { limits } from '../../core/limits.ts'
import { createFacebook } from './index.ts'

const input = { code: 'AQCcode', redirectUri: 'https://you/cb', iss: null, kept: null }
const required = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement']
const tasks = ['ANALYZE', 'ADVERTISE', 'MODERATE', 'CREATE_CONTENT', 'MANAGE']
const denied = { status: 400, text: '{"error":{"message":"(#10)","code":10}}' }

function permissionsOf(granted: string[], declined: string[] = []) {
  const row = (status: string) => (permission: string) => ({ permission, status })
  return JSON.stringify({
    data: [...granted.map(row('granted')), ...declined.map(row('declined'))],
  })
}

function pageOf(id: string, more = {}) {
  return { id, name: `Page ${id}`, access_token: `EAAB${id}`, tasks, ...more }
}

function list(data: unknown[], next?: string) {
  return JSON.stringify({ data, ...(next ? { paging: { cursors: {}, next } } : {}) })
}

function script(more = {}) {
  return scriptedSetup({
    'POST /v25.0/oauth/access_token': '{"access_token":"EAAGshort","expires_in":3600}',
    'GET /v25.0/oauth/access_token': '{"access_token":"EAAGlong","expires_in":5183944}',
    'GET /v25.0/me': '{"id":"1021","name":"Ann"}',
    'GET /v25.0/me/permissions': permissionsOf([...required, 'public_profile'], ['read_insights']),
    'GET /v25.0/debug_token': denied,
    'GET /v25.0/me/accounts': list([pageOf('1')]),
    ...more,
  })
}

test("each page has its own token and the person's token as refresh", async () => {
  const picture = { data: { url: 'https://scontent.example/1.jpg' } }
  const { setup, requests } = script({
    'GET /v25.0/me/accounts': list([pageOf('1', { username: 'mypage', picture }), pageOf('2')]),
  })
  const grant = await createFacebook(setup).connect.finish(input)
  expect(grant).toMatchObject({ refused: [], choose: true })
  expect(grant.accounts.map(({ tokens }) => tokens.access)).toEqual(['EAAB1', 'EAAB2'])
  expect(grant.accounts[0]).toMatchObject({
    platformAccountId: '1',
    platformUserIds: ['1021'],
    username: 'mypage',
    displayName: 'Page 1',
    avatarUrl: 'https://scontent.example/1.jpg',
    profileUrl: 'https://www.platform.example/mypage',
    accountType: 'page',
    granted: required,
    tokens: {
      refresh: 'EAAGlong',
      accessExpiresAt: null,
      refreshExpiresAt: '2027-01-20T08:59:04.000Z',
    },
  })
  expect(grant.accounts[0]?.missing).toContain('read_insights')
  expect(requests.filter(({ form }) => form?.code)).toHaveLength(1)
})

test('further pages are followed on the same host only', async () => {
  const { setup, requests } = script({
    'GET /v25.0/me/accounts': list(
      [pageOf('1')],
      'https://platform.example/v25.0/next?access_token=EAAGlong&after=a',
    ),
    'GET /v25.0/next': list([pageOf('2')], 'https://elsewhere.example/v25.0/next?after=b'),
  })
  const { accounts } = await createFacebook(setup).connect.finish(input)
  expect(accounts.map(({ platformAccountId }) => platformAccountId)).toEqual(['1', '2'])
  expect(new Set(requests.map(({ url }) => url.host))).toEqual(new Set(['platform.example']))
})

test.each([
  ['an endless list', 300, true],
  ['a list of exactly the maximum', 250, false],
])('%s → the first 500 Pages, and whether there are more', async (_name, length, isTruncated) => {
  const pages = Array.from({ length }, (_value, index) => pageOf(`${index}`))
  const more = pages.map((page) => ({ ...page, id: `b${page.id}` }))
  const { setup } = script({
    'GET /v25.0/me/accounts': list(pages, 'https://platform.example/v25.0/next?a=1'),
    'GET /v25.0/next?a=1': list(
      more,
      isTruncated ? 'https://platform.example/v25.0/next?a=2' : undefined,
    ),
  })
  const grant = await createFacebook(setup).connect.finish(input)
  expect(grant.accounts).toHaveLength(limits.connect.pagesMax)
  expect(grant.isTruncated ?? false).toBe(isTruncated)
})

test('a list that links to itself ends', async () => {
  const { setup, requests } = script({
    'GET /v25.0/me/accounts': list([pageOf('1')], 'https://platform.example/v25.0/next?a=1'),
    'GET /v25.0/next?a=1': list([pageOf('2')], 'https://platform.example/v25.0/next?a=1'),
  })
  const { accounts } = await createFacebook(setup).connect.finish(input)
  expect(accounts).toHaveLength(2)
  expect(requests.filter(({ url }) => url.pathname === '/v25.0/next')).toHaveLength(1)
})

test('pages of a business portfolio are merged by id, and the copy with a token wins', async () => {
  const { setup } = script({
    'GET /v25.0/me/permissions': permissionsOf([...required, 'business_management']),
    'GET /v25.0/me/accounts': list([pageOf('1'), pageOf('2', { access_token: undefined })]),
    'GET /v25.0/me/businesses': list([{ id: '51' }, { id: '52' }]),
    'GET /v25.0/51/owned_pages': list([pageOf('2'), pageOf('3', { tasks: undefined })]),
    'GET /v25.0/51/client_pages': denied,
    'GET /v25.0/52/owned_pages': list([pageOf('1', { access_token: 'EAABother' })]),
    'GET /v25.0/52/client_pages': list([pageOf('4')]),
  })
  const { accounts, refused } = await createFacebook(setup).connect.finish(input)
  expect(accounts.map(({ tokens }) => tokens.access)).toEqual(['EAAB1', 'EAAB2', 'EAAB3', 'EAAB4'])
  expect(refused).toEqual([])
})

test('a page that only the token names is read by its id', async () => {
  const scopes = [
    { scope: 'pages_show_list', target_ids: ['1', '7', '8'] },
    { scope: 'pages_manage_posts', target_ids: ['1', '7', '9'] },
    { scope: 'pages_read_engagement', target_ids: ['1', '7', '9'] },
  ]
  const data = { granular_scopes: scopes, data_access_expires_at: 1_803_000_000 }
  const { setup, requests } = script({
    'GET /v25.0/me/accounts': list([]),
    'GET /v25.0/debug_token': JSON.stringify({ data }),
    'GET /v25.0/1': JSON.stringify({ id: '1', name: 'Anna Bakes', access_token: 'EAAB1' }),
    'GET /v25.0/7': JSON.stringify({ id: '7', name: 'Rye', access_token: 'EAAB7' }),
    'GET /v25.0/8': { status: 400, text: '{"error":{"code":100,"error_subcode":33}}' },
  })
  const { accounts, refused } = await createFacebook(setup).connect.finish(input)
  expect(accounts.map(({ tokens }) => tokens.access)).toEqual(['EAAB1', 'EAAB7'])
  expect(accounts[0]?.tokens.accessExpiresAt).toBe('2027-02-19T01:20:00.000Z')
  expect(refused).toEqual([])
  expect(requests.map(({ url }) => url.pathname)).not.toContain('/v25.0/9')
})

test('unreadable business portfolios are ignored', async () => {
  const { setup } = script({
    'GET /v25.0/me/permissions': permissionsOf([...required, 'business_management']),
    'GET /v25.0/me/businesses': { status: 500, text: '' },
  })
  expect((await createFacebook(setup).connect.finish(input)).accounts).toHaveLength(1)
})

test('a page without a token or a sufficient role is refused', async () => {
  const { setup } = script({
    'GET /v25.0/me/accounts': list([
      pageOf('1', { access_token: undefined }),
      pageOf('2', { tasks: ['ANALYZE'] }),
      pageOf('3', { tasks: ['PROFILE_PLUS_CREATE_CONTENT'] }),
    ]),
  })
  const { accounts, refused } = await createFacebook(setup).connect.finish(input)
  expect(accounts.map(({ platformAccountId }) => platformAccountId)).toEqual(['3'])
  expect(refused).toEqual([
    { platformAccountId: '1', displayName: 'Page 1', reason: 'permission_missing' },
    { platformAccountId: '2', displayName: 'Page 2', reason: 'permission_missing' },
  ])
})

test('a permission for some pages only is missing on the others', async () => {
  const scopes = [
    { scope: 'pages_show_list' },
    { scope: 'pages_manage_posts', target_ids: ['1', '2'] },
    { scope: 'read_insights', target_ids: ['2'] },
  ]
  const { setup } = script({
    'GET /v25.0/me/permissions': permissionsOf([...required, 'read_insights']),
    'GET /v25.0/me/accounts': list([pageOf('1'), pageOf('2'), pageOf('3')]),
    'GET /v25.0/debug_token': JSON.stringify({ data: { granular_scopes: scopes } }),
  })
  const { accounts, refused } = await createFacebook(setup).connect.finish(input)
  expect(accounts.map(({ granted }) => granted.includes('read_insights'))).toEqual([false, true])
  expect(refused.map(({ platformAccountId }) => platformAccountId)).toEqual(['3'])
})

test("revoking uses the person's token", async () => {
  const { setup, requests } = script({ 'DELETE /v25.0/me/permissions': '{"success":true}' })
  const { connect } = createFacebook(setup)
  const { accounts } = await connect.finish(input)
  await connect.revoke?.(accounts[0]!.tokens)
  expect(requests.at(-1)?.url.searchParams.get('access_token')).toBe('EAAGlong')
})

test('an app with Facebook Login for Business sends its configuration id', async () => {
  const { setup } = script()
  const loginParams = async (configId?: string) => {
    const variables = configId ? { FACEBOOK_LOGIN_CONFIG_ID: configId } : {}
    const app = { ...setup.app, variables }
    const { connect } = createFacebook({ ...setup, app })
    const start = { redirectUri: 'https://you/cb', state: 's', language: 'en' }
    const { url } = await connect.begin({ ...start, server: null, reconnect: null })
    return [url.searchParams.get('config_id'), url.searchParams.get('scope')]
  }
  expect(await loginParams()).toEqual([null, expect.stringContaining('pages_manage_posts')])
  expect(await loginParams('1234567890')).toEqual(['1234567890', null])
})
