import { signWebhook } from '@postern/sdk/webhooks'
import { expect, test } from 'vitest'
import { isSigned } from '../nodes/PosternTrigger/signature.ts'

const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY'
const now = new Date('2026-11-21T09:00:00.000Z')
const body = Buffer.from('{"id":"1","type":"webhook.test","data":{"message":"Grüße 👋"}}')
const t = now.getTime() / 1_000

async function headerAt(signedAt: Date): Promise<string> {
  return await signWebhook({ secret, body: new Uint8Array(body), now: signedAt })
}

test('a signature of the SDK is valid', async () => {
  expect(isSigned(await headerAt(now), body, secret, now)).toBe(true)
})

test('the second signature of a rotation is valid', async () => {
  const [time, signature] = (await headerAt(now)).split(',')
  const header = `${time},v1=${'0'.repeat(64)},${signature}`
  expect(isSigned(header, body, secret, now)).toBe(true)
})

test.each([
  [300, true],
  [-300, true],
  [301, false],
  [-301, false],
])('a signature that is %d seconds old → %s', async (seconds, expected) => {
  const header = await headerAt(new Date(now.getTime() - seconds * 1_000))
  expect(isSigned(header, body, secret, now)).toBe(expected)
})

test('a changed body or another secret is refused', async () => {
  const header = await headerAt(now)
  expect(isSigned(header, Buffer.from('{}'), secret, now)).toBe(false)
  expect(isSigned(header, body, `${secret}x`, now)).toBe(false)
})

test.each([
  '',
  `t=${t}`,
  `v1=${'0'.repeat(64)}`,
  `t=${t},v1=`,
  `t=${t},v1=00`,
  `t=${t},v1=${'zz'.repeat(32)}`,
  `t=${t},t=${t},v1=${'0'.repeat(64)}`,
  't=NaN,v1=00',
])('the header %j is refused', (header) => {
  expect(isSigned(header, body, secret, now)).toBe(false)
})
