import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount, buildProfile } from '../../../test/build.ts'
import { buildWebhook, deleteWebhooks, emitComments } from '../../../test/build-webhook.ts'
import { hasValidSignature, openReceiver, type Receiver } from '../../../test/receiver.ts'
import { type TestApp, useTestApp } from '../../../test/test-app.ts'
import type { Profile } from '../../schemas/profile.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

const testApp = useTestApp()
let receiver: Receiver
let profile: Profile

beforeAll(async () => {
  profile = await buildProfile(testApp, { external_id: 'client-42' })
})
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(async () => {
  await deleteWebhooks(testApp)
  await receiver.close()
})

const deliveries = async (path: string, query = '') =>
  (await testApp.call('GET', `${path}/deliveries${query}`)).body.data
const detail = async (path: string, id: string) =>
  (await testApp.call('GET', `${path}/deliveries/${id}`)).body

describe('a delivery', () => {
  test('is a signed POST with three headers and the event envelope', async () => {
    const { path, secret } = await buildWebhook(testApp, { url: receiver.url })
    const account = await buildAccount(testApp, { profile_id: profile.id })
    await testApp.work()
    expect(receiver.received).toHaveLength(1)
    const [request] = receiver.received
    const [delivery] = await deliveries(path)
    expect(request!.headers).toMatchObject({
      'content-type': 'application/json',
      'service-event': 'account.connected',
      'service-delivery': delivery.id,
      'service-signature': expect.stringMatching(/^t=\d{10},v1=[0-9a-f]{64}$/),
    })
    expect(hasValidSignature(request!, secret, testApp.clock.now())).toBe(true)
    expect(hasValidSignature(request!, `${secret}x`, testApp.clock.now())).toBe(false)
    expect(request!.json).toEqual({
      id: expect.stringMatching(uuid),
      type: 'account.connected',
      created_at: testApp.clock.now().toISOString(),
      profile_id: profile.id,
      profile_external_id: 'client-42',
      data: { account, reconnected: false, metadata: {} },
    })
    expect(request!.body).not.toContain('secret-token')
  })

  test('with a 2xx response is succeeded and logs its attempt', async () => {
    const { id, path } = await buildWebhook(testApp, { url: receiver.url })
    receiver.respondWith({ status: 204 })
    await emitComments(testApp, profile, ['hello'])
    expect(await deliveries(path)).toMatchObject([
      { status: 'pending', attempt_count: 0, next_attempt_at: testApp.clock.now().toISOString() },
    ])
    await testApp.work()
    const [delivery] = await deliveries(path, '?include=bodies')
    expect(delivery).toEqual({
      id: expect.stringMatching(uuid),
      object: 'webhook_delivery',
      webhook_id: id,
      event_id: receiver.received[0]!.json.id,
      event_type: 'comment.created',
      profile_id: profile.id,
      subject: { type: 'comment', id: 'cmt_01k4wz7tq8e1n9mdh2y6c3vbfa', text: 'hello' },
      url: receiver.url,
      status: 'succeeded',
      attempt_count: 1,
      max_attempts: 8,
      next_attempt_at: null,
      last_status_code: 204,
      last_error: null,
      test: false,
      created_at: testApp.clock.now().toISOString(),
      completed_at: expect.any(String),
      attempts: [
        {
          number: 1,
          started_at: testApp.clock.now().toISOString(),
          duration_ms: expect.any(Number),
          url: receiver.url,
          status_code: 204,
          error: null,
          error_code: null,
          signature: receiver.received[0]!.headers['service-signature'],
          response_headers: null,
          response_body: '',
        },
      ],
      request: {
        headers: expect.objectContaining({ 'Service-Delivery': delivery.id }),
        body: receiver.received[0]!.body,
      },
    })
    const details = await detail(path, delivery.id)
    expect(details).toEqual(delivery)
    expect(details.request.headers).not.toHaveProperty('Service-Signature')
    expect((await testApp.call('GET', path)).body).toMatchObject({
      consecutive_failures: 0,
      last_success_at: testApp.clock.now().toISOString(),
      last_failure_at: null,
    })
  })

  test('stores the first 4 KiB of the response', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    receiver.respondWith({ status: 500, body: `no room${' '.repeat(5_000)}` })
    await emitComments(testApp, profile, ['hello'])
    await testApp.work()
    const [delivery] = await deliveries(path)
    const [attempt] = (await detail(path, delivery.id)).attempts
    expect(attempt.response_body).toHaveLength(4_096)
    expect(attempt.response_body).toMatch(/^no room/)
  })

  test('sends untrusted text byte for byte', async () => {
    const { path, secret } = await buildWebhook(testApp, { url: receiver.url })
    const text = `Grüße 👋 "quoted" \\ </script> \u2028 \u0007 ${'x'.repeat(9_000)}`
    await emitComments(testApp, profile, [text])
    await testApp.work()
    expect(receiver.received[0]!.json.data.text).toBe(text)
    expect(hasValidSignature(receiver.received[0]!, secret, testApp.clock.now())).toBe(true)
    const [delivery] = await deliveries(path)
    expect((await detail(path, delivery.id)).request.body).toBe(receiver.received[0]!.body)
  })
})

