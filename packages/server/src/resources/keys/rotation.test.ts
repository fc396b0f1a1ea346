import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'

const testApp = useTestApp({ poolMax: 4 })

test('of concurrent rotations without an overlap one succeeds', async () => {
  for (let round = 0; round < 8; round += 1) {
    const name = `rotated ${round}`
    const old = (await testApp.call('POST', '/v1/api-keys', { name })).body
    const rotate = () =>
      testApp.call('POST', `/v1/api-keys/${old.id}/rotate`, { overlap_seconds: 0 })
    const responses = await Promise.all([rotate(), rotate(), rotate(), rotate()])
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404])
    const { data } = (await testApp.call('GET', '/v1/api-keys?limit=100')).body
    const keys = data.filter((key: { name: string }) => key.name === name)
    expect(keys.map((key: { status: string }) => key.status)).toEqual(['active', 'revoked'])
  }
})
