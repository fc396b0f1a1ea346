import { expect, test } from 'vitest'
import { signWebhook, verifyWebhook, WebhookError } from './webhooks.ts'

/** The published test vector; see docs/webhooks.md. */
const vector = {
  secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY',
  now: new Date('2026-11-21T09:00:00.750Z'),
  body: '{"id":"0193e0a0-0000-7000-8000-000000000001","type":"webhook.test","created_at":"2026-11-21T09:00:00.000Z","profile_id":"prof_01k4wz7tq8e1n9mdh2y6c3vbfa","profile_external_id":"client-42","data":{"webhook_id":"whk_01k4wz7tq8e1n9mdh2y6c3vbfb","message":"Grüße 👋"}}',
  signature: 't=1795251600,v1=74a5694d1dcc10f43cbe61099f19d16eb08579bedeca5139078d298a88c0c352',
}
const [time, v1] = vector.signature.split(',') as [string, string]
const otherSignature = `v1=${'0'.repeat(64)}`
const later = (seconds: number) => new Date(Date.parse('2026-11-21T09:00:00Z') + seconds * 1_000)
const reasonOf = async (change: Partial<Parameters<typeof verifyWebhook>[0]>) =>
  await verifyWebhook({ ...vector, ...change } as Parameters<typeof verifyWebhook>[0]).then(
    () => 'verified',
    (err) => (err instanceof WebhookError ? err.reason : err),
  )

test('the published test vector signs and verifies', async () => {
  expect(await signWebhook(vector)).toBe(vector.signature)
  const event = await verifyWebhook(vector)
  expect(event).toEqual(JSON.parse(vector.body))
  if (event.type !== 'webhook.test') throw new Error(event.type)
  expect(event.data.message).toBe('Grüße 👋')
})

test('the raw body can be text, bytes or a view of a larger buffer', async () => {
  const bytes = new TextEncoder().encode(`..${vector.body}..`)
  const part = bytes.subarray(2, bytes.length - 2)
  for (const body of [part, part.slice().buffer, Buffer.from(vector.body)]) {
    expect(await reasonOf({ body })).toBe('verified')
  }
  await expect(verifyWebhook({ ...vector, body: {} as string })).rejects.toThrow(TypeError)
})

test('during a rotation one matching pair of signature and secret is enough', async () => {
  for (const signature of [
    `${time},${otherSignature},${v1}`,
    `${time},${v1},${otherSignature}`,
    `${time}, ${v1}`,
  ]) {
    expect(await reasonOf({ signature })).toBe('verified')
  }
  const { secret, ...rest } = vector
  for (const secrets of [
    [secret, 'whsec_new'],
    ['whsec_new', secret],
  ]) {
    expect((await verifyWebhook({ ...rest, secrets })).type).toBe('webhook.test')
    const signature = await signWebhook({ ...rest, secrets })
    expect(signature.split(',')).toHaveLength(3)
    expect(await reasonOf({ signature })).toBe('verified')
  }
})

test.each([
  [{ body: `${vector.body} ` }, 'signature_mismatch'],
  [{ secret: `${vector.secret}x` }, 'signature_mismatch'],
  [{ signature: `${time},${otherSignature}` }, 'signature_mismatch'],
  [{ signature: `t=1795251601,${v1}` }, 'signature_mismatch'],
  [{ signature: null }, 'signature_missing'],
  [{ signature: '' }, 'signature_missing'],
  [{ signature: v1 }, 'signature_malformed'],
  [{ signature: time }, 'signature_malformed'],
  [{ signature: `${time},${time},${v1}` }, 'signature_malformed'],
  [{ signature: `t=-1,${v1}` }, 'signature_malformed'],
  [{ signature: `t=NaN,${v1}` }, 'signature_malformed'],
  [{ signature: `${time},v1=abc` }, 'signature_malformed'],
  [{ signature: `${time},${v1}=x` }, 'signature_malformed'],
  [{ signature: `${time},${v1.toUpperCase().replace('V', 'v')}` }, 'signature_malformed'],
  [{ signature: `${time},${Array(11).fill(v1)}` }, 'signature_malformed'],
])('%o throws %s', async (change, reason) => {
  expect(await reasonOf(change)).toBe(reason)
})

test('a signature is valid for 300 seconds in both directions, or for toleranceSeconds', async () => {
  expect(await reasonOf({ now: later(300) })).toBe('verified')
  expect(await reasonOf({ now: later(-300) })).toBe('verified')
  expect(await reasonOf({ now: later(301) })).toBe('timestamp_out_of_tolerance')
  expect(await reasonOf({ now: later(-301) })).toBe('timestamp_out_of_tolerance')
  expect(await reasonOf({ now: later(11), toleranceSeconds: 10 })).toBe(
    'timestamp_out_of_tolerance',
  )
  expect(await reasonOf({ now: new Date(Number.NaN) })).toBe('timestamp_out_of_tolerance')
  expect(await reasonOf({ now: undefined })).toBe('timestamp_out_of_tolerance')
})

test('the body is parsed after its signature matches, and must be an event', async () => {
  const { now, secret } = vector
  expect(await reasonOf({ body: 'not json' })).toBe('signature_mismatch')
  for (const body of ['not json', '[]', 'null', '{"id":1}', new Uint8Array([0xff])]) {
    const signature = await signWebhook({ body, now, secret })
    expect(await reasonOf({ body, signature })).toBe('body_malformed')
  }
})

test('a missing secret throws a TypeError, not a WebhookError', async () => {
  const wrong = [{ secret: '' }, { secrets: [], secret: undefined }, { secret: undefined }]
  for (const change of wrong) {
    await expect(verifyWebhook({ ...vector, ...change } as never)).rejects.toThrow(TypeError)
  }
})
