import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp({ poolMax: 4 })
})
afterAll(() => testApp.close())

test('of rotations without an overlap at the same time one succeeds', async () => {
  for (let round = 0; round < 8; round += 1) {
    const name = `turned ${round}`
    const old = (await testApp.call('POST', '/v1/api-keys', { name })).body
    const rotate = () =>
      testApp.call('POST', `/v1/api-keys/${old.id}/rotate`, { overlap_seconds: 0 })
    const answers = await Promise.all([rotate(), rotate(), rotate(), rotate()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404])
    const { data } = (await testApp.call('GET', '/v1/api-keys?limit=100')).body
    const turned = data.filter((key: { name: string }) => key.name === name)
    expect(turned.map((key: { status: string }) => key.status)).toEqual(['active', 'revoked'])
  }
})
