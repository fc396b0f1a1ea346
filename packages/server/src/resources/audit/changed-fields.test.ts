import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount, buildProfile } from '../../../test/build.ts'
import { type DashboardBrowser, signInOwner } from '../../../test/dashboard.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp
let owner: DashboardBrowser
beforeAll(async () => {
  testApp = await openTestApp()
  owner = await signInOwner(testApp)
})
afterAll(() => testApp.close())

async function readNewest(id: string) {
  const { body } = await owner.call('GET', `/v1/audit-log?resource_id=${id}&limit=1`)
  const [{ action, changed_fields }] = body.data
  return { action, changed_fields }
}

test('the entry of an update names the fields that have another value', async () => {
  const profile = await buildProfile(testApp, { name: 'Before', external_id: 'crm-7' })
  expect((await readNewest(profile.id)).changed_fields).toEqual([])
  const body = { name: 'Nordlicht', external_id: 'crm-7', metadata: { plan: 'large' } }
  await owner.call('PATCH', `/v1/profiles/${profile.id}`, body)
  expect(await readNewest(profile.id)).toEqual({
    action: 'updateProfile',
    changed_fields: ['name', 'metadata'],
  })
  const { rows } = await testApp.ctx.db.pool.query('select * from audit_entry')
  expect(JSON.stringify(rows)).not.toContain('large')
})

test('accounts count as changed only if the request changes them, not if their status or time does', async () => {
  const profile = await buildProfile(testApp)
  const account = await buildAccount(testApp, { profile_id: profile.id })
  const post = { text: 'Soup', targets: [{ account_id: account.id }], mode: 'draft' }
  const created = await owner.call('POST', '/v1/posts', post, { profile: profile.id })
  const { id } = created.body
  const scheduled = { ...post, mode: 'schedule', scheduled_at: '2026-12-01T09:00:00Z' }
  const updated = await owner.call('PATCH', `/v1/posts/${id}`, scheduled)
  expect(updated.status).toBe(200)
  expect((await readNewest(id)).changed_fields).toEqual(['scheduled_at', 'mode'])
  await owner.call('PATCH', `/v1/posts/${id}`, {
    ...scheduled,
    targets: [{ account_id: account.id, text: 'Soup for this account' }],
  })
  expect((await readNewest(id)).changed_fields).toEqual(['targets'])
})

test('the entry of a changed member does not name a field that the request repeats', async () => {
  const member = { name: 'Lena', email: 'lena@example.com', role: 'owner' }
  const created = await owner.call('POST', '/v1/members', member)
  await owner.call('PATCH', `/v1/members/${created.body.id}`, { name: 'Lena M.', role: 'owner' })
  expect((await readNewest(created.body.id)).changed_fields).toEqual(['name'])
})
