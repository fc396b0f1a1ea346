import { expect, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'
import type { Change } from '../database/changes.ts'
import { openDatabase } from '../database/open.ts'
import { createLog } from '../telemetry/log.ts'
import { revokeCliKey } from './owner.ts'

const testApp = useTestApp()

test('postern keys revoke notifies running processes before it ends, so that they end the streams of the key', async () => {
  const { connection } = testApp.ctx.db
  const log = createLog({ level: 'silent' })
  const server = openDatabase({ connection, poolMax: 1, log, listen: true })
  try {
    const isListening = `select 1 from pg_stat_activity
      where datname = current_database() and query like 'listen %'`
    await expect.poll(async () => (await server.pool.query(isListening)).rowCount).toBe(1)
    const notified = new Promise<Change[]>((resolve) => {
      server.changes.listen({ notify: resolve, end: () => {} })
    })
    const { body: key } = await testApp.call('POST', '/v1/api-keys', { name: 'Lost' })
    const command = openDatabase({ connection, poolMax: 1, log, notifies: true })
    await revokeCliKey({ ...testApp.ctx, db: command }, key.id)
    await command.close()
    const topics = ['api_keys']
    expect(await notified).toEqual([{ ownerId: testApp.ownerId, profileId: null, topics }])
  } finally {
    await server.close()
  }
  const { body } = await testApp.call('GET', '/v1/audit-log?action=revokeApiKey')
  expect(body.data).toMatchObject([{ actor: { kind: 'system' }, status: 200 }])
})
