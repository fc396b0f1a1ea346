import { expect, test } from 'vitest'
import { blobCid, recordCid } from '../src/bluesky/encoding.ts'
import { sha256, thumbprint } from '../src/bluesky/jwt.ts'
import { graphemes, string } from '../src/bluesky/schema.ts'
import { allowsBlob, allowsRepo, allowsRpc } from '../src/bluesky/scopes.ts'
import { encodeTid, isTid, tid } from '../src/bluesky/tid.ts'

test('the check values of RFC 7636, 9449 and 7638 are reproduced', () => {
  expect(sha256('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  )
  expect(sha256('Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU')).toBe(
    'fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo',
  )
  const x = 'l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs'
  const y = '9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA'
  expect(thumbprint({ kty: 'EC', crv: 'P-256', x, y })).toBe(
    '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I',
  )
})

test('a TID has the documented value for its time and clock id', () => {
  expect(encodeTid(1764000000000000n, 0)).toBe('3m6f72q6k2222')
  expect(encodeTid(1764000000000000n, 1023)).toBe('3m6f72q6k22zz')
  expect(encodeTid(0n, 0)).toBe('2222222222222')
  expect(isTid(tid(Date.now()))).toBe(true)
})

test.each([
  ['3jzfcijpj2z2a', true],
  ['7777777777777', true],
  ['0000000000000', false],
  ['zzzzzzzzzzzzz', false],
  ['222222222222', false],
  ['22222222222222', false],
])('%s is a TID: %s', (text, expected) => {
  expect(isTid(text)).toBe(expected)
})

test('the same record in another order of members has the same cid, another record another one', () => {
  const first = recordCid({ text: 'a', reply: { root: { uri: 'u', cid: 'c' } } })
  expect(recordCid({ reply: { root: { cid: 'c', uri: 'u' } }, text: 'a' })).toBe(first)
  expect(recordCid({ text: 'b', reply: { root: { cid: 'c', uri: 'u' } } })).not.toBe(first)
  expect(first).toMatch(/^bafyrei[a-z2-7]{52}$/)
})

test('the cid of a blob is the one that IPFS gives the bytes', () => {
  // The cid of the empty raw block, as published in the multiformats documents.
  expect(blobCid(new Uint8Array())).toBe(
    'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
  )
})

test.each([
  ['👨‍👩‍👧‍👦', 1, 25],
  ['🇩🇪', 1, 8],
  ['e\u0301', 1, 3],
  ['\r\n', 1, 2],
])('%j counts as %i grapheme and %i bytes', (text, count, bytes) => {
  expect(graphemes(text)).toBe(count)
  expect(string({ bytes })(text, '$')).toBeNull()
  expect(string({ bytes: bytes - 1 })(text, '$')).toContain(`got ${bytes}`)
})

test('a repo scope without an action covers all of them, one with actions only these', () => {
  const post = 'app.bsky.feed.post'
  expect(allowsRepo([`repo:${post}`], post, 'delete')).toBe(true)
  expect(allowsRepo([`repo:${post}?action=create`], post, 'update')).toBe(false)
  const split = [`repo:${post}?action=create`, `repo:${post}?action=update&action=delete`]
  expect(allowsRepo(split, post, 'update')).toBe(true)
  expect(allowsRepo(['repo:*'], post, 'delete')).toBe(true)
  expect(allowsRepo(['repo:app.bsky.feed.threadgate'], post, 'create')).toBe(false)
  expect(allowsRepo(['transition:generic'], post, 'create')).toBe(true)
})

test('a blob scope covers its mime types', () => {
  expect(allowsBlob(['blob:*/*'], 'video/mp4')).toBe(true)
  expect(allowsBlob(['blob:image/*'], 'image/png')).toBe(true)
  expect(allowsBlob(['blob:image/*'], 'video/mp4')).toBe(false)
})

test('an rpc scope covers its method at its audience', () => {
  const method = 'app.bsky.feed.getPosts'
  const audience = 'did:web:api.bsky.app#bsky_appview'
  expect(allowsRpc([`rpc:${method}?aud=*`], method, audience)).toBe(true)
  const named = `rpc:${method}?aud=${encodeURIComponent(audience)}`
  expect(allowsRpc([named], method, audience)).toBe(true)
  expect(allowsRpc([named], method, 'did:web:other.example')).toBe(false)
  expect(allowsRpc([`rpc:${method}?aud=*`], 'app.bsky.feed.getPostThread', audience)).toBe(false)
})
