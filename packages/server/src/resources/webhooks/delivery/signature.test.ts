import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { newWebhookSecret, signatureHeader } from './signature.ts'

/**
 * The published test vector (docs/webhooks.md quotes it). To check it without Postern's code:
 * printf '%s' '1795251600.{"id":"018f…"}' | openssl dgst -sha256 -hmac 'whsec_…'
 */
const vector = {
  secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY',
  at: new Date('2026-11-21T09:00:00.750Z'),
  body: '{"id":"0193e0a0-0000-7000-8000-000000000001","type":"webhook.test","created_at":"2026-11-21T09:00:00.000Z","profile_id":"prof_01k4wz7tq8e1n9mdh2y6c3vbfa","profile_external_id":"client-42","data":{"webhook_id":"whk_01k4wz7tq8e1n9mdh2y6c3vbfb","message":"Grüße 👋"}}',
  header: 't=1795251600,v1=74a5694d1dcc10f43cbe61099f19d16eb08579bedeca5139078d298a88c0c352',
}

test('the published test vector is reproduced', () => {
  expect(signatureHeader([vector.secret], Buffer.from(vector.body), vector.at)).toBe(vector.header)
})

test('during a rotation both secrets sign, the new one first', () => {
  const secrets = [newWebhookSecret(), vector.secret]
  const header = signatureHeader(secrets, Buffer.from(vector.body), vector.at)
  expect(header).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
  expect(header.endsWith(vector.header.split(',')[1]!)).toBe(true)
})

test('a key object signs like the secret it was made of', () => {
  const key = createSecretKey(Buffer.from(vector.secret, 'utf8'))
  expect(signatureHeader([key], Buffer.from(vector.body), vector.at)).toBe(vector.header)
})

test('the signature covers the raw bytes and the time', () => {
  const sign = (body: string, at: Date) => signatureHeader([vector.secret], Buffer.from(body), at)
  expect(sign(`${vector.body} `, vector.at)).not.toBe(vector.header)
  const later = new Date(vector.at.getTime() + 1_000)
  expect(sign(vector.body, later).split(',')[1]).not.toBe(vector.header.split(',')[1])
})

test('a secret is whsec_ and 32 random bytes in base64url', () => {
  const secrets = Array.from({ length: 50 }, newWebhookSecret)
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/)
    expect(Buffer.from(secret.slice(6), 'base64url')).toHaveLength(32)
  }
  expect(new Set(secrets).size).toBe(50)
})