describe('an endpoint receives', () => {
  test('only the event types it subscribes to', async () => {
    await buildWebhook(testApp, { url: `${receiver.url}/a`, events: ['account.disconnected'] })
    await buildWebhook(testApp, { url: `${receiver.url}/b`, events: ['comment.created'] })
    await buildWebhook(testApp, { url: `${receiver.url}/c`, events: ['*'] })
    await emitComments(testApp, profile, ['hello'])
    await testApp.work()
    expect(receiver.received.map((each) => each.path).sort()).toEqual(['/hooks/b', '/hooks/c'])
    expect(new Set(receiver.received.map((each) => each.json.id)).size).toBe(1)
    const ids = receiver.received.map((each) => each.headers['service-delivery'])
    expect(new Set(ids).size).toBe(2)
  })

  test('only the events of the profile it is bound to', async () => {
    const other = await buildProfile(testApp)
    await buildWebhook(testApp, { url: `${receiver.url}/bound`, profile_id: profile.id })
    await buildWebhook(testApp, { url: `${receiver.url}/all` })
    await emitComments(testApp, profile, ['mine'])
    await emitComments(testApp, other, ['theirs'])
    await testApp.work()
    const got = receiver.received.map((each) => `${each.path} ${each.json.data.text}`).sort()
    expect(got).toEqual(['/hooks/all mine', '/hooks/all theirs', '/hooks/bound mine'])
  })

  test('profile.deleted only if it is not bound to a profile', async () => {
    const doomed = await buildProfile(testApp, { name: 'Doomed', metadata: { tier: 'gold' } })
    await buildWebhook(testApp, { url: `${receiver.url}/doomed`, profile_id: doomed.id })
    await buildWebhook(testApp, { url: `${receiver.url}/other`, profile_id: profile.id })
    const { path } = await buildWebhook(testApp, { url: `${receiver.url}/all` })
    await testApp.call('DELETE', `/v1/profiles/${doomed.id}`)
    await testApp.work()
    expect(receiver.received.map((each) => each.path)).toEqual(['/hooks/all'])
    expect(receiver.received[0]!.json).toMatchObject({
      type: 'profile.deleted',
      profile_id: doomed.id,
      data: { profile: { id: doomed.id, name: 'Doomed', metadata: { tier: 'gold' } } },
    })
    expect(await deliveries(path)).toMatchObject([{ event_type: 'profile.deleted' }])
  })

  test('no events of another owner', async () => {
    await buildWebhook(testApp, { url: receiver.url })
    await emitComments({ ...testApp, ownerId: 'own_01k4wz7tq8e1n9mdh2y6c3vbfa' }, profile, [
      'alien',
    ])
    await testApp.work()
    expect(receiver.received).toEqual([])
  })

  test('no event whose transaction is rolled back', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    const failing = { ...testApp, ctx: { ...testApp.ctx, db: undone(testApp) } }
    await expect(emitComments(failing, profile, ['undone'])).rejects.toThrow('undone')
    await testApp.work()
    expect(receiver.received).toEqual([])
    expect(await deliveries(path)).toEqual([])
  })
})

/** The same database, with every transaction rolled back at its end. */
function undone(testApp: TestApp): TestApp['ctx']['db'] {
  const { db } = testApp.ctx
  return {
    ...db,
    transact: (work) =>
      db.transact(async (tx) => {
        await work(tx)
        throw new Error('undone')
      }),
  }
}

describe('the secret', () => {
  test('after a rotation both secrets sign until the overlap ends', async () => {
    const { path, secret } = await buildWebhook(testApp, { url: receiver.url })
    const { body } = await testApp.call('POST', `${path}/rotate-secret`, { overlap_seconds: 600 })
    await emitComments(testApp, profile, ['both'])
    await testApp.work()
    testApp.clock.advance(600_000)
    await emitComments(testApp, profile, ['new only'])
    await testApp.work()
    const [both, after] = receiver.received
    const now = testApp.clock.now()
    const before = new Date(now.getTime() - 600_000)
    expect(both!.headers['service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
    expect(hasValidSignature(both!, body.secret, before)).toBe(true)
    expect(hasValidSignature(both!, secret, before)).toBe(true)
    expect(after!.headers['service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
    expect(hasValidSignature(after!, body.secret, now)).toBe(true)
    expect(hasValidSignature(after!, secret, now)).toBe(false)
  })

  test('with an overlap of 0 the old secret stops signing immediately', async () => {
    const { path, secret } = await buildWebhook(testApp, { url: receiver.url })
    const { body } = await testApp.call('POST', `${path}/rotate-secret`, { overlap_seconds: 0 })
    await emitComments(testApp, profile, ['new only'])
    await testApp.work()
    expect(hasValidSignature(receiver.received[0]!, body.secret, testApp.clock.now())).toBe(true)
    expect(hasValidSignature(receiver.received[0]!, secret, testApp.clock.now())).toBe(false)
  })

  test('an attempt uses the current url and secret', async () => {
    const { path } = await buildWebhook(testApp, { url: 'http://127.0.0.1:1/' })
    await emitComments(testApp, profile, ['moved testApp'])
    await testApp.work()
    await testApp.call('PATCH', path, { url: receiver.url })
    const { body } = await testApp.call('POST', `${path}/rotate-secret`, { overlap_seconds: 0 })
    testApp.clock.advance(66_000)
    await testApp.work()
    expect(hasValidSignature(receiver.received[0]!, body.secret, testApp.clock.now())).toBe(true)
    const [delivery] = await deliveries(path)
    expect(delivery).toMatchObject({ status: 'succeeded', url: receiver.url })
  })
})
