import { expect, test } from 'vitest'
import {
  type Answer,
  type Client,
  login,
  newKey,
  openBluesky,
  type ProofChanges,
  proof,
  read,
  type Session,
  send,
  sendWithNonce,
} from './bluesky-client.ts'
import { serverFetch } from './server-fetch.ts'

const METHOD = 'com.atproto.server.getSession'

async function open(): Promise<{ client: Client; session: Session; address: string }> {
  const client = await openBluesky()
  const session = await login(client)
  return { client, session, address: `${client.origin('pds')}/xrpc/${METHOD}` }
}

/** A call with the PDS's nonce and a changed proof. */
async function withProof(changes: ProofChanges): Promise<Answer> {
  const { session, address } = await open()
  const { key, access: token } = session
  const nonce = (await send(address, { key, token })).headers.get('dpop-nonce')
  return send(address, { key, token, nonce, proof: changes })
}

test('the first contact with an issuer is refused with 400 use_dpop_nonce', async () => {
  const client = await openBluesky()
  const answer = await send(`${client.origin('entryway')}/oauth/par`, { form: {} })
  expect([answer.status, answer.body]).toEqual([
    400,
    {
      error: 'use_dpop_nonce',
      error_description: 'Authorization server requires nonce in DPoP proof',
    },
  ])
  expect(answer.headers.get('dpop-nonce')).toMatch(/^[\w-]{43}$/)
})

test('the first contact with a PDS is refused with 401 use_dpop_nonce', async () => {
  const { session, address } = await open()
  const answer = await send(address, { key: session.key, token: session.access })
  expect([answer.status, answer.body.error]).toEqual([401, 'use_dpop_nonce'])
  expect(answer.headers.get('www-authenticate')).toContain('DPoP algs="ES256", error="use_dpop')
  expect(answer.headers.get('dpop-nonce')).toMatch(/^[\w-]{43}$/)
})

test('the nonce of the issuer is not accepted by the PDS', async () => {
  const { client, session, address } = await open()
  const par = await send(`${client.origin('entryway')}/oauth/par`, { form: {} })
  const nonce = par.headers.get('dpop-nonce')
  const answer = await send(address, { key: session.key, token: session.access, nonce })
  expect(answer.body.error).toBe('use_dpop_nonce')
})

test('a nonce works for another minute after a newer one was given, and not after three', async () => {
  const { client, session, address } = await open()
  const { key, access: token } = session
  const nonce = (await send(address, { key, token })).headers.get('dpop-nonce')
  await client.advance(60)
  const later = await send(address, { key, token, nonce })
  expect(later.status).toBe(200)
  expect(later.headers.get('dpop-nonce')).not.toBe(nonce)
  await client.advance(120)
  expect((await send(address, { key, token, nonce })).body.error).toBe('use_dpop_nonce')
})

test.each<[string, ProofChanges, string]>([
  ['a signature in DER form', { der: true }, 'signature verification failed'],
  ['another method', { claims: { htm: 'POST' } }, 'DPoP "htm" mismatch'],
  ['another address', { claims: { htu: 'http://pds.localhost/xrpc/x' } }, 'DPoP "htu" mismatch'],
  ['the type JWT', { header: { typ: 'JWT' } }, 'unexpected "typ" JWT header value'],
  ['a private key in the header', { header: { jwk: { kty: 'EC' } } }, '"jwk" must be'],
  ['no jti', { claims: { jti: '' } }, 'DPoP "jti" missing'],
  ['another token hash', { claims: { ath: 'x' } }, 'DPoP "ath" mismatch'],
  ['no token hash', { claims: { ath: undefined } }, 'DPoP "ath" mismatch'],
  ['a time of an hour ago', { claims: { iat: Date.now() / 1000 - 3600 } }, 'too far in the past'],
  ['a time in an hour', { claims: { iat: Date.now() / 1000 + 3600 } }, 'it should be in the past'],
])('a proof with %s is refused', async (_what, changes, message) => {
  const { status, body } = await withProof(changes)
  expect([status, body.error]).toEqual([401, 'invalid_dpop_proof'])
  expect(body.message).toContain(message)
})

test('a proof whose address has a query is refused', async () => {
  const { session, address } = await open()
  const { key, access: token } = session
  const nonce = (await send(address, { key, token })).headers.get('dpop-nonce')
  const wrong = { claims: { htu: `${address}?a=1` } }
  const refused = await send(`${address}?a=1`, { key, token, nonce, proof: wrong })
  expect(refused.body.message).toBe('DPoP "htu" mismatch')
  expect((await send(`${address}?a=1`, { key, token, nonce })).status).toBe(200)
})

test('a proof that is sent twice is refused the second time', async () => {
  const { session, address } = await open()
  const { key, access: token } = session
  const nonce = (await send(address, { key, token })).headers.get('dpop-nonce')
  const changes = { claims: { jti: 'the-same' } }
  expect((await send(address, { key, token, nonce, proof: changes })).status).toBe(200)
  const again = await send(address, { key, token, nonce, proof: changes })
  expect(again.body).toEqual({ error: 'invalid_dpop_proof', message: 'DPoP proof replayed' })
})

test('a valid proof of another key is refused', async () => {
  const { session, address } = await open()
  const stolen = await sendWithNonce(address, { key: newKey(), token: session.access })
  expect([stolen.status, stolen.body]).toEqual([
    401,
    { error: 'invalid_token', message: 'Invalid DPoP key binding' },
  ])
})

test('a token is refused as Bearer, without a proof, and at another server', async () => {
  const { client, session, address } = await open()
  const bearer = await serverFetch(address, {
    headers: { authorization: `Bearer ${session.access}` },
  })
  expect((await read(bearer)).body.error).toBe('InvalidToken')
  const bare = await serverFetch(address, { headers: { authorization: `DPoP ${session.access}` } })
  expect((await read(bare)).body).toEqual({
    error: 'invalid_dpop_proof',
    message: 'DPoP proof required',
  })
  const elsewhere = `${client.origin('otherpds')}/xrpc/${METHOD}`
  const other = await sendWithNonce(elsewhere, { key: session.key, token: session.access })
  expect([other.status, other.body.error]).toEqual([401, 'invalid_token'])
})

test('a call without a token returns 401 AuthMissing', async () => {
  const { address } = await open()
  const answer = await read(await serverFetch(address))
  expect([answer.status, answer.body.error]).toEqual([401, 'AuthMissing'])
})

test('proofs are compared with the time without the clock’s shift', async () => {
  const { client, session, address } = await open()
  await client.advance(1800)
  expect((await sendWithNonce(address, { key: session.key, token: session.access })).status).toBe(
    200,
  )
})

test('an app whose clock is off is refused', async () => {
  const { client, session, address } = await open()
  await client.settings({ bluesky_clock_skew_seconds: 600 })
  const answer = await send(address, { key: session.key, token: session.access })
  expect([answer.status, answer.body.error]).toEqual([401, 'invalid_dpop_proof'])
  expect(answer.body.message).toContain('"iat" claim timestamp check failed')
})

test('a proof with a token hash is refused where no token is sent', async () => {
  const client = await openBluesky()
  const address = `${client.origin('entryway')}/oauth/par`
  const nonce = (await send(address, { form: {} })).headers.get('dpop-nonce')
  const key = newKey()
  const text = proof(key, { htm: 'POST', htu: address, nonce, ath: 'x' })
  const answer = await read(await serverFetch(address, { method: 'POST', headers: { dpop: text } }))
  expect([answer.status, answer.body.error]).toEqual([401, 'invalid_dpop_proof'])
})
