import { expect, test } from 'vitest'
import { scriptedSetup } from '../../../test/platforms/scripted.ts'
import { createThreads } from './index.ts'

const input = { code: 'AQBx-hBsH3', redirectUri: 'https://you/cb', iss: null, kept: null }
const permissionError = {
  status: 400,
  text: '{"error":{"message":"Application does not have permission for this action","type":"THApiException","code":10,"fbtrace_id":"A"}}',
}
const exchange = '{"access_token":"THQVJshort","user_id":17841405793187219}'
const long = '{"access_token":"THQVJlong","token_type":"bearer","expires_in":5183944}'
const me = '{"id":"1234567","username":"threadsapitestuser","name":"Threads API Test User"}'

function script(more = {}) {
  return scriptedSetup({
    'POST /oauth/access_token': exchange,
    'GET /access_token': long,
    'GET /v1.0/me': me,
    'GET /v1.0/debug_token':
      '{"data":{"type":"USER","is_valid":true,"scopes":["threads_basic","threads_content_publish","threads_manage_mentions"],"user_id":"1234567890123456"}}',
    ...more,
  })
}

test('the account id is that of the profile, not of the exchange', async () => {
  const { setup, requests } = script()
  const grant = await createThreads(setup).connect.finish(input)
  expect(grant).toEqual({
    accounts: [
      {
        platformAccountId: '1234567',
        platformUserIds: ['1234567'],
        username: 'threadsapitestuser',
        displayName: 'Threads API Test User',
        avatarUrl: null,
        profileUrl: 'https://www.platform.example/@threadsapitestuser',
        accountType: null,
        granted: ['threads_basic', 'threads_content_publish'],
        missing: [
          'threads_read_replies',
          'threads_manage_replies',
          'threads_manage_insights',
          'threads_delete',
        ],
        tokens: {
          access: 'THQVJlong',
          refresh: null,
          accessExpiresAt: '2027-01-20T08:59:04.000Z',
          refreshExpiresAt: null,
          issuedAt: '2026-11-21T09:00:00.000Z',
        },
      },
    ],
    refused: [],
    choose: false,
  })
  expect(requests[0]?.form).toEqual({
    client_id: 'app-id',
    client_secret: 'app-secret-text',
    grant_type: 'authorization_code',
    redirect_uri: 'https://you/cb',
    code: 'AQBx-hBsH3',
  })
  expect(requests[1]?.url.searchParams.get('access_token')).toBe('THQVJshort')
  expect(requests[2]?.headers?.authorization).toBe('Bearer THQVJlong')
})

test('without the long-lived token nothing is connected', async () => {
  const { setup, requests } = script({
    'GET /access_token': {
      status: 400,
      text: '{"error":{"message":"Session has expired","type":"OAuthException","code":190,"error_subcode":463}}',
    },
  })
  await expect(createThreads(setup).connect.finish(input)).rejects.toMatchObject({
    kind: 'access_expired',
  })
  expect(requests).toHaveLength(2)
})

const notTester = {
  status: 400,
  text: '{"error":{"message":"This action requires the threads_basic permission.","type":"THApiException","code":100,"error_subcode":10}}',
}

test.each(['GET /access_token', 'GET /v1.0/me'])(
  'a person who is no tester of an app without review → permission_missing (%s)',
  async (call) => {
    const { setup } = script({ [call]: notTester })
    await expect(createThreads(setup).connect.finish(input)).rejects.toMatchObject({
      kind: 'permission_missing',
      missing: ['threads_basic'],
      platformMessage: expect.stringContaining('tester'),
    })
  },
)

test('a probe refused with 100/10 is not granted', async () => {
  const { setup } = script({
    'GET /v1.0/debug_token': permissionError,
    'GET /v1.0/me/threads_publishing_limit?fields=quota_usage': '{"data":[{"quota_usage":4}]}',
    'GET /v1.0/me/replies': notTester,
    'GET /v1.0/me/threads_publishing_limit?fields=reply_quota_usage': notTester,
    'GET /v1.0/me/threads_insights': notTester,
  })
  const { accounts } = await createThreads(setup).connect.finish(input)
  expect(accounts[0]?.granted).toEqual([
    'threads_basic',
    'threads_content_publish',
    'threads_delete',
  ])
})

test('permissions are probed one by one, except to delete, if the token does not report them', async () => {
  const { setup } = script({
    'GET /v1.0/debug_token': permissionError,
    'GET /v1.0/me/threads_publishing_limit?fields=quota_usage': '{"data":[{"quota_usage":4}]}',
    'GET /v1.0/me/replies': permissionError,
    'GET /v1.0/me/threads_publishing_limit?fields=reply_quota_usage': permissionError,
    'GET /v1.0/me/threads_insights': '{"data":[]}',
  })
  const { accounts } = await createThreads(setup).connect.finish(input)
  expect(accounts[0]).toMatchObject({
    granted: [
      'threads_basic',
      'threads_content_publish',
      'threads_manage_insights',
      'threads_delete',
    ],
    missing: ['threads_read_replies', 'threads_manage_replies'],
  })
})

test('a probe that fails for another reason throws', async () => {
  const { setup } = script({
    'GET /v1.0/debug_token': permissionError,
    'GET /v1.0/me/threads_publishing_limit': { status: 500, text: '' },
  })
  await expect(createThreads(setup).connect.finish(input)).rejects.toMatchObject({
    kind: 'unavailable',
  })
})
