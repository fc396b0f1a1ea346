import { expect, test } from 'vitest'
import { wordpressFailure } from './errors.ts'

const url = new URL('https://bakery.example/wp-json/wp/v2/posts')
const request = {
  method: 'POST',
  url,
  headers: { authorization: 'Basic c2VjcmV0LXRleHQ=' },
} as const
const failureOf = (status: number, text: string, headers: Record<string, string> = {}) =>
  wordpressFailure(request, { status, headers, text })
const body = (code: string, more: object = {}) => JSON.stringify({ code, message: 'M', ...more })
const page = '<!doctype html><h1>Sorry</h1>'

test.each([
  [401, body('rest_not_logged_in'), 'disconnected', null],
  [401, body('rest_cannot_create'), 'disconnected', null],
  [401, body('incorrect_password'), 'disconnected', null],
  [403, body('rest_cannot_create'), 'permission_missing', null],
  [403, body('rest_forbidden_context'), 'permission_missing', null],
  [403, body('rest_comment_closed'), 'rejected', null],
  [400, body('rest_invalid_param'), 'rejected', 'content_invalid'],
  [404, body('rest_post_invalid_id'), 'rejected', null],
  [404, body('rest_no_route'), 'unavailable', null],
  [404, page, 'unavailable', null],
  [403, page, 'unavailable', null],
  [406, page, 'unavailable', null],
  [413, page, 'rejected', null],
  [429, page, 'rate_limited', null],
  [500, body('db_insert_error'), 'rejected', 'content_invalid'],
  [500, body('rest_upload_sideload_error'), 'rejected', 'media_invalid'],
  [500, body('internal_server_error'), 'unavailable', null],
  [503, page, 'unavailable', null],
  [302, '', 'unavailable', null],
])('%s %s is %s', (status, text, kind, reason) => {
  expect(failureOf(status, text)).toMatchObject({ kind, reason })
})

test('a parameter that needs a login ends the access', () => {
  const details = { status: { code: 'rest_forbidden_status', data: { status: 401 } } }
  const text = body('rest_invalid_param', { data: { status: 400, details } })
  expect(failureOf(400, text)).toMatchObject({ kind: 'disconnected' })
})

test('too many comments wait 15 seconds, too many calls as long as the host says', () => {
  expect(failureOf(400, body('comment_flood'))).toMatchObject({
    kind: 'rate_limited',
    retryAfterSeconds: 15,
  })
  expect(failureOf(429, page, { 'retry-after': '30' })).toMatchObject({ retryAfterSeconds: 30 })
  expect(failureOf(429, page, { 'retry-after': '999999' })?.retryAfterSeconds).toBe(3_600)
})

test('a message that quotes the password is scrubbed', () => {
  const text = JSON.stringify({ code: 'x', message: 'Bad c2VjcmV0LXRleHQ= or password=abcdEFGH' })
  expect(failureOf(400, text)?.platformMessage).toBe('Bad [hidden] or password=[hidden]')
})

test('success has no failure', () => {
  expect(failureOf(201, '{}')).toBeNull()
})
