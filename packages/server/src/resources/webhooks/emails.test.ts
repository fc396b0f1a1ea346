import { expect, test } from 'vitest'
import { buildWebhook } from '../../../test/build-webhook.ts'
import { useTestApp } from '../../../test/test-app.ts'

const testApp = useTestApp({ env: { OWNER_EMAIL: 'owner@example.com' } })

test('a failing endpoint is emailed about once a day, however often it is enabled again', async () => {
  const [first, second] = [
    await buildWebhook(testApp, { url: 'https://93.184.215.14/hook' }),
    await buildWebhook(testApp, { url: 'https://93.184.215.14/hook' }),
  ]
  const plan = async ({ id }: { id: string }) => {
    const now = testApp.clock.now()
    await testApp.ctx.db.pool.query(
      `insert into mail_outbox (owner_id, kind, endpoint_id, created_at, due_at)
       values ($1, 'webhook_disabled', $2, $3, $3)`,
      [testApp.ownerId, id, now],
    )
    await testApp.work()
  }
  for (const webhook of [first, first, second, first]) await plan(webhook)
  expect(testApp.emails.map(({ text }) => text.match(/whk_\w+/)![0])).toEqual([first.id, second.id])
  testApp.clock.advance(24 * 3_600_000)
  await plan(first)
  expect(testApp.emails).toHaveLength(3)
})
