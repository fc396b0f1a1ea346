import { expect, test } from 'vitest'
import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import { parseJson, parseWebUrl, platformId, readShape } from './json.ts'

test.each([
  ['https://www.threads.net/@kim/post/C8x?a=1#b', 'https://www.threads.net/@kim/post/C8x?a=1#b'],
  ['http://127.0.0.1:4100/p/1', 'http://127.0.0.1:4100/p/1'],
  ['https://a.example/@"><img src=x>', 'https://a.example/@%22%3E%3Cimg%20src=x%3E'],
  ['javascript:alert(1)', null],
  [' java\nscript:alert(1)', null],
  ['data:text/html,<script>', null],
  ['//a.example/p', null],
  ['/p/1', null],
  ['', null],
  [null, null],
])('the URL %j becomes %j', (text, url) => {
  expect(parseWebUrl(text)).toBe(url)
})

test('an id beyond 2^53 keeps its last digit', () => {
  const body = parseJson('{"access_token":"THQVJ...","user_id":17841405793187219}')
  expect(body).toEqual({ access_token: 'THQVJ...', user_id: '17841405793187219' })
  expect(z.object({ user_id: platformId }).parse(body).user_id).toBe('17841405793187219')
})

test('int64 numbers in a list keep their digits', () => {
  const body = parseJson(
    '{"publicaly_available_post_id":[7404040404040404041,-7404040404040404041]}',
  )
  expect(body).toEqual({
    publicaly_available_post_id: ['7404040404040404041', '-7404040404040404041'],
  })
})

test('ordinary numbers stay numbers', () => {
  expect(parseJson('{"a":1,"b":5183944,"c":1.5,"d":1e3,"e":"17841405793187219"}')).toEqual({
    a: 1,
    b: 5_183_944,
    c: 1.5,
    d: 1000,
    e: '17841405793187219',
  })
})

test('a text loses U+0000 and lone surrogates', () => {
  const body = parseJson('{"name":"a\\u0000b","text":"half \\ud83d","whole":"\\ud83c\\udf88"}')
  expect(body).toEqual({ name: 'ab', text: 'half \ufffd', whole: '🎈' })
})

test('only integers become strings, whatever texts are around them', () => {
  const body = parseJson(
    String.raw`{"a":"\\","17841405793187219":17841405793187219,"b":"\",17841405793187219,\u0000","c":0.17841405793187219,"d":1e17,"e":1000000000000000}`,
  )
  expect(body).toEqual({
    a: '\\',
    '17841405793187219': '17841405793187219',
    b: '",17841405793187219,',
    c: Number('0.17841405793187219'),
    d: 1e17,
    e: 1e15,
  })
})

test.each([
  [500, true],
  [501, false],
])('lists nested %i deep → read: %s', (depth, isRead) => {
  expect(parseJson('['.repeat(depth) + ']'.repeat(depth)) !== undefined).toBe(isRead)
  const inTexts = JSON.stringify(['[{'.repeat(500), { a: '}]'.repeat(500) }])
  expect(parseJson(inTexts)).toEqual(JSON.parse(inTexts))
})

test('a long integer after a text without an end is found in time that grows with the length', () => {
  const startedAt = performance.now()
  expect(parseJson(`1234567890123456789 "${String.raw`\"`.repeat(200_000)}`)).toBeUndefined()
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})

test('an id is a string, whether sent as a string or a number', () => {
  expect(platformId.parse('1020')).toBe('1020')
  expect(platformId.parse(1020)).toBe('1020')
  expect(platformId.safeParse('').success).toBe(false)
  expect(platformId.safeParse(1.5).success).toBe(false)
})

test('invalid JSON returns undefined instead of an error that quotes it', () => {
  expect(parseJson('<html>THQVsecret</html>')).toBeUndefined()
  expect(parseJson('')).toBeUndefined()
})

test('an unexpected response names its fields, not their values', () => {
  const shape = z.object({ access_token: z.string(), expires_in: z.number() })
  const read = () => readShape(shape, { access_token: 'THQVsecret', expires_in: 'IGAAsecret' })
  expect(read).toThrow(PlatformError)
  try {
    read()
  } catch (err) {
    expect(err).toMatchObject({ kind: 'unavailable', platformMessage: null })
    expect(String((err as Error).cause)).toBe('Error: unexpected response at: expires_in')
  }
})
