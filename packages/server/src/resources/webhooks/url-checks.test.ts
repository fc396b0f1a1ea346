import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildKey } from '../../../test/build.ts'
import { buildWebhook, deleteWebhooks } from '../../../test/build-webhook.ts'
import { openReceiver, type Receiver } from '../../../test/receiver.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import { limits } from '../../core/limits.ts'

let testApp: TestApp
let receiver: Receiver

beforeAll(async () => {
  testApp = await openTestApp({ env: { RATE_LIMIT_PER_MINUTE: '600' } })
  receiver = await openReceiver()
})
afterEach(async () => {
  await deleteWebhooks(testApp)
  testApp.clock.advance(60_000)
})
afterAll(async () => {
  await receiver.close()
  await testApp.close()
})

const max = limits.webhook.urlChecksPerMinute
const create = () => testApp.call('POST', '/v1/webhooks', { url: receiver.url, events: ['*'] })
const trials = async (path: string, times: number) =>
  await Promise.all(Array.from({ length: times }, () => testApp.call('POST', `${path}/test`)))

test('more than 120 url checks and test events in a minute return 429 with Retry-After', async () => {
  const paths: string[] = []
  for (let index = 0; index < 10; index += 1) {
    paths.push((await buildWebhook(testApp, { url: receiver.url })).path)
  }
  for (const { status } of await trials(paths[0]!, max - 10)) expect(status).toBe(200)
  const refused = await testApp.call('POST', `${paths[0]}/test`)
  expect(refused.status).toBe(429)
  expect(refused.body.error.code).toBe('rate_limited')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const patched = await testApp.call('PATCH', paths[0]!, { url: `${receiver.url}/new` })
  expect(patched.status).toBe(429)
  expect((await testApp.call('PATCH', paths[0]!, { active: false })).status).toBe(200)
  testApp.clock.advance(60_000)
  expect((await testApp.call('POST', `${paths[0]}/test`)).status).toBe(200)
})

test('a malformed url does not count as a check', async () => {
  for (let index = 0; index < max; index += 1) {
    const response = await testApp.call('POST', '/v1/webhooks', {
      url: 'ftp://a.example',
      events: ['*'],
    })
    expect(response.body.error.code).toBe('webhook_url_invalid')
  }
  expect((await create()).status).toBe(201)
})

test('the eleventh endpoint returns 409 even when the check limit is reached', async () => {
  const { path } = await buildWebhook(testApp, { url: receiver.url })
  for (let index = 1; index < 10; index += 1) await create()
  await trials(path, max)
  const { status, body } = await create()
  expect(status).toBe(409)
  expect(body.error.code).toBe('webhook_limit_reached')
})

test('all keys of an owner share the limit', async () => {
  const { path } = await buildWebhook(testApp, { url: receiver.url })
  await trials(path, max - 1)
  const key = await buildKey(testApp, {})
  expect((await testApp.call('POST', `${path}/test`, undefined, { key })).status).toBe(429)
})
