import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard, signInOwner } from '../dashboard.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

let testApp: TestApp
const wrong = { password: 'not the password of anybody' }

beforeAll(async () => {
  testApp = await openTestApp()
  await signInOwner(testApp, { email: 'olga@example.com' })
})
afterAll(() => testApp.close())

const signIn = (email: string, ip: string) =>
  openDashboard(testApp, { ip }).call('POST', '/v1/session', { email, ...wrong })

/** Whose audit log has a failed sign-in. */
async function told(): Promise<string[]> {
  const { rows } = await testApp.ctx.db.pool.query(
    `select owner_id from audit_entry where action = 'signInFailed' order by at, id`,
  )
  return rows.map((row) => row.owner_id)
}

const forget = () => testApp.ctx.db.pool.query('delete from audit_entry')

test('with one owner a failed sign-in is in its audit log, whoever’s e-mail was tried', async () => {
  await signIn('olga@example.com', '203.0.113.1')
  await signIn('stranger@example.com', '203.0.113.2')
  expect(await told()).toEqual([testApp.ownerId, testApp.ownerId])
  await forget()
})

test('with several owners one of an unknown e-mail is told to none of them, and is in the log', async () => {
  await testApp.ctx.db.pool.query(
    `insert into owner (id, name, created_at) values ('own_00000000000000000000000001', 'Earlier', now())`,
  )
  testApp.logLines.length = 0
  const response = await signIn('nobody@example.com', '203.0.113.3')
  expect([response.status, response.body.error.code]).toEqual([401, 'sign_in_failed'])
  expect(await told()).toEqual([])
  const line = testApp.logLines
    .map((each) => JSON.parse(each))
    .find(({ msg }) => msg === 'sign_in.failed')
  expect(line).toMatchObject({ ip: '203.0.113.3', member_ids: [] })
  expect(testApp.logLines.join('')).not.toContain('nobody@example.com')
})

test('with several owners one of a known e-mail is told to its own owner alone', async () => {
  await signIn('olga@example.com', '203.0.113.4')
  expect(await told()).toEqual([testApp.ownerId])
})
