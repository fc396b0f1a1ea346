import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Usage, withUsageListener } from '../contract/usage.ts'
import { blueskyApi } from './api.ts'

test('a response reports how much of the limit is used, and when it ends', async () => {
  const received: Usage[] = []
  const now = new Date('2026-11-21T09:00:00.000Z')
  const headers = {
    'ratelimit-limit': '3000',
    'ratelimit-remaining': '150',
    'ratelimit-reset': String(now.getTime() / 1_000 + 120),
  }
  const setup = { send: async () => ({ status: 200, text: '{}', headers }), now: () => now }
  const bound = { server: 'https://pds.example', dpopKey: 'key' }
  const api = blueskyApi(setup, { access: 'token', bound } as never)
  await withUsageListener(
    (usage) => received.push(usage),
    () => api.query('app.bsky.actor.getProfile', {}, z.object({})),
  )
  expect(received).toEqual([{ percent: 95, regainSeconds: 120 }])
})
