import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse } from '../../../test/house.ts'

let house: House

beforeAll(async () => {
  house = await openHouse({ poolMax: 4 })
})
afterAll(() => house.close())

test('of rotations without an overlap at the same time one succeeds', async () => {
  for (let round = 0; round < 8; round += 1) {
    const name = `turned ${round}`
    const old = (await house.call('POST', '/v1/api-keys', { name })).body
    const rotate = () => house.call('POST', `/v1/api-keys/${old.id}/rotate`, { overlap_seconds: 0 })
    const answers = await Promise.all([rotate(), rotate(), rotate(), rotate()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404])
    const { data } = (await house.call('GET', '/v1/api-keys?limit=100')).body
    const turned = data.filter((key: { name: string }) => key.name === name)
    expect(turned.map((key: { status: string }) => key.status)).toEqual(['active', 'revoked'])
  }
})
