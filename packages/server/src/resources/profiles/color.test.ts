import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfile } from '../../../test/build.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => await testApp.close())

test('a color is stored in lower case, stays when other fields change, and null clears it', async () => {
  const profile = await buildProfile(testApp, { color: '#0B7285' })
  expect(profile.color).toBe('#0b7285')
  const renamed = await testApp.call('PATCH', `/v1/profiles/${profile.id}`, { name: 'Other' })
  expect(renamed.body.color).toBe('#0b7285')
  const cleared = await testApp.call('PATCH', `/v1/profiles/${profile.id}`, { color: null })
  expect(cleared.body.color).toBe(null)
})

test.each(['red', '#12345', '#1234567', ' #123456', 7])('the color %j → 400', async (color) => {
  const response = await testApp.call('POST', '/v1/profiles', { name: 'A', color })
  expect([response.status, response.body.error.param]).toEqual([400, 'color'])
})
