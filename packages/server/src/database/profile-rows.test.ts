import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'
import { countRows, eraseRows } from './profile-rows.ts'

const testApp = useTestApp()

const add = (profileId: string, count: number) =>
  sql`insert into insight_sync (id, owner_id, profile_id, created_at)
    select ${profileId} || n, 'owner', ${profileId}, now() from generate_series(1, ${count}) n
  `.execute(testApp.ctx.db.query)

test('several pages of rows are erased, and none of another profile', async () => {
  const { db } = testApp.ctx
  await add('erased', 2_001)
  await add('other', 1)
  expect(await countRows(db.query, 'insight_sync', 'erased')).toBe(2_001)
  await eraseRows(db, 'insight_sync', 'erased')
  expect(await countRows(db.query, 'insight_sync', 'erased')).toBe(0)
  expect(await countRows(db.query, 'insight_sync', 'other')).toBe(1)
})
