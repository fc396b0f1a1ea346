import { expect, test } from 'vitest'
import { webhookFaults } from './faults/webhooks.ts'
import { withDataDir } from './instance.ts'

/** The shortest of `npm run faults`, on processes of their own: half a minute of it in every test. */
const chosen = [
  'webhooks: kill -9 of the only worker while no result can be written',
  "webhooks: today's partitions are missing",
  'webhooks: the clock jumps ahead by ten minutes',
]

test.each(chosen)('%s: nothing is lost, and little comes twice', async (name) => {
  const fault = webhookFaults.find((each) => each.name === name)!
  const { broken, lost, deliveries } = await withDataDir((dataDir) => fault.run(dataDir))
  expect(broken).toEqual([])
  expect(lost).toBe(0)
  expect(deliveries).toBeGreaterThan(200)
})
