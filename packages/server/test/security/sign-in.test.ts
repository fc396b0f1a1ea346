import { beforeAll, expect, test } from 'vitest'
import { openDashboard, signInOwner } from '../dashboard.ts'
import { useTestApp } from '../test-app.ts'

const testApp = useTestApp()
const wrong = { password: 'not the password of anybody' }

beforeAll(async () => {
  await signInOwner(testApp, { email: 'olga@example.com' })
})

const signIn = (email: string, ip: string) =>
  openDashboard(testApp, { ip }).call('POST', '/v1/session', { email, ...wrong })

/** The owners whose audit log has a failed sign-in. */
async function failuresByOwner(): Promise<string[]> {
  const { rows } = await testApp.ctx.db.pool.query(
    `select owner_id from audit_entry where action = 'signInFailed' order by at, id`,
  )
  return rows.map((row) => row.owner_id)
}

const clearAuditLog = () => testApp.ctx.db.pool.query('delete from audit_entry')

test('with one owner every failed sign-in is in its audit log, also for unknown emails', async () => {
  await signIn('olga@example.com', '203.0.113.1')
  await signIn('unknown@example.com', '203.0.113.2')
  expect(await failuresByOwner()).toEqual([testApp.ownerId, testApp.ownerId])
  await clearAuditLog()
})

test('with several owners a failed sign-in with an unknown email is only in the server log', async () => {
  await testApp.ctx.db.pool.query(
    `insert into owner (id, name, created_at) values ('own_00000000000000000000000001', 'Earlier', now())`,
  )
  testApp.logLines.length = 0
  const response = await signIn('nobody@example.com', '203.0.113.3')
  expect([response.status, response.body.error.code]).toEqual([401, 'sign_in_failed'])
  expect(await failuresByOwner()).toEqual([])
  const line = testApp.logLines
    .map((each) => JSON.parse(each))
    .find(({ msg }) => msg === 'sign_in.failed')
  expect(line).toMatchObject({ ip: '203.0.113.3', member_ids: [] })
  expect(testApp.logLines.join('')).not.toContain('nobody@example.com')
})

test('with several owners a failed sign-in with a known email is only in its owner’s audit log', async () => {
  await signIn('olga@example.com', '203.0.113.4')
  expect(await failuresByOwner()).toEqual([testApp.ownerId])
})
