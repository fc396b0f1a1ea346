import { expect, test } from 'vitest'
import { buildAccount } from '../../../test/build.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { expiringChore } from './expiring.ts'

const testApp = useTestApp()
const dayMs = 86_400_000

async function setEnd(accountId: string, days: number): Promise<void> {
  const end = new Date(testApp.clock.now().getTime() + days * dayMs)
  await testApp.ctx.db.pool.query('update account set access_expires_at = $2 where id = $1', [
    accountId,
    end,
  ])
}

async function expiringIds(): Promise<string[]> {
  await expiringChore.run(testApp.ctx)
  const { rows } = await testApp.ctx.db.pool.query(
    `select resource_id from event where type = 'account.expiring' order by created_at, id`,
  )
  return rows.map(({ resource_id }) => resource_id)
}

test('account.expiring is sent once for each end of an access that a login renews, 7 days before', async () => {
  const facebook = await buildAccount(testApp, { platform: 'facebook' })
  const renewed = await buildAccount(testApp, { platform: 'threads' })
  await setEnd(facebook.id, 7.5)
  await setEnd(renewed.id, 3)
  expect(await expiringIds()).toEqual([])
  testApp.clock.advance(dayMs)
  expect(await expiringIds()).toEqual([facebook.id])
  await setEnd(facebook.id, 6.4)
  expect(await expiringIds()).toEqual([facebook.id])
  // A new login moved the end.
  await setEnd(facebook.id, 60)
  testApp.clock.advance(54 * dayMs)
  expect(await expiringIds()).toEqual([facebook.id, facebook.id])
})

test('account.expiring is not sent for an access that has ended or a disconnected account', async () => {
  const before = await expiringIds()
  const ended = await buildAccount(testApp, { platform: 'facebook' })
  await setEnd(ended.id, -0.1)
  const disconnected = await buildAccount(testApp, { platform: 'facebook' })
  await testApp.call('DELETE', `/v1/accounts/${disconnected.id}`)
  expect(await expiringIds()).toEqual(before)
})
