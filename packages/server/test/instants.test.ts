import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './test-app.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => await testApp.close())

test('an instant is accepted with an offset and with Z', async () => {
  const key = await testApp.call('POST', '/v1/api-keys', {
    name: 'until new year in Berlin',
    expires_at: '2027-01-01T00:00:00+01:00',
  })
  expect(key.status).toBe(201)
  expect(key.body.expires_at).toBe('2026-12-31T23:00:00.000Z')
  const at = new Date(testApp.clock.now().getTime() + 3_600_000).toISOString().replace('Z', '')
  for (const [to, count] of [
    [`${at}Z`, 1],
    // With +02:00 the same digits are two hours earlier, before the key was created.
    [`${at}%2B02:00`, 0],
  ] as const) {
    const page = await testApp.call('GET', `/v1/audit-log?action=createApiKey&to=${to}`)
    expect(page.body.data).toHaveLength(count)
  }
})

test.each([
  ['POST', '/v1/posts', { text: 'x', scheduled_at: 'tomorrow' }, 'scheduled_at'],
  ['POST', '/v1/api-keys', { name: 'x', expires_at: '2027-01-01' }, 'expires_at'],
  ['GET', '/v1/audit-log?from=yesterday', undefined, 'from'],
  ['GET', '/v1/comments?since=2026-11-21T10:00:00', undefined, 'since'],
] as const)(
  '%s %s with an invalid instant returns 400 with an example',
  async (method, path, body, field) => {
    const response = await testApp.call(method, path, body)
    expect(response.status).toBe(400)
    expect(response.body.error.details).toMatchObject([
      { path: field, message: expect.stringContaining('such as 2026-12-01T09:00:00Z') },
    ])
  },
)
