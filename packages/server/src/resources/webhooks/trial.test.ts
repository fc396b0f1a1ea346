import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildProfile } from '../../../test/build.ts'
import { buildWebhook, deleteWebhooks } from '../../../test/build-webhook.ts'
import { type House, openHouse } from '../../../test/house.ts'
import { openReceiver, type Receiver, verifies } from '../../../test/receiver.ts'
import type { Profile } from '../../schemas/profile.ts'

let house: House
let receiver: Receiver
let profile: Profile

beforeAll(async () => {
  house = await openHouse()
  profile = await buildProfile(house)
})
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(async () => {
  await deleteWebhooks(house)
  await receiver.close()
})
afterAll(() => house.close())

const deliveries = async (path: string, query = '') =>
  (await house.call('GET', `${path}/deliveries${query}`)).body.data

describe('a test', () => {
  test('is sent at once and answers the finished delivery', async () => {
    const { id, path, secret } = await buildWebhook(house, {
      url: receiver.url,
      events: ['post.failed'],
    })
    receiver.answer({ status: 200, body: 'thanks' })
    const { status, body } = await house.call('POST', `${path}/test`)
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
    expect(verifies(request!, secret, house.clock.now())).toBe(true)
    expect(request!.headers['service-event']).toBe('webhook.test')
    expect(request!.json.data).toEqual({ webhook_id: id, message: expect.any(String) })
    expect(await deliveries(path)).toHaveLength(1)
  })

  test('belongs to the profile the endpoint is bound to, else to the default profile', async () => {
    const bound = await buildWebhook(house, { url: receiver.url, profile_id: profile.id })
    const unbound = await buildWebhook(house, { url: receiver.url })
    const defaultId = (await house.call('GET', '/v1/profiles')).body.data[0].id
    expect((await house.call('POST', `${bound.path}/test`)).body.profile_id).toBe(profile.id)
    expect((await house.call('POST', `${unbound.path}/test`)).body.profile_id).toBe(defaultId)
  })

  test('that fails is never retried and is no failure of the endpoint', async () => {
    const { path } = await buildWebhook(house, { url: receiver.url })
    receiver.answer({ status: 500 })
    const { body } = await house.call('POST', `${path}/test`)
    expect(body).toMatchObject({ status: 'failed', last_error: 'http_status', attempt_count: 1 })
    expect(body.completed_at).not.toBeNull()
    house.clock.advance(86_400_000)
    await house.work()
    expect(receiver.received).toHaveLength(1)
    expect((await house.call('GET', path)).body).toMatchObject({
      consecutive_failures: 0,
      last_failure_at: null,
    })
    await house.call('POST', `${path}/deliveries/${body.id}/resend`)
    await house.work()
    expect(receiver.received).toHaveLength(2)
    expect((await house.call('GET', path)).body.consecutive_failures).toBe(0)
  })

  test('is allowed while the endpoint is inactive', async () => {
    const { path } = await buildWebhook(house, { url: receiver.url })
    await house.call('PATCH', path, { active: false })
    expect((await house.call('POST', `${path}/test`)).body.status).toBe('succeeded')
    expect((await house.call('GET', path)).body.active).toBe(false)
  })
})
