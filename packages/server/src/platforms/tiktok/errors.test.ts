import { expect, test } from 'vitest'
import type { PlatformRequest } from '../contract/platform.ts'
import { tiktokFailure } from './errors.ts'

const request: PlatformRequest = {
  method: 'POST',
  url: new URL('https://open.example/v2/oauth/token/'),
  form: { client_secret: 'quite-secret', code: 'BELY*0!6410', refresh_token: 'rft.example12345' },
}

function failure(status: number, body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return tiktokFailure(request, { status, headers: {}, text })
}

test.each([
  [401, 'access_token_invalid', 'access_expired'],
  [401, 'scope_not_authorized', 'permission_missing'],
  [400, 'scope_permission_missed', 'permission_missing'],
  [429, 'rate_limit_exceeded', 'rate_limited'],
  [400, 'invalid_params', 'rejected'],
  [400, 'invalid_param', 'rejected'],
  [200, 'spam_risk_too_many_posts', 'rate_limited'],
  [200, 'spam_risk_user_banned_from_posting', 'rejected'],
  [403, 'reached_active_user_cap', 'rate_limited'],
  [403, 'unaudited_client_can_only_post_to_private_accounts', 'rejected'],
  [500, 'internal_error', 'unavailable'],
  [503, 'something_new', 'unavailable'],
  [400, 'constructor', 'rejected'],
])('HTTP %s with %s is %s', (status, code, kind) => {
  const err = failure(status, { data: {}, error: { code, message: 'm', log_id: '2022' } })
  expect(err).toMatchObject({ kind, platformCode: code })
})

test.each([
  [400, 'invalid_grant', 'rejected'],
  [200, 'invalid_request', 'rejected'],
  [401, 'invalid_client', 'rejected'],
  [200, 'server_error', 'unavailable'],
  [503, 'temporarily_unavailable', 'unavailable'],
])('the OAuth error of HTTP %s with %s is %s', (status, code, kind) => {
  const err = failure(status, { error: code, error_description: 'No.', log_id: '2022' })
  expect(err).toMatchObject({ kind, platformCode: code, platformMessage: 'No.' })
})

test('ok, an OAuth body and an empty body are successes', () => {
  expect(failure(200, { data: {}, error: { code: 'ok', message: '', log_id: '1' } })).toBeNull()
  expect(failure(200, { access_token: 'act.x', open_id: 'o' })).toBeNull()
  expect(failure(200, '')).toBeNull()
})

test('an error without a code is classified by its status', () => {
  expect(failure(500, '<html>')?.kind).toBe('unavailable')
  expect(failure(429, '')?.kind).toBe('rate_limited')
  expect(failure(404, '')?.kind).toBe('rejected')
})

test('request secrets and tokens are hidden', () => {
  const error_description = 'Bad code BELY*0!6410, quite-secret, rft.example12345, act.Other123456'
  const err = failure(400, { error: 'invalid_grant', error_description })
  expect(err?.platformMessage).toBe('Bad code [hidden], [hidden], [hidden], [hidden]')
})

test.each([
  [403, 'spam_risk_too_many_posts', 'daily_quota'],
  [200, 'reached_active_user_cap', 'daily_quota'],
  [403, 'spam_risk_user_banned_from_posting', 'content_rejected'],
  [403, 'privacy_level_option_mismatch', 'content_invalid'],
  [403, 'unaudited_client_can_only_post_to_private_accounts', 'content_invalid'],
  [403, 'url_ownership_unverified', 'media_unreachable'],
  [400, 'invalid_file_upload', 'media_invalid'],
  [400, 'invalid_param', 'content_invalid'],
  [400, 'invalid_params', 'content_invalid'],
  [429, 'rate_limit_exceeded', null],
  [400, 'invalid_publish_id', null],
])('HTTP %s with %s has the reason %s', (status, code, reason) => {
  expect(failure(status, { data: {}, error: { code, message: '' } })?.reason).toBe(reason)
})

test.each([
  ['The chunk size is invalid', 'request_invalid'],
  ['The total chunk count is invalid', 'request_invalid'],
  ['The title is too long', 'content_invalid'],
])('invalid_params with "%s" has the reason %s', (message, reason) => {
  const error = { code: 'invalid_params', message }
  expect(failure(400, { data: {}, error })).toMatchObject({ kind: 'rejected', reason })
})
