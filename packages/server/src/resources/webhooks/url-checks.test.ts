import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildKey, buildProfile } from '../../../test/build.ts'
import { buildWebhook, deleteWebhooks } from '../../../test/build-webhook.ts'
import { resolvesTo } from '../../../test/outbound.ts'
import { openReceiver, type Receiver } from '../../../test/receiver.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { limits } from '../../core/limits.ts'

const testApp = useTestApp({
  env: { RATE_LIMIT_PER_MINUTE: '600' },
  lookup: resolvesTo(['93.184.216.34']),
})
let receiver: Receiver

beforeAll(async () => {
  receiver = await openReceiver()
})
afterEach(async () => {
  await deleteWebhooks(testApp)
  testApp.clock.advance(60_000)
})
afterAll(() => receiver.close())

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

const publicUrl = 'https://hooks.example.com/a'

test('a key of a profile uses at most 30 checks, and others have the rest', async () => {
  const { id } = await buildProfile(testApp)
  const key = await buildKey(testApp, { profile_id: id })
  const input = { url: publicUrl, events: ['*'] }
  const { body } = await testApp.call('POST', '/v1/webhooks', input, { key })
  const change = (options?: { key: string }) =>
    testApp.call('PATCH', `/v1/webhooks/${body.id}`, { url: publicUrl }, options)
  for (let index = 1; index < limits.webhook.urlChecksPerProfilePerMinute; index += 1) {
    expect((await change({ key })).status).toBe(200)
  }
  const refused = await change({ key })
  expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited'])
  expect((await change()).status).toBe(200)
})

test('a key of a profile has at most 3 endpoints, and others have the rest', async () => {
  const { id } = await buildProfile(testApp)
  const key = await buildKey(testApp, { profile_id: id })
  const add = () => testApp.call('POST', '/v1/webhooks', { url: publicUrl, events: ['*'] }, { key })
  for (let index = 0; index < limits.webhook.endpointsPerProfileMax; index += 1) {
    expect((await add()).status).toBe(201)
  }
  const refused = await add()
  expect([refused.status, refused.body.error.code]).toEqual([409, 'webhook_limit_reached'])
  expect(refused.body.error.message).toContain('3 webhook endpoints')
  expect((await create()).status).toBe(201)
})
