import { expect, test } from 'vitest'
import { takeEarlyResponse } from '../src/api/early-responses.ts'

test('an early response answers one GET of its URL, and none that is limited to a profile', async () => {
  const early = new Response('{}')
  const url = '/v1/overview'
  globalThis.earlyResponses = new Map([[url, Promise.resolve(early)]])
  const headers = { 'Service-Profile': 'cafe-aurora' }
  expect(await takeEarlyResponse(url, { method: 'GET', headers })).toBeNull()
  expect(await takeEarlyResponse(url, { method: 'POST' })).toBeNull()
  expect(await takeEarlyResponse(url, { method: 'GET' })).toBe(early)
  expect(await takeEarlyResponse(url, { method: 'GET' })).toBeNull()
})
