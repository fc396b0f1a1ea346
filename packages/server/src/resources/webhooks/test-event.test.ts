import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildProfile } from '../../../test/build.ts'
import { buildWebhook, deleteWebhooks } from '../../../test/build-webhook.ts'
import { hasValidSignature, openReceiver, type Receiver } from '../../../test/receiver.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { events, eventTypes, exampleEvent } from '../../schemas/event.ts'
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

const deliveries = async (path: string, query = '') =>
  (await testApp.call('GET', `${path}/deliveries${query}`)).body.data

describe('a test event', () => {
  test('is sent immediately and returns the finished delivery', async () => {
    const { id, path, secret } = await buildWebhook(testApp, {
      url: receiver.url,
      events: ['post.failed'],
    })
    receiver.respondWith({ status: 200, body: 'thanks' })
    const { status, body } = await testApp.call('POST', `${path}/test`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      object: 'webhook_delivery',
      event_type: 'webhook.test',
      status: 'succeeded',
      test: true,
      attempt_count: 1,
      max_attempts: 1,
      last_status_code: 200,
      next_attempt_at: null,
      attempts: [{ number: 1, status_code: 200, response_body: 'thanks' }],
    })
    const [request] = receiver.received
    expect(hasValidSignature(request!, secret, testApp.clock.now())).toBe(true)
    expect(request!.headers['service-event']).toBe('webhook.test')
    expect(request!.json.data).toEqual({ webhook_id: id, message: expect.any(String) })
    expect(await deliveries(path)).toHaveLength(1)
  })

  test("belongs to the endpoint's profile, or to the default profile", async () => {
    const bound = await buildWebhook(testApp, { url: receiver.url, profile_id: profile.id })
    const unbound = await buildWebhook(testApp, { url: receiver.url })
    const defaultId = (await testApp.call('GET', '/v1/profiles')).body.data[0].id
    expect((await testApp.call('POST', `${bound.path}/test`)).body.profile_id).toBe(profile.id)
    expect((await testApp.call('POST', `${unbound.path}/test`)).body.profile_id).toBe(defaultId)
  })

  test('that fails is not retried and does not count as a failure', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    receiver.respondWith({ status: 500 })
    const { body } = await testApp.call('POST', `${path}/test`)
    expect(body).toMatchObject({ status: 'failed', last_error: 'http_status', attempt_count: 1 })
    expect(body.completed_at).not.toBeNull()
    testApp.clock.advance(86_400_000)
    await testApp.work()
    expect(receiver.received).toHaveLength(1)
    expect((await testApp.call('GET', path)).body).toMatchObject({
      consecutive_failures: 0,
      last_failure_at: null,
    })
    await testApp.call('POST', `${path}/deliveries/${body.id}/resend`)
    await testApp.work()
    expect(receiver.received).toHaveLength(2)
    expect((await testApp.call('GET', path)).body.consecutive_failures).toBe(0)
  })

  test('of another type is its example, marked as a test, with an ID of its own', async () => {
    const { path, secret } = await buildWebhook(testApp, {
      url: receiver.url,
      profile_id: profile.id,
    })
    for (const type of eventTypes.filter((each) => each !== 'webhook.test')) {
      const { status, body } = await testApp.call('POST', `${path}/test`, { type })
      expect([status, body.event_type, body.test, body.status]).toEqual([
        200,
        type,
        true,
        'succeeded',
      ])
      expect(body.profile_id).toBe(profile.id)
      const request = receiver.received.at(-1)!
      const example = exampleEvent(type)
      expect(request.json).toEqual({
        ...example,
        id: body.event_id,
        created_at: testApp.clock.now().toISOString(),
        test: true,
      })
      expect(request.json.id).not.toBe(example.id)
      expect(request.headers['service-event']).toBe(type)
      expect(hasValidSignature(request, secret, testApp.clock.now())).toBe(true)
      const { schema } = events.find((event) => event.type === type)!
      expect(schema.safeParse(request.json).error).toBeUndefined()
    }
  })

  test('of another type does not count as a failure, also when it is resent', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    receiver.respondWith({ status: 500 })
    const { body } = await testApp.call('POST', `${path}/test`, { type: 'post.published' })
    expect(body).toMatchObject({ status: 'failed', attempt_count: 1 })
    await testApp.call('POST', `${path}/deliveries/${body.id}/resend`)
    await testApp.work()
    expect(receiver.received.map(({ json }) => json.test)).toEqual([true, true])
    expect((await testApp.call('GET', path)).body).toMatchObject({
      consecutive_failures: 0,
      last_failure_at: null,
    })
  })

  test('of an unknown type returns 400 validation_failed', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    const { status, body } = await testApp.call('POST', `${path}/test`, { type: 'post.liked' })
    expect([status, body.error.code]).toEqual([400, 'validation_failed'])
    expect(receiver.received).toEqual([])
  })

  test('is allowed while the endpoint is inactive', async () => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    await testApp.call('PATCH', path, { active: false })
    expect((await testApp.call('POST', `${path}/test`)).body.status).toBe('succeeded')
    expect((await testApp.call('GET', path)).body.active).toBe(false)
  })
})
