import { expect, test } from 'vitest'
import { PlatformError } from '../contract/errors.ts'
import type { QuotaCounter } from '../contract/server-storage.ts'
import { type Usage, withUsageListener } from '../contract/usage.ts'
import { spendQuota } from './quota.ts'

const app = {
  clientId: 'id',
  clientSecret: 'secret',
  bases: { authorize: '', token: '', api: '' },
  quotas: { units: 100, uploads: 2 },
}

/** Counts in memory as the database does. */
function counter(): QuotaCounter {
  const used = new Map<string, number>()
  return {
    spend: async ({ name, day, cost, max }) => {
      const next = (used.get(name + day) ?? 0) + cost
      if (next > max) return null
      used.set(name + day, next)
      return next
    },
  }
}

test('the quota is refused before a call, until midnight in Los Angeles', async () => {
  let now = new Date('2026-07-01T06:59:00.000Z')
  const setup = { app, quota: counter(), now: () => now }
  await spendQuota(setup, 'units', 50)
  await spendQuota(setup, 'units', 50)
  const err = await spendQuota(setup, 'units', 1).catch((thrown: unknown) => thrown)
  expect(err).toBeInstanceOf(PlatformError)
  // Midnight is 07:00 UTC in summer.
  expect(err).toMatchObject({ kind: 'rate_limited', reason: null, retryAfterSeconds: 60 })
  expect((err as PlatformError).platformMessage).toContain('2026-07-01T07:00Z')
  now = new Date('2026-07-01T07:00:00.000Z')
  await spendQuota(setup, 'units', 1)
})

test('what is used of the units is reported, so that reading pauses first', async () => {
  const setup = { app, quota: counter(), now: () => new Date('2026-11-21T07:00:00.000Z') }
  const reported: Usage[] = []
  await withUsageListener(
    (usage) => reported.push(usage),
    async () => {
      await spendQuota(setup, 'units', 50)
      await spendQuota(setup, 'uploads', 1)
    },
  )
  expect(reported).toEqual([{ percent: 50, regainSeconds: 3_600 }])
})
