import { afterEach, expect, test } from 'vitest'
import { buildWebhook, deleteWebhooks } from '../../../test/build-webhook.ts'
import { useTestApp } from '../../../test/test-app.ts'

const url = 'https://hooks.example.com/postern'

const testApp = useTestApp()

afterEach(() => deleteWebhooks(testApp))

test('rotating returns a new secret', async () => {
  const { path, secret } = await buildWebhook(testApp, { url })
  const { status, body } = await testApp.call('POST', `${path}/rotate-secret`)
  expect(status).toBe(200)
  expect(body.secret).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/)
  expect(body.secret).not.toBe(secret)
  expect(body.object).toBe('webhook_endpoint')
})

test('the endpoint says until when the previous secret signs', async () => {
  const { path } = await buildWebhook(testApp, { url })
  const until = async () => (await testApp.call('GET', path)).body.previous_secret_expires_at
  expect(await until()).toBeNull()
  const end = new Date(testApp.clock.now().getTime() + 3_600_000)
  const rotated = await testApp.call('POST', `${path}/rotate-secret`, { overlap_seconds: 3_600 })
  expect(rotated.body.previous_secret_expires_at).toBe(end.toISOString())
  expect(await until()).toBe(end.toISOString())
  testApp.clock.advance(3_600_000)
  expect(await until()).toBeNull()
  await testApp.call('POST', `${path}/rotate-secret`, { overlap_seconds: 0 })
  expect(await until()).toBeNull()
})

test.each([-1, 604_801, 1.5, '60'])('an overlap of %j seconds is refused', async (seconds) => {
  const { path } = await buildWebhook(testApp, { url })
  const response = await testApp.call('POST', `${path}/rotate-secret`, {
    overlap_seconds: seconds,
  })
  expect(response.body.error).toMatchObject({
    code: 'validation_failed',
    param: 'overlap_seconds',
  })
})
