import { expect, test } from 'vitest'
import { scriptedSetup } from '../../../test/platforms/scripted.ts'
import { createTiktok } from './index.ts'

const input = { code: 'BELY*0!6410', redirectUri: 'https://you/cb/', iss: null, kept: null }

function tokens(scope: string) {
  return `{"access_token":"act.example12345","expires_in":86400,"open_id":"afd97af1-b87b","refresh_expires_in":31536000,"refresh_token":"rft.example12345","scope":"${scope}","token_type":"Bearer"}`
}

function user(more = {}) {
  const user = { open_id: 'afd97af1-b87b', display_name: 'Tik Toker', ...more }
  return JSON.stringify({ data: { user }, error: { code: 'ok', message: '', log_id: '1' } })
}

test('only fields of granted permissions are requested', async () => {
  const { setup, requests } = scriptedSetup({
    'POST /v2/oauth/token/': tokens('user.info.basic,video.publish'),
    'GET /v2/user/info/': user(),
  })
  const grant = await createTiktok(setup).connect.finish(input)
  expect(requests[1]?.url.searchParams.get('fields')).toBe('open_id,avatar_url,display_name')
  expect(grant.accounts[0]).toMatchObject({
    platformAccountId: 'afd97af1-b87b',
    username: 'Tik Toker',
    profileUrl: null,
    granted: ['user.info.basic', 'video.publish'],
    missing: ['user.info.profile', 'user.info.stats', 'video.list'],
    tokens: {
      access: 'act.example12345',
      refresh: 'rft.example12345',
      accessExpiresAt: '2026-11-22T09:00:00.000Z',
      refreshExpiresAt: '2027-11-21T09:00:00.000Z',
    },
  })
})

test('with the profile permission the account has its handle', async () => {
  const { setup, requests } = scriptedSetup({
    'POST /v2/oauth/token/': tokens('user.info.basic,user.info.profile,video.publish'),
    'GET /v2/user/info/': user({ username: 'tiktoker' }),
  })
  const { accounts } = await createTiktok(setup).connect.finish(input)
  expect(requests[1]?.url.searchParams.get('fields')).toBe(
    'open_id,avatar_url,display_name,username',
  )
  expect(accounts[0]).toMatchObject({
    username: 'tiktoker',
    profileUrl: 'https://www.platform.example/@tiktoker',
  })
})

test.each([
  ['a success without a body', 200],
  ['a failure', 500],
])('a missing required permission revokes the access (%s)', async (_name, status) => {
  const { setup, requests } = scriptedSetup({
    'POST /v2/oauth/token/': tokens('user.info.basic,video.list'),
    'POST /v2/oauth/revoke/': { status, text: '' },
  })
  await expect(createTiktok(setup).connect.finish(input)).rejects.toMatchObject({
    kind: 'permission_missing',
    platformMessage: 'Not granted: video.publish',
  })
  expect(requests[1]?.form).toEqual({
    client_key: 'app-id',
    client_secret: 'app-secret-text',
    token: 'act.example12345',
  })
})

test('an error with HTTP 200 throws', async () => {
  const { setup } = scriptedSetup({
    'POST /v2/oauth/token/':
      '{"error":"invalid_request","error_description":"Redirect_uri is not matched with the uri when requesting code.","log_id":"2022"}',
  })
  await expect(createTiktok(setup).connect.finish(input)).rejects.toMatchObject({
    kind: 'rejected',
    platformCode: 'invalid_request',
  })
})
