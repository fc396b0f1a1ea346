import { expect, test } from 'vitest'
import { tokenFaults } from './faults/tokens.ts'
import { webhookFaults } from './faults/webhooks.ts'
import { withDataDir } from './instance.ts'

/** The fastest faults of `npm run faults`, 20 seconds in total. */
const chosen = [
  'webhooks: kill -9 of the only worker while results cannot be written',
  "webhooks: today's partitions are missing",
]

test.each(chosen)('%s: no delivery is lost and few are duplicated', async (name) => {
  const fault = webhookFaults.find((each) => each.name === name)!
  const { violations, lost, deliveries } = await withDataDir((dataDir) => fault.run(dataDir))
  expect(violations).toEqual([])
  expect(lost).toBe(0)
  expect(deliveries).toBeGreaterThan(200)
})

test('a process killed during a refresh: the account expires once, and nothing refreshes again', async () => {
  const { violations, lost } = await withDataDir((dataDir) => tokenFaults.killed.run(dataDir))
  expect(violations).toEqual([])
  expect(lost).toBe(0)
})

test('52 posts by two workers while tokens are refreshed: each is published once, at first', async () => {
  const { violations, lost, publishedTwice } = await withDataDir((dataDir) =>
    tokenFaults.publishing.run(dataDir),
  )
  expect(violations).toEqual([])
  expect([lost, publishedTwice]).toEqual([0, 0])
})
