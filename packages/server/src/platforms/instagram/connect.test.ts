import { expect, test } from 'vitest'
import { scriptedSetup } from '../../../test/platforms/scripted.ts'
import { createInstagram } from './index.ts'

const basic = 'instagram_business_basic'
const publish = 'instagram_business_content_publish'
const comments = 'instagram_business_manage_comments'
const insights = 'instagram_business_manage_insights'
const input = { code: 'AQDp3TtBQ', redirectUri: 'https://you/cb', iss: null, kept: null }

const profile = {
  id: '24963000000000011',
  user_id: '17841405822304914',
  username: 'jayposiris',
  name: 'Jay',
  account_type: 'Business',
  profile_picture_url: 'https://scontent.example/p.jpg',
}
const permissionError = {
  status: 400,
  text: '{"error":{"message":"Application does not have permission for this action","type":"IGApiException","code":10}}',
}

function script(exchange: string, me: unknown = profile, more = {}) {
  return scriptedSetup({
    'POST /oauth/access_token': exchange,
    'GET /access_token': '{"access_token":"IGAAlong","token_type":"bearer","expires_in":5183944}',
    'GET /v25.0/me': JSON.stringify(me),
    ...more,
  })
}

test.each([
  [
    'flat, with a list and a bare integer',
    `{"access_token":"IGAAJ","user_id":17841400000000001,"permissions":["${basic}","${publish}"]}`,
  ],
  [
    'wrapped in data, with commas',
    `{"data":[{"access_token":"EAACEd","user_id":"1020","permissions":"${basic},${publish}"}]}`,
  ],
])('the code exchange is parsed: %s', async (_name, exchange) => {
  const { setup } = script(exchange)
  const grant = await createInstagram(setup).connect.finish(input)
  expect(grant).toMatchObject({ refused: [], choose: false })
  expect(grant.accounts).toEqual([
    {
      platformAccountId: '17841405822304914',
      platformUserIds: ['17841405822304914', '24963000000000011'],
      username: 'jayposiris',
      displayName: 'Jay',
      avatarUrl: 'https://scontent.example/p.jpg',
      profileUrl: 'https://www.platform.example/jayposiris/',
      accountType: 'business',
      granted: [basic, publish],
      missing: [comments, insights],
      tokens: {
        access: 'IGAAlong',
        refresh: null,
        accessExpiresAt: '2027-01-20T08:59:04.000Z',
        refreshExpiresAt: null,
        issuedAt: '2026-11-21T09:00:00.000Z',
      },
    },
  ])
})

test('the profile may be wrapped in data', async () => {
  const exchange = `{"access_token":"IGAAJ","permissions":["${basic}","${publish}"]}`
  const { setup } = script(exchange, { data: [profile] })
  const { accounts } = await createInstagram(setup).connect.finish(input)
  expect(accounts[0]?.platformAccountId).toBe('17841405822304914')
})

test('permissions missing in the exchange are probed one by one', async () => {
  const { setup, requests } = script('{"access_token":"IGAAJ"}', profile, {
    'GET /v25.0/me/content_publishing_limit': '{"data":[{"quota_usage":2}]}',
    'GET /v25.0/me/insights': permissionError,
    'GET /v25.0/me/media': '{"data":[{"id":"17920238422030506"}]}',
    'GET /v25.0/17920238422030506/comments': '{"data":[]}',
  })
  const { accounts } = await createInstagram(setup).connect.finish(input)
  expect(accounts[0]).toMatchObject({ granted: [basic, publish, comments], missing: [insights] })
  expect(requests).toHaveLength(7)
})

test('a required permission that fails its probe refuses the login', async () => {
  const { setup } = script('{"access_token":"IGAAJ"}', profile, {
    'GET /v25.0/me/content_publishing_limit': permissionError,
    'GET /v25.0/me/insights': '{"data":[]}',
    'GET /v25.0/me/media': '{"data":[]}',
  })
  await expect(createInstagram(setup).connect.finish(input)).rejects.toMatchObject({
    kind: 'permission_missing',
    platformMessage: `Not granted: ${publish}`,
  })
})

test('a personal account is refused', async () => {
  const exchange = `{"access_token":"IGAAJ","permissions":["${basic}","${publish}"]}`
  const { setup } = script(exchange, { ...profile, account_type: 'PERSONAL' })
  await expect(createInstagram(setup).connect.finish(input)).rejects.toMatchObject({
    kind: 'rejected',
  })
})
