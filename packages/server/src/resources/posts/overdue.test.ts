import { expect, test } from 'vitest'
import { buildAccount, buildProfile } from '../../../test/build.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { cancelMissed } from './overdue.ts'

const testApp = useTestApp({ poolMax: 4 })

test('cancelMissed cancels scheduled targets, not one that has started in between', async () => {
  const profile_id = (await buildProfile(testApp)).id
  const accounts = [
    await buildAccount(testApp, { profile_id }),
    await buildAccount(testApp, { profile_id }),
  ]
  const soon = new Date(testApp.clock.now().getTime() + 60_000).toISOString()
  const { body: post } = await testApp.call('POST', '/v1/posts', {
    text: 'Rye',
    mode: 'schedule',
    scheduled_at: soon,
    targets: accounts.map(({ id }) => ({ account_id: id })),
  })
  const ids: string[] = post.targets.map(({ id }: { id: string }) => id)
  const { pool } = testApp.ctx.db
  const worker = await pool.connect()
  await worker.query('begin')
  await worker.query('select 1 from post where id = $1 for update', [post.id])
  await worker.query(`update post_target set status = 'publishing' where id = $1`, [ids[0]])
  const canceling = cancelMissed(testApp.ctx, ids)
  const waiting = `select 1 from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
  await worker.query('commit')
  worker.release()
  expect(await canceling).toBe(1)
  const { body } = await testApp.call('GET', `/v1/posts/${post.id}`)
  expect(body.targets.map(({ status }: { status: string }) => status)).toEqual([
    'publishing',
    'canceled',
  ])
})
