import { expect, test } from 'vitest'
import vectors from '../test/webhook-vectors.json' with { type: 'json' }
import { signWebhook, verifyWebhook, WebhookError } from './webhooks.ts'

/** The published test vector; see docs/webhooks.md. The Python client has the same vectors. */
const { valid, invalid, malformed_bodies, ...published } = vectors
const dateOf = (seconds: number) => new Date(seconds * 1_000)
const vector = { ...published, now: dateOf(published.now) }
const later = (seconds: number) => dateOf(published.now + seconds)
type Change = { now?: number; [name: string]: unknown }
const reasonOfVector = async ({ now, ...change }: Change) =>
  await reasonOf({ ...change, ...(now === undefined ? {} : { now: dateOf(now) }) })
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

test.each(valid)('the vector with %o is verified', async (change) => {
  expect(await reasonOfVector(change)).toBe('verified')
})

test.each(invalid)('$change throws $reason', async ({ change, reason }) => {
  expect(await reasonOfVector(change)).toBe(reason)
})

test('toleranceSeconds replaces the 300 seconds in which a signature is valid', async () => {
  expect(await reasonOf({ now: later(11), toleranceSeconds: 10 })).toBe(
    'timestamp_out_of_tolerance',
  )
  expect(await reasonOf({ now: new Date(Number.NaN) })).toBe('timestamp_out_of_tolerance')
  expect(await reasonOf({ now: undefined })).toBe('timestamp_out_of_tolerance')
})

test('the body is parsed after its signature matches, and must be an event', async () => {
  const { now, secret } = vector
  for (const body of [...malformed_bodies, new Uint8Array([0xff])]) {
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
