import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildProfile } from '../../../test/build.ts'
import { buildWebhook, deleteWebhooks, emitComments } from '../../../test/build-webhook.ts'
import { openReceiver, type Receiver } from '../../../test/receiver.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { Profile } from '../../schemas/profile.ts'

const testApp = useTestApp()
let receiver: Receiver
let profile: Profile

beforeAll(async () => {
  profile = await buildProfile(testApp)
})
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(async () => {
  await deleteWebhooks(testApp)
  await receiver.close()
})

async function deliver(path: string) {
  await emitComments(testApp, profile, ['hello'])
  await testApp.work()
  return (await testApp.call('GET', `${path}/deliveries?include=bodies`)).body.data[0]
}

test('each attempt has the signature header that was sent, also after later rotations', async () => {
  const { path } = await buildWebhook(testApp, { url: receiver.url })
  receiver.respondWith({ status: 500 })
  await deliver(path)
  await testApp.call('POST', `${path}/rotate-secret`, { overlap_seconds: 3_600 })
  testApp.clock.advance(120_000)
  await testApp.work()
  await testApp.call('POST', `${path}/rotate-secret`, { overlap_seconds: 0 })
  const { body } = await testApp.call('GET', `${path}/deliveries`)
  const sent = receiver.received.map(({ headers }) => headers['service-signature'])
  expect(sent[1]).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
  const { attempts } = body.data[0]
  expect(attempts.map(({ signature }: { signature: string }) => signature)).toEqual(sent)
})

test('a test event has its signature too', async () => {
  const { path } = await buildWebhook(testApp, { url: receiver.url })
  const { body } = await testApp.call('POST', `${path}/test`)
  expect(body.attempts[0].signature).toBe(receiver.received[0]!.headers['service-signature'])
})

test('a failed attempt has the headers of its response, without cookies and within 2,048 bytes', async () => {
  const { path } = await buildWebhook(testApp, { url: receiver.url })
  const headers = { location: 'https://example.com/new', 'set-cookie': 'sid=secret' }
  receiver.respondWith({ status: 302, headers: { ...headers, 'x-long': 'x'.repeat(3_000) } })
  const { attempts } = await deliver(path)
  expect(attempts[0].response_headers).toMatchObject({ location: 'https://example.com/new' })
  expect(JSON.stringify(attempts[0])).not.toContain('secret')
  expect(attempts[0].response_headers).not.toHaveProperty('x-long')
})

test('an attempt without a response has the code of the failure', async () => {
  const { path } = await buildWebhook(testApp, { url: receiver.url })
  await receiver.close()
  const { attempts } = await deliver(path)
  expect(attempts[0]).toMatchObject({ error: 'connection', error_code: 'ECONNREFUSED' })
  expect(attempts[0].response_headers).toBeNull()
  receiver = await openReceiver()
})
