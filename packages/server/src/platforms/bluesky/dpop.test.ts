import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PlatformRequest, PlatformResponse } from '../contract/platform.ts'
import { createDpopCall, newPrivateKey, publicPart, sha256, thumbprint } from './dpop.ts'

const now = () => new Date('2026-11-21T09:00:00.000Z')
const key = newPrivateKey()
const url = new URL('https://pds.example.com/xrpc/com.atproto.repo.getRecord?repo=x')
const refusal = {
  status: 401,
  headers: { 'dpop-nonce': 'nonce-1' },
  text: '{"error":"use_dpop_nonce"}',
}
const ok = { status: 200, headers: { 'dpop-nonce': 'nonce-2' }, text: '{}' }

function answering(...responses: PlatformResponse[]) {
  const requests: PlatformRequest[] = []
  const call = async (request: PlatformRequest) => {
    requests.push(request)
    return responses[requests.length - 1] ?? ok
  }
  return { send: createDpopCall({ call, now }), requests }
}

function proofOf({ headers }: PlatformRequest) {
  const parts = headers!.dpop!.split('.')
  const [header, claims] = parts
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
  return { header, claims, data: parts.slice(0, 2).join('.'), signature: parts[2]! }
}

test('the hashes are those of the RFCs (bluesky.md §1.4)', () => {
  expect(sha256('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  )
  expect(sha256('Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU')).toBe(
    'fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo',
  )
  expect(
    thumbprint({
      kty: 'EC',
      crv: 'P-256',
      x: 'l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs',
      y: '9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA',
    }),
  ).toBe('0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I')
})

test('a request has a proof of its method and URL without query, signed in raw form', async () => {
  const { send, requests } = answering(ok)
  await send({ method: 'GET', url }, { key, access: 'token-1' })
  const { header, claims, data, signature } = proofOf(requests[0]!)
  expect(header).toEqual({ alg: 'ES256', typ: 'dpop+jwt', jwk: publicPart(key) })
  expect(claims).toEqual({
    htm: 'GET',
    htu: 'https://pds.example.com/xrpc/com.atproto.repo.getRecord',
    iat: 1_795_251_600,
    jti: expect.stringMatching(/^[\w-]{22}$/),
    ath: sha256('token-1'),
  })
  expect(requests[0]?.headers?.authorization).toBe('DPoP token-1')
  const publicKey = createPublicKey({ key: publicPart(key), format: 'jwk' })
  const bytes = Buffer.from(signature, 'base64url')
  expect(bytes).toHaveLength(64)
  expect(
    verify('sha256', Buffer.from(data), { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes),
  ).toBe(true)
})

test('a request refused for its nonce is sent once more with the nonce and another id', async () => {
  const { send, requests } = answering(refusal, ok)
  expect(await send({ method: 'GET', url }, { key })).toBe(ok)
  const [first, second] = requests.map((request) => proofOf(request).claims)
  expect(second).toMatchObject({ nonce: 'nonce-1' })
  expect(second.jti).not.toBe(first.jti)
})

test('a request is sent twice at most', async () => {
  const { send, requests } = answering(refusal, refusal, ok)
  expect(await send({ method: 'GET', url }, { key })).toBe(refusal)
  expect(requests).toHaveLength(2)
})

test('the newest nonce is kept per origin', async () => {
  const { send, requests } = answering()
  await send({ method: 'GET', url }, { key })
  await send({ method: 'GET', url }, { key })
  await send({ method: 'GET', url: new URL('https://issuer.example.com/oauth/par') }, { key })
  const nonces = requests.map((request) => proofOf(request).claims.nonce)
  expect(nonces).toEqual([undefined, 'nonce-2', undefined])
})
