import { expect, test } from 'vitest'
import type { PlatformRequest } from '../contract/platform.ts'
import { graphFailure } from './graph-errors.ts'

const request: PlatformRequest = {
  method: 'GET',
  url: new URL('https://graph.example/v25.0/me?access_token=EAAGsecretsecret'),
}

function failure(status: number, body: unknown, headers = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return graphFailure(request, { status, headers, text })
}

function graph(code: number, subcode?: number, more = {}) {
  return { error: { message: 'm', type: 'OAuthException', code, error_subcode: subcode, ...more } }
}

test.each([
  [190, 458, 'disconnected', null],
  [190, 459, 'access_expired', 'checkpoint_required'],
  [190, 460, 'access_expired', 'password_changed'],
  [190, 463, 'access_expired', 'token_expired'],
  [190, 464, 'access_expired', 'checkpoint_required'],
  [190, 467, 'access_expired', 'token_revoked'],
  [190, 492, 'access_expired', 'permission_revoked'],
  [190, 493, 'access_expired', 'token_expired'],
  [190, undefined, 'access_expired', 'token_revoked'],
  [190, 0, 'access_expired', 'token_expired'],
  [190, 1_363_033, 'access_expired', 'token_revoked'],
  [102, undefined, 'access_expired', 'token_expired'],
  [10, undefined, 'permission_missing', null],
  [200, undefined, 'permission_missing', null],
  [299, undefined, 'permission_missing', null],
  [4, undefined, 'rate_limited', null],
  [17, undefined, 'rate_limited', null],
  [32, undefined, 'rate_limited', null],
  [613, undefined, 'rate_limited', null],
  [80_001, undefined, 'rate_limited', null],
  [80_002, undefined, 'rate_limited', null],
  [9, 2_207_042, 'rate_limited', 'daily_quota'],
  [4, 2_207_051, 'rejected', 'content_rejected'],
  [4, 4_279_013, 'rejected', 'content_rejected'],
  [1, undefined, 'unavailable', null],
  [2, undefined, 'unavailable', null],
  [-1, undefined, 'unavailable', null],
  [-1, 2_207_032, 'unavailable', null],
  [-2, 2_207_020, 'not_ready', null],
  [-2, 2_207_003, 'unavailable', null],
  [1, 2_207_052, 'rejected', 'media_unreachable'],
  [1, 2_207_057, 'rejected', 'content_invalid'],
  [24, 4_279_009, 'not_ready', null],
  [24, 2_207_006, 'not_ready', null],
  [24, 2_207_008, 'not_ready', null],
  [9_007, 2_207_027, 'not_ready', null],
  [100, undefined, 'rejected', 'content_invalid'],
  [100, 10, 'permission_missing', null],
  [100, 4_279_004, 'rejected', 'content_invalid'],
  [-1, 4_279_047, 'rejected', 'content_invalid'],
  [100, 33, 'rejected', null],
  [100, 2_207_023, 'rejected', 'media_invalid'],
  [100, 2_207_028, 'rejected', 'content_invalid'],
  [368, undefined, 'rejected', 'content_rejected'],
  [506, undefined, 'rejected', 'duplicate'],
  [352, 2_207_026, 'rejected', 'media_invalid'],
  [9_004, 2_207_052, 'rejected', 'media_unreachable'],
  [36_000, 2_207_004, 'rejected', 'media_invalid'],
  [36_001, 2_207_005, 'rejected', 'media_invalid'],
  [36_003, 2_207_009, 'rejected', 'media_invalid'],
  [36_004, 2_207_010, 'rejected', 'content_invalid'],
  [999_999, undefined, 'rejected', null],
])('Graph error %s/%s is %s', (code, subcode, kind, reason) => {
  const err = failure(400, graph(code, subcode))
  expect(err).toMatchObject({ kind, reason })
  expect(err?.platformCode).toBe(subcode === undefined ? `${code}` : `${code}/${subcode}`)
})

test('the code decides, not the message', () => {
  const body = graph(100, undefined, { message: 'Error validating access token 190 (#10)' })
  expect(failure(400, body)?.kind).toBe('rejected')
})

test('a rate limit marked transient is rate_limited', () => {
  expect(failure(400, graph(4, undefined, { is_transient: true }))?.kind).toBe('rate_limited')
})

test('an error marked transient is unavailable', () => {
  expect(failure(400, graph(100, undefined, { is_transient: true }))?.kind).toBe('unavailable')
})

test('code 100 with HTTP 500 is a refusal, another code is a failure of the platform', () => {
  expect(failure(500, graph(100))).toMatchObject({ kind: 'rejected', reason: 'content_invalid' })
  expect(failure(500, graph(10))?.kind).toBe('permission_missing')
  expect(failure(500, graph(100, undefined, { is_transient: true }))?.kind).toBe('unavailable')
  expect(failure(500, graph(999))?.kind).toBe('unavailable')
})

test('a link without a card is refused in the words for people', () => {
  const error_user_msg = 'The link attachment is not valid.'
  const err = failure(400, graph(-1, 4_279_047, { message: 'Fatal', error_user_msg }))
  expect(err?.platformMessage).toBe(error_user_msg)
})

test('a rate limit has the wait time of the header', () => {
  const entry = { type: 'instagram', call_count: 100, estimated_time_to_regain_access: 19 }
  const headers = { 'x-business-use-case-usage': JSON.stringify({ 17841: [entry] }) }
  expect(failure(400, graph(80_002), headers)?.retryAfterSeconds).toBe(1140)
  expect(failure(400, graph(80_002))?.retryAfterSeconds).toBeNull()
  expect(
    failure(400, graph(4), { 'x-business-use-case-usage': '{broken' })?.retryAfterSeconds,
  ).toBeNull()
})

test('the code exchange has its own error shape', () => {
  const text = 'Matching code was not found or was already used'
  const body = { error_type: 'OAuthException', code: 400, error_message: text }
  expect(failure(400, body)).toMatchObject({
    kind: 'rejected',
    platformCode: '400',
    platformMessage: text,
  })
  expect(failure(200, body)?.kind).toBe('rejected')
})

test.each([
  [500, '<html>Sorry, something went wrong.</html>', 'unavailable'],
  [502, '', 'unavailable'],
  [302, '', 'unavailable'],
  [429, 'slow down', 'rate_limited'],
  [400, 'no', 'rejected'],
])('HTTP %s without a code is classified by its status', (status, text, kind) => {
  expect(failure(status, text)).toMatchObject({ kind, platformCode: `http_${status}` })
})

test('an error with HTTP 200 is an error, a success is null', () => {
  expect(failure(200, graph(190, 463))?.kind).toBe('access_expired')
  expect(failure(200, { data: [] })).toBeNull()
})

test('a token quoted by the platform is hidden', () => {
  const message = 'Malformed access token EAAGsecretsecret and IGAAanotherone1 TH|12345|abcdefghij'
  const err = failure(400, graph(190, undefined, { message }))
  expect(err?.platformMessage).toBe('Malformed access token [hidden] and [hidden] [hidden]')
  expect(JSON.stringify(err)).not.toContain('secretsecret')
})
